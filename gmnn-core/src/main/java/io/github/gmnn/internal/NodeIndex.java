package io.github.gmnn.internal;

import java.lang.reflect.Modifier;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The two-way map between the application's keys and the dense indices of nodes. Immutable and
 * thread-safe once a graph has it.
 *
 * @param <K> type of the keys
 */
public interface NodeIndex<K> {
  /**
   * Returns the index of distinct keys in the order of a list. The {@link #keys()} of an index,
   * which are those of a graph, lead back to it at no cost.
   *
   * @throws IllegalArgumentException if there is a duplicate key
   */
  static <K> NodeIndex<K> of(List<? extends K> keys) {
    if (keys instanceof Keys<?> known) {
      return index(known);
    }
    boolean range = true;
    for (int i = 0; i < keys.size() && range; i++) {
      range = keys.get(i) instanceof Integer key && key == i;
    }
    if (range) {
      return range(keys.size());
    }
    Keyed<K> index = new Keyed<>();
    for (K key : keys) {
      if (index.find(Objects.requireNonNull(key, "key")) >= 0) {
        throw new IllegalArgumentException("key " + Quote.of(key) + " is a duplicate");
      }
      index.add(key);
    }
    return index;
  }

  @SuppressWarnings("unchecked") // a list of Ks is a view of an index of Ks
  private static <K> NodeIndex<K> index(Keys<?> keys) {
    return (NodeIndex<K>) keys.index;
  }

  /** The keys of an index. */
  final class Keys<K> extends AbstractList<K> implements RandomAccess {
    private final NodeIndex<K> index;
    private final List<K> view;

    private Keys(NodeIndex<K> index, List<K> keys) {
      this.index = index;
      this.view = Collections.unmodifiableList(keys);
    }

    @Override
    public K get(int i) {
      return index.key(i);
    }

    @Override
    public int size() {
      return index.size();
    }

    @Override
    public boolean contains(Object key) {
      return index.find(key) >= 0;
    }

    // AbstractList refuses changes only where there is something to change.

    @Override
    public Iterator<K> iterator() {
      return listIterator(0);
    }

    @Override
    public ListIterator<K> listIterator(int at) {
      return view.listIterator(at);
    }

    @Override
    public boolean addAll(Collection<? extends K> added) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean addAll(int at, Collection<? extends K> added) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(Object key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean removeAll(Collection<?> removed) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean retainAll(Collection<?> retained) {
      throw new UnsupportedOperationException();
    }
  }

  /** Nodes with the keys 0..size-1, for a type of keys that is known to be one of integers. */
  @SuppressWarnings("unchecked") // an Integer was found to be a K, and the range has no other keys
  private static <K> NodeIndex<K> range(int size) {
    return (NodeIndex<K>) new Range(size);
  }

  /** Returns the number of nodes. */
  int size();

  /** Returns the key of a node. */
  K key(int index);

  /** Returns the index of a key, or -1. */
  int find(Object key);

  /** Returns all keys by index, as an unmodifiable view. */
  List<K> keys();

  /**
   * Returns the index of a key.
   *
   * @param key the key
   * @param role what the message calls it, possibly empty
   * @throws IllegalArgumentException if there is no such node; the message names it
   */
  default int require(Object key, String role) {
    int index = find(key);
    if (index < 0) {
      throw new IllegalArgumentException(
          role
              + Quote.of(key)
              + " ("
              + (key == null ? "null" : key.getClass().getSimpleName())
              + ") is not a node: the graph has "
              + size()
              + " nodes, the first is "
              + Quote.of(key(0))
              + " ("
              + key(0).getClass().getSimpleName()
              + "); add the node first or correct the key");
    }
    return index;
  }

  /** Nodes whose keys are their indices: nothing is stored. */
  record Range(int size) implements NodeIndex<Integer> {
    @Override
    public Integer key(int index) {
      return Objects.checkIndex(index, size);
    }

    @Override
    public int find(Object key) {
      return key instanceof Integer i && i >= 0 && i < size ? i : -1;
    }

    @Override
    public List<Integer> keys() {
      return new Keys<>(
          this,
          new AbstractList<>() {
            @Override
            public Integer get(int index) {
              return key(index);
            }

            @Override
            public int size() {
              return size;
            }
          });
    }
  }

