package io.github.gmnn.internal;

import org.jspecify.annotations.Nullable;
import org.nd4j.common.config.ND4JClassLoading;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOpsHolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ND4J backend of the application, if it has one. Networks of graph layers need none; what goes
 * through ND4J arrays asks here first, so that a missing backend is named as such, and a present
 * one is loaded only where it is used.
 */
public final class Nd4jBackend {
  private static final Logger log = LoggerFactory.getLogger(Nd4jBackend.class);

  /** How an application says which backend there is: ND4J reads the same file. */
  private static final String SERVICE = "META-INF/services/org.nd4j.linalg.factory.Nd4jBackend";

  private Nd4jBackend() {}

  /** Looked up once, by the first who asks. */
  private static final class Lookup {
    static final boolean PRESENT = isNamedFor(ND4JClassLoading.getNd4jClassloader());

    private static boolean isNamedFor(@Nullable ClassLoader loader) {
      return (loader == null ? ClassLoader.getSystemResource(SERVICE) : loader.getResource(SERVICE))
          != null;
    }
  }

  /** Loaded once, by the first who computes with it. */
  private static final class Loaded {
    static final @Nullable Throwable FAILURE = load();

    private static @Nullable Throwable load() {
      try {
        Nd4j.getBackend(); // loads the backend: NativeOpsHolder does not by itself
        return null;
      } catch (LinkageError e) {
        log.warn("the ND4J backend on the class path does not load", e);
        return e;
      }
    }
  }

  /** Returns whether a backend is on the class path, without loading it. */
  public static boolean isPresent() {
    return Lookup.PRESENT;
  }

  /**
   * Returns whether there is a backend that can be computed with, loading it where one is present.
   */
  public static boolean isUsable() {
    if (!isPresent() || Loaded.FAILURE != null) {
      return false;
    }
    limitOpenMp();
    return true;
  }

  /**
   * Checks that there is a backend, and loads it.
   *
   * @param user what is about to use it, such as "DL4J's DenseLayer"
   * @throws IllegalStateException if there is none or it does not load
   */
  public static void require(String user) {
    if (!isPresent()) {
      throw new IllegalStateException(
          user
              + " needs an ND4J backend, and none is on the class path: add org.nd4j:nd4j-native to"
              + " the application's dependencies, and once more with the classifier of its platform"
              + " (linux-x86_64, macosx-arm64, ...), as well as org.bytedeco:openblas and"
              + " org.bytedeco:javacpp with that classifier; docs/extend.md shows the lines");
    }
    if (Loaded.FAILURE != null) {
      throw new IllegalStateException(
          user
              + " needs an ND4J backend, and the one on the class path does not load: are the"
              + " artifacts with the classifier of this platform there?"
              + " docs/extend.md has the usual causes",
          Loaded.FAILURE);
    }
    limitOpenMp();
  }

  /**
   * Limits OpenMP to one thread on the thread of a fit: the operations that reach ND4J there are
   * small, and a team of threads that spin at the end of each costs a multiple of the work as soon
   * as another process wants a core. The limit is OpenMP's per-thread setting; other threads keep
   * theirs.
   */
  private static void limitOpenMp() {
    if (FitThread.startsUsingNd4j()) {
      NativeOpsHolder.getInstance().getDeviceNativeOps().setOmpNumThreads(1);
    }
  }
}
