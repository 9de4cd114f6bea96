package io.quorate.controller.plan.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotRecord.State;
import io.quorate.spec.SnapshotPolicy.Keep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RetentionTest {
  private static final Keep KEEP = new Keep(2, 3, 2, 2, Optional.empty());
  private static final Keep NONE = new Keep(1, 0, 0, 0, Optional.empty());
  private static final Duration MONTH = Duration.ofDays(30);
  private static final Keep ALL_OF_A_MONTH = new Keep(100, 100, 100, 100, Optional.of(MONTH));

  static IntStream seeds() {
    return IntStream.range(0, 300);
  }

  /** Any catalogue: some generations, any state, some pinned, minted within two months. */
  private static List<SnapshotRecord> anyCatalogue(Random random) {
    List<SnapshotRecord> catalogue = new ArrayList<>();
    int count = random.nextInt(60);
    for (int n = 0; n < count; n++) {
      Instant at = ClusterFixture.NOW.minus(Duration.ofMinutes(random.nextInt(60 * 24 * 60)));
      SnapshotRecord taken =
          SnapshotRecord.taken(
              SnapshotFixture.manifest(at, new Generation(1 + random.nextInt(3)), n));
      SnapshotRecord record =
          switch (random.nextInt(4)) {
            case 0 -> taken.verifiedBy(new SnapshotRecord.Verified(at, 1));
            case 1 -> taken.failed("wrong");
            case 2 -> taken.deleting();
            default -> taken;
          };
      catalogue.add(
          record.state() != State.DELETING && random.nextInt(8) == 0
              ? record.pinned(Optional.of("alice"))
              : record);
    }
    return catalogue;
  }

  /** A clock was ahead, or an agent made it up: it may be the best source there is. */
  @Test
  void oneThatIsLaterThanTheClockStaysAndTakesNobodysPlace() {
    SnapshotRecord old = SnapshotFixture.verified(Duration.ofHours(3), 10);
    SnapshotRecord newest = SnapshotFixture.verified(Duration.ofHours(1), 20);
    List<SnapshotRecord> later =
        List.of(
            SnapshotFixture.verified(Duration.ofMinutes(-6), 50),
            SnapshotFixture.verified(Duration.ofDays(-9999), 51),
            SnapshotFixture.taken(Duration.ofDays(-9999), 52));
    List<SnapshotRecord> catalogue = new ArrayList<>(later);
    catalogue.add(old);
    catalogue.add(newest);

    assertThat(Retention.toDelete(catalogue, NONE, Set.of(), ClusterFixture.NOW))
        .containsExactly(old);
    assertThat(Retention.newestVerified(catalogue, ClusterFixture.NOW)).contains(newest);
  }

  /** An agent can put any number of manifests and marks into the bucket. */
  @Test
  void whatWasFoundInTheBucketTakesNobodysPlace() {
    SnapshotRecord old = SnapshotFixture.verified(Duration.ofHours(5), 10);
    SnapshotRecord newest = SnapshotFixture.verified(Duration.ofHours(4), 20);
    List<SnapshotRecord> catalogue = new ArrayList<>(List.of(old, newest));
    for (int n = 0; n < 20; n++) {
      SnapshotRecord forged = SnapshotFixture.verified(Duration.ofMinutes(n), 100 + n);
      catalogue.add(
          SnapshotRecord.found(forged.manifest()).verifiedBy(forged.verified().orElseThrow()));
    }

    List<SnapshotRecord> gone = Retention.toDelete(catalogue, NONE, Set.of(), ClusterFixture.NOW);

    assertThat(gone).contains(old).doesNotContain(newest);
    assertThat(gone).as("all found ones but the newest").hasSize(1 + 19);
  }

  /** None of the controller's own is verified: however many marks there are, all stay. */
  @Test
  void noMarkMakesTheOnesGoThatNobodyHasVerified() {
    List<SnapshotRecord> own =
        List.of(
            SnapshotFixture.taken(Duration.ofHours(5), 10),
            SnapshotFixture.taken(Duration.ofHours(4), 20));
    List<SnapshotRecord> catalogue = new ArrayList<>(own);
    SnapshotRecord forged = SnapshotFixture.verified(Duration.ofMinutes(1), 100);
    catalogue.add(
        SnapshotRecord.found(forged.manifest()).verifiedBy(forged.verified().orElseThrow()));

    assertThat(Retention.toDelete(catalogue, NONE, Set.of(), ClusterFixture.NOW)).isEmpty();
  }

  private static Keep anyKeep(Random random) {
    return new Keep(
        1 + random.nextInt(5),
        random.nextInt(5),
        random.nextInt(5),
        random.nextInt(5),
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(Duration.ofHours(1 + random.nextInt(24 * 60))));
  }

  private static Set<SnapshotId> ids(List<SnapshotRecord> records) {
    return records.stream().map(SnapshotRecord::id).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Guards("EXPIRE_SNAPSHOTS")
  void whatMustStayStays(int seed) {
    Random random = new Random(seed);
    List<SnapshotRecord> catalogue = anyCatalogue(random);
    Set<SnapshotId> named =
        catalogue.stream()
            .filter(record -> random.nextInt(10) == 0)
            .map(SnapshotRecord::id)
            .collect(Collectors.toSet());
    Set<SnapshotId> gone =
        ids(Retention.toDelete(catalogue, anyKeep(random), named, ClusterFixture.NOW));

    assertThat(gone).as("named").doesNotContainAnyElementsOf(named.isEmpty() ? none() : named);
    for (SnapshotRecord record : catalogue) {
      if (record.pinnedBy().isPresent() || record.state() == State.DELETING) {
        assertThat(gone).doesNotContain(record.id());
      }
    }
    Map<Generation, List<SnapshotRecord>> generations =
        catalogue.stream().collect(Collectors.groupingBy(record -> record.id().generation()));
    generations.forEach(
        (generation, records) -> {
          Optional<SnapshotRecord> newest =
              records.stream()
                  .filter(record -> record.state() == State.VERIFIED)
                  .max(Comparator.comparing(SnapshotRecord::id));
          if (newest.isPresent()) {
            assertThat(gone)
                .as("newest verified of %s", generation)
                .doesNotContain(newest.get().id());
          } else {
            // A catalogue of sixty is within what stays of unverified generations.
            assertThat(gone)
                .as("generation %s", generation)
                .doesNotContainAnyElementsOf(ids(records));
          }
        });
  }

  private static Set<SnapshotId> none() {
    return Set.of(new SnapshotId("20000101T000000Z-g9-0000"));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatWasDeletedChangesNothingForTheRest(int seed) {
    Random random = new Random(seed);
    List<SnapshotRecord> catalogue = anyCatalogue(random);
    Keep keep = anyKeep(random);
    Set<SnapshotId> gone = ids(Retention.toDelete(catalogue, keep, Set.of(), ClusterFixture.NOW));
    List<SnapshotRecord> rest =
        catalogue.stream().filter(record -> !gone.contains(record.id())).toList();

    assertThat(Retention.toDelete(rest, keep, Set.of(), ClusterFixture.NOW)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void deletingInPartsEndsWithTheSameCatalogue(int seed) {
    Random random = new Random(seed);
    List<SnapshotRecord> left = new ArrayList<>(anyCatalogue(random));
    Keep keep = anyKeep(random);
    Set<SnapshotId> atOnce = ids(Retention.toDelete(left, keep, Set.of(), ClusterFixture.NOW));
    Set<SnapshotId> inParts = new HashSet<>();
    for (int round = 0; round < 100; round++) {
      List<SnapshotRecord> next =
          Retention.toDelete(left, keep, Set.of(), ClusterFixture.NOW).stream().limit(3).toList();
      next.forEach(record -> inParts.add(record.id()));
      left.removeAll(next);
    }

    assertThat(inParts).isEqualTo(atOnce);
  }

  @Test
  void theLatestAndTheNewestOfEachPeriodStay() {
    List<SnapshotRecord> catalogue = new ArrayList<>();
    for (int halfHours = 0; halfHours < 48 * 30; halfHours++) {
      catalogue.add(SnapshotFixture.verified(Duration.ofMinutes(30L * halfHours), 1));
    }
    Set<SnapshotId> gone = ids(Retention.toDelete(catalogue, KEEP, Set.of(), ClusterFixture.NOW));

    List<String> stays =
        catalogue.stream()
            .map(SnapshotRecord::id)
            .filter(id -> !gone.contains(id))
            .map(id -> id.value().substring(0, 13))
            .toList();
    // It is Friday, 03:04: the latest two, three hours, two days and two weeks.
    assertThat(stays)
        .containsExactly(
            "20260102T0304", "20260102T0234", "20260102T0134", "20260101T2334", "20251228T2334");
  }

  @Test
  @Guards("EXPIRE_SNAPSHOTS")
  void oneThatIsTooOldGoesAlthoughThePeriodsWouldKeepIt() {
    SnapshotRecord old = SnapshotFixture.verified(MONTH.plusSeconds(1), 1);
    SnapshotRecord pinned =
        SnapshotFixture.verified(MONTH.plusDays(2), 2).pinned(Optional.of("alice"));
    SnapshotRecord named = SnapshotFixture.verified(MONTH.plusDays(3), 3);
    SnapshotRecord young = SnapshotFixture.verified(MONTH, 4);
    SnapshotRecord newest = SnapshotFixture.verified(Duration.ofHours(1), 5);

    assertThat(
            Retention.toDelete(
                List.of(old, pinned, named, young, newest),
                ALL_OF_A_MONTH,
                Set.of(named.id()),
                ClusterFixture.NOW))
        .containsExactly(old);
  }

  @Test
  @Guards("EXPIRE_SNAPSHOTS")
  void theNewestVerifiedAndWhatCameAfterItStayAtAnyAge() {
    SnapshotRecord old = SnapshotFixture.taken(Duration.ofDays(400), 1);
    SnapshotRecord verified = SnapshotFixture.verified(Duration.ofDays(300), 2);
    SnapshotRecord after = SnapshotFixture.taken(Duration.ofDays(200), 3);

    assertThat(
            Retention.toDelete(
                List.of(old, verified, after), ALL_OF_A_MONTH, Set.of(), ClusterFixture.NOW))
        .containsExactly(old);
  }

  @Test
  void aWrongOneStaysForADay() {
    SnapshotRecord right = SnapshotFixture.verified(Duration.ZERO, 9);
    SnapshotRecord recent = SnapshotFixture.taken(Duration.ofHours(23), 8).failed("wrong");
    SnapshotRecord old = SnapshotFixture.taken(Duration.ofHours(25), 7).failed("wrong");

    assertThat(Retention.toDelete(List.of(right, recent, old), NONE, Set.of(), ClusterFixture.NOW))
        .containsExactly(old);
  }

  /** Any of them may be the only one that is right, so that they stay spread over the time. */
  @Test
  @Guards("EXPIRE_SNAPSHOTS")
  void ofAYearWithoutAVerifiedOneStaySomeOfEachTime() {
    List<SnapshotRecord> year = new ArrayList<>();
    for (int halfHours = 0; halfHours < 365 * 48; halfHours++) {
      SnapshotRecord taken = SnapshotFixture.taken(Duration.ofMinutes(30L * halfHours), 1);
      year.add(halfHours % 3 == 0 ? taken.failed("HASH") : taken);
    }

    Set<SnapshotId> gone = ids(Retention.toDelete(year, NONE, Set.of(), ClusterFixture.NOW));
    List<SnapshotRecord> stays =
        year.stream().filter(record -> !gone.contains(record.id())).toList();

    assertThat(stays).hasSizeBetween(200, 100 + 48 + 90 + 104 + 1);
    assertThat(stays.subList(0, 100)).as("the latest").isEqualTo(year.subList(0, 100));
    assertThat(stays).as("the first").contains(year.getLast());
    for (int n = 1; n < stays.size(); n++) {
      Duration apart =
          Duration.between(stays.get(n).id().mintedAt(), stays.get(n - 1).id().mintedAt());
      assertThat(apart).as("before %s", stays.get(n - 1).id()).isLessThan(Duration.ofDays(8));
    }
    assertThat(Retention.toDelete(stays, NONE, Set.of(), ClusterFixture.NOW)).isEmpty();
  }

  /** A generation that lasted a moment is as much a part of it as one that lasted a year. */
  @Test
  void whatStaysOfUnverifiedGenerationsIsBoundedOverAllOfThem() {
    List<SnapshotRecord> all = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      for (int halfHours = 0; halfHours < 200; halfHours++) {
        Instant at = ClusterFixture.NOW.minus(Duration.ofMinutes(30L * (n * 200 + halfHours) + 1));
        all.add(SnapshotRecord.taken(SnapshotFixture.manifest(at, new Generation(20 - n), 1)));
      }
    }
    Set<SnapshotId> gone = ids(Retention.toDelete(all, NONE, Set.of(), ClusterFixture.NOW));

    assertThat(all.size() - gone.size()).isLessThanOrEqualTo(100 + 48 + 90 + 104 + 2 * 20);
    for (int n = 1; n <= 20; n++) {
      Generation generation = new Generation(n);
      List<SnapshotId> of =
          all.stream()
              .map(SnapshotRecord::id)
              .filter(id -> id.generation().equals(generation))
              .sorted()
              .toList();
      assertThat(gone).doesNotContain(of.getFirst(), of.getLast());
    }
  }

  @Test
  void withoutAVerifiedOneNoneOfAFewGoes() {
    List<SnapshotRecord> catalogue =
        List.of(
            SnapshotFixture.taken(Duration.ofDays(300), 1),
            SnapshotFixture.taken(Duration.ofDays(200), 2),
            SnapshotFixture.taken(Duration.ofDays(100), 3));

    assertThat(Retention.toDelete(catalogue, NONE, Set.of(), ClusterFixture.NOW)).isEmpty();
  }
}