  /**
   * Nodes with keys of any type. A {@link HashMap} rather than a table of our own: about 60 bytes a
   * node, but keys that collide on purpose (a hostile file) cost it a logarithm only.
   */
  final class Keyed<K> implements NodeIndex<K> {
    private final List<K> keys;

    /**
     * By kind: a hash map keeps colliding keys in order only while they are of one class, and keys
     * of a hostile file collide. No key of a final class equals one of another class.
     */
    private final Map<Class<?>, Map<K, Integer>> indices;

    public Keyed() {
      keys = new ArrayList<>();
      indices = new HashMap<>();
    }

    private Keyed(Keyed<K> source) {
      keys = new ArrayList<>(source.keys);
      indices = new HashMap<>();
      source.indices.forEach((type, map) -> indices.put(type, new HashMap<>(map)));
    }

    public Keyed<K> copy() {
      return new Keyed<>(this);
    }

    /** Adds a key that is not yet there. */
    public int add(K key) {
      int index = keys.size();
      keys.add(key);
      indices.computeIfAbsent(kind(key), type -> new HashMap<>()).put(key, index);
      return index;
    }

    @Override
    public int size() {
      return keys.size();
    }

    @Override
    public K key(int index) {
      return keys.get(index);
    }

    private static Class<?> kind(Object key) {
      boolean isFinal = Modifier.isFinal(key.getClass().getModifiers());
      return isFinal && key instanceof Comparable ? key.getClass() : Object.class;
    }

    @Override
    public int find(Object key) {
      if (key == null) {
        return -1;
      }
      Integer index = indices.getOrDefault(kind(key), Map.of()).get(key);
      return index == null ? -1 : index;
    }

    @Override
    public List<K> keys() {
      return new Keys<>(this, keys);
    }
  }

  /**
   * Nodes of which some were added, removed or moved since there was another index, which is
   * shared. A change costs the same whatever the number of nodes.
   */
  final class Changed<K> implements NodeIndex<K> {
    private final NodeIndex<K> base;
    private final int size;
    private final PersistentArray<K> keys;

    /** Where keys are now that were not there or elsewhere before; -1 for those that are gone. */
    private final PersistentMap<K> indices;

    private Changed(
        NodeIndex<K> base, int size, PersistentArray<K> keys, PersistentMap<K> indices) {
      this.base = base;
      this.size = size;
      this.keys = keys;
      this.indices = indices;
    }

    /** Returns an index to change; the same nodes. */
    public static <K> Changed<K> of(NodeIndex<K> base) {
      return base instanceof Changed<K> changed
          ? changed
          : new Changed<>(base, base.size(), PersistentArray.empty(), PersistentMap.empty());
    }

    /** Returns how many nodes are not where they were. */
    public int changes() {
      return keys.count();
    }

    /** Returns the same nodes in one piece, in time linear in them. */
    public NodeIndex<K> compact() {
      return NodeIndex.of(new ArrayList<>(keys()));
    }

    /** Returns the nodes and one more, which is not among them; it is the last. */
    public Changed<K> with(K key) {
      return new Changed<>(base, size + 1, keys.with(size, key), indices.with(key, size));
    }

    /** Returns the nodes without one, whose index the last one gets. */
    public Changed<K> without(int index) {
      int last = size - 1;
      K moved = key(last);
      PersistentMap<K> left = indices.with(key(index), -1);
      return index == last
          ? new Changed<>(base, last, keys, left)
          : new Changed<>(base, last, keys.with(index, moved), left.with(moved, index));
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public K key(int index) {
      K changed = keys.get(Objects.checkIndex(index, size));
      return changed == null ? base.key(index) : changed;
    }

    @Override
    public int find(Object key) {
      if (key == null) {
        return -1;
      }
      int changed = indices.get(key, Integer.MIN_VALUE);
      return changed == Integer.MIN_VALUE ? base.find(key) : changed;
    }

    @Override
    public List<K> keys() {
      return new Keys<>(
          this,
          new AbstractList<>() {
            @Override
            public K get(int index) {
              return key(index);
            }

            @Override
            public int size() {
              return size;
            }
          });
    }
  }
}
