package io.github.gmnn.examples.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Ninety days of generated payments. People get salaries, shop, pay rent and each other; treasurers
 * collect and forward. One account in twenty is a mule: it lives the same life, and belongs to a
 * ring that hands stolen money from one to the next within hours, a fee less each time.
 */
public final class Payments {
  /** A payment; seconds count from the first day. */
  public record Payment(int payer, int payee, String how, double amount, long seconds) {}

  private static final double DAY = 86_400;
  private static final int DAYS = 90;
  private static final int RING = 8;
  private static final int COMMUNITY = 30;

  private final Random random;
  private final int people;
  private final int shops;
  private final int employers;
  private final boolean[] fraud;
  private final double[] age;
  private final List<Payment> all = new ArrayList<>();

  /** Generates the payments of a number of accounts, the same for the same seed. */
  public Payments(int accounts, long seed) {
    random = new Random(seed);
    employers = accounts / 50;
    shops = accounts * 4 / 50;
    people = accounts - shops - employers;
    fraud = new boolean[accounts];
    age = new double[accounts];
    int[] mules = random.ints(0, people).distinct().limit(accounts / 20 / RING * RING).toArray();
    for (int mule : mules) {
      fraud[mule] = true;
    }
    for (int account = 0; account < accounts; account++) {
      age[account] = -Math.log(1 - random.nextDouble()) * (fraud[account] ? 900 : 1500);
    }
    for (int person = 0; person < people; person++) {
      live(person);
    }
    for (int first = 0; first < mules.length; first += RING) {
      launder(Arrays.copyOfRange(mules, first, first + RING));
    }
    all.sort(Comparator.comparingLong(Payment::seconds));
  }

  private void pay(int payer, int payee, String how, double amount, double day) {
    if (payer != payee && day < DAYS) {
      all.add(new Payment(payer, payee, how, Math.rint(100 * amount) / 100, (long) (day * DAY)));
    }
  }

  private double about(double median, double spread) {
    return median * Math.exp(spread * random.nextGaussian());
  }

  private double days(double mean) {
    return -Math.log(1 - random.nextDouble()) * mean;
  }

  private double anyDay() {
    return random.nextDouble() * DAYS;
  }

  private int shop() {
    return people + (int) (shops * Math.pow(random.nextDouble(), 2));
  }

  /** Somebody of the same community, or now and then anybody. */
  private int friend(int person) {
    int start = person / COMMUNITY * COMMUNITY;
    return random.nextInt(5) == 0
        ? random.nextInt(people)
        : start + random.nextInt(Math.min(COMMUNITY, people - start));
  }

  private void live(int person) {
    double salary = about(2200, 0.4);
    boolean employed = random.nextDouble() < (fraud[person] ? 0.5 : 0.7);
    int employer = people + shops + random.nextInt(employers);
    int landlord = friend(person);
    boolean rents = random.nextInt(5) < 2;
    for (int month = 0; month < 3 && employed; month++) {
      double payday = 30 * month + 2 * random.nextDouble();
      pay(employer, person, "salary", salary, payday);
      if (rents) {
        pay(person, landlord, "transfer", 0.35 * salary, payday + days(1));
      }
    }
    for (int i = random.nextInt(7); i > 0; i--) {
      pay(person, shop(), "card", about(30, 1), anyDay());
    }
    for (int i = random.nextInt(5); i > 0; i--) {
      pay(person, friend(person), "transfer", about(70, 1.1), anyDay());
    }
    if (random.nextInt(25) == 0) { // a treasurer
      collect(person);
    }
  }

  private void collect(int person) {
    double share = about(120, 0.8);
    double day = anyDay();
    int givers = 3 + random.nextInt(4);
    for (int i = 0; i < givers; i++) {
      pay(friend(person), person, "transfer", share, day + 2 * random.nextDouble());
    }
    int payee = random.nextBoolean() ? shop() : random.nextInt(people);
    pay(person, payee, "transfer", 0.97 * givers * share, day + 2 + days(0.7));
  }

  private void launder(int[] ring) {
    for (int job = 0; job < 3; job++) {
      int length = 3 + random.nextInt(4);
      int[] way = random.ints(0, RING).distinct().limit(length).map(i -> ring[i]).toArray();
      double amount = about(1500, 0.5);
      double day = anyDay();
      pay(random.nextInt(people), way[0], "transfer", amount, day);
      for (int step = 0; step < length; step++) {
        day += days(0.3);
        amount *= 0.9 + 0.08 * random.nextDouble();
        boolean last = step + 1 == length;
        boolean split = !last && random.nextInt(10) < 3;
        int next = last ? random.nextInt(people) : way[step + 1];
        pay(way[step], next, "transfer", split ? 0.5 * amount : amount, day);
        if (split) {
          pay(way[step], ring[random.nextInt(RING)], "transfer", 0.5 * amount, day + days(0.3));
          amount *= 0.5;
        }
      }
    }
    int boss = ring[random.nextInt(RING)];
    for (int mule : ring) {
      pay(boss, mule, "transfer", about(40, 0.3), anyDay());
    }
  }

  /** Returns how many accounts there are. */
  public int accounts() {
    return fraud.length;
  }

  /** Returns all payments in the order of their time. */
  public List<Payment> all() {
    return Collections.unmodifiableList(all);
  }

  /** Returns whether an account is a mule. */
  public boolean isFraud(int account) {
    return fraud[account];
  }

  /** Returns how many days ago an account was opened. */
  public double age(int account) {
    return age[account];
  }

  /** Returns some accounts as they come, one in twenty of them a mule, others by another draw. */
  public List<Integer> sample(int count, long draw) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, fraud.length).boxed().toList());
    Collections.shuffle(order, new Random(draw));
    List<Integer> chosen = new ArrayList<>();
    order.stream().filter(account -> fraud[account]).limit(count / 20).forEach(chosen::add);
    order.stream()
        .filter(account -> !fraud[account])
        .limit(count - count / 20)
        .forEach(chosen::add);
    return chosen;
  }

  /** Returns every other account of a sample, mules and others alike. */
  public static List<Integer> everyOther(List<Integer> sample) {
    return IntStream.range(0, sample.size() / 2).mapToObj(i -> sample.get(2 * i)).toList();
  }
}
