package io.quorate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link RecordStore} must do; each test uses partitions of its own. */
public abstract class RecordStoreContract {
  private static final int TAKERS = 32;

  private final String partition = "c" + UUID.randomUUID().toString().substring(0, 13);

  /** The store under test, with both tables there. */
  protected abstract RecordStore store();

  private Key key(String sort) {
    return new Key(Table.CLUSTERS, partition, sort);
  }

  private WriteResult put(Key key, Map<String, Object> attributes, Expect expect) {
    return store().write(new Write.Put(new Item(key, attributes), expect));
  }

  private Optional<Map<String, Object>> stored(Key key) {
    return Optional.ofNullable(store().read(List.of(key)).get(key)).map(Item::attributes);
  }

  private static final Map<String, Object> ALL_KINDS =
      Map.of(
          "text",
          "a ü",
          "none",
          "",
          "number",
          9_007_199_254_740_993L,
          "negative",
          -3L,
          "flag",
          true,
          "list",
          List.of("a", "b", Map.of("n", 1L)),
          "empty",
          List.of(),
          "map",
          Map.of("inner", Map.of("deep", List.of(1L, 2L))),
          "nothing",
          Map.of());

  @Test
  void keepsEveryKindOfValue() {
    put(key("a"), ALL_KINDS, Expect.anything());

    assertThat(stored(key("a"))).contains(ALL_KINDS);
  }

  @Test
  void leavesMissingRecordsOutAndReadsBothTablesAtOnce() {
    Key node = new Key(Table.NODES, partition, "i-1");
    put(key("a"), Map.of("n", 1L), Expect.anything());
    put(node, Map.of("n", 2L), Expect.anything());

    Map<Key, Item> found = store().read(List.of(key("a"), node, key("b"), key("a")));

    assertThat(found).containsOnlyKeys(key("a"), node);
    assertThat(found.get(node)).isEqualTo(new Item(node, Map.of("n", 2L)));
    assertThat(store().read(List.of())).isEmpty();
  }

  private void node(String instance, int bytes) {
    put(
        new Key(Table.NODES, partition, instance),
        Map.of("text", "a".repeat(bytes)),
        Expect.anything());
  }

  @Test
  void keepsOfARowThatIsTooLargeTheKeyAlone() {
    node("i-1", 10);
    node("i-2", NodeListing.LARGEST_ROW - 4);
    node("i-3", NodeListing.LARGEST_ROW - 3);

    NodeListing nodes = store().nodes(partition);

    assertThat(nodes.whole()).isTrue();
    assertThat(nodes.rows())
        .extracting(row -> row.key().sort())
        .as("in the order of their keys")
        .containsExactly("i-1", "i-2");
    assertThat(nodes.rows().getFirst().attributes()).isEqualTo(Map.of("text", "a".repeat(10)));
    assertThat(nodes.large()).isEqualTo(Map.of("i-3", NodeListing.LARGEST_ROW + 1L));
  }

  @Test
  void readsNoMoreRowsOfAClusterThanTheBoundsLet() {
    int each = 390_000;
    long most = NodeListing.MOST_BYTES / each;
    for (int n = 1; n <= most + 3; n++) {
      node("i-%03d".formatted(n), each);
    }

    NodeListing nodes = store().nodes(partition);

    assertThat(nodes.whole()).isFalse();
    assertThat(nodes.large()).hasSizeBetween((int) most - 1, (int) most + 1);
    assertThat(nodes.excess(partition)).contains(partition, "i-001 (390004 bytes)");
    assertThat(store().nodes(partition + "-other"))
        .as("another cluster's are read as ever")
        .isEqualTo(new NodeListing(List.of(), Map.of(), true));
  }

  @Test
  void aGlanceFindsWhatWasWrittenLongBeforeAndNothingElse() {
    put(key("a"), Map.of("n", 1L), Expect.anything());

    assertThat(store().glance(key("b"))).isEmpty();
    // It may be late, and is soon not.
    Optional<Item> seen = Optional.empty();
    for (int look = 0; seen.isEmpty() && look < 1_000; look++) {
      seen = store().glance(key("a"));
    }
    assertThat(seen).contains(new Item(key("a"), Map.of("n", 1L)));
  }

  @Test
  void putsOnlyWhereNothingStood() {
    assertThat(put(key("a"), Map.of("n", 1L), Expect.noRecord()))
        .isEqualTo(new WriteResult.Written(Optional.empty()));

    assertThat(put(key("a"), Map.of("n", 2L), Expect.noRecord()))
        .isEqualTo(
            new WriteResult.Refused(
                Optional.of(new Item(key("a"), Map.of("n", 1L))), List.of(key("a"))));
    assertThat(stored(key("a"))).contains(Map.of("n", 1L));
  }

  @Test
  void putReplacesTheWholeRecord() {
    put(key("a"), Map.of("old", 1L), Expect.anything());
    put(key("a"), Map.of("new", 1L), Expect.anything());

    assertThat(stored(key("a"))).contains(Map.of("new", 1L));
  }

  @Test
  void takesARecordAwayOnlyWhereItIsAsExpected() {
    put(key("a"), Map.of("n", 1L), Expect.anything());

    assertThat(store().write(new Write.Delete(key("a"), Expect.is("n", 2))))
        .isEqualTo(
            new WriteResult.Refused(
                Optional.of(new Item(key("a"), Map.of("n", 1L))), List.of(key("a"))));
    assertThat(store().write(new Write.Delete(key("a"), Expect.is("n", 1))))
        .isEqualTo(new WriteResult.Written(Optional.empty()));
    assertThat(stored(key("a"))).isEmpty();
    assertThat(store().write(new Write.Delete(key("a"), Expect.anything())).written()).isTrue();
    assertThat(store().write(new Write.Delete(key("a"), Expect.is("n", 1))).written()).isFalse();
  }

  @Test
  void aTransactionTakesAllOfItsRecordsAwayOrNone() {
    put(key("a"), Map.of("n", 1L), Expect.anything());
    put(key("b"), Map.of("n", 1L), Expect.anything());
    Write first = new Write.Delete(key("a"), Expect.is("n", 1));

    assertThat(store().transact(List.of(first, new Write.Delete(key("b"), Expect.is("n", 2)))))
        .isEqualTo(new WriteResult.Refused(Optional.empty(), List.of(key("b"))));
    assertThat(stored(key("a"))).isPresent();
    assertThat(
            store()
                .transact(
                    List.of(
                        first,
                        new Write.Delete(key("b"), Expect.anything()),
                        new Write.Delete(key("c"), Expect.anything())))
                .written())
        .isTrue();
    assertThat(stored(key("a"))).isEmpty();
    assertThat(stored(key("b"))).isEmpty();
  }

  @Test
  void aRefusalOfWhatIsMissingShowsNothing() {
    assertThat(put(key("a"), Map.of("n", 1L), Expect.is("n", 1)))
        .isEqualTo(new WriteResult.Refused(Optional.empty(), List.of(key("a"))));
  }

  @Test
  void conditionsTellTextNumbersAndMissingAttributesApart() {
    Map<String, Object> record = Map.of("text", "5", "number", 5L);
    Map<Expect, Boolean> cases = new HashMap<>();
    cases.put(Expect.is("text", "5"), true);
    cases.put(Expect.is("text", 5), false);
    cases.put(Expect.is("number", 5), true);
    cases.put(Expect.is("number", "5"), false);
    cases.put(Expect.is("other", "5"), false);
    cases.put(Expect.missing("other"), true);
    cases.put(Expect.missing("text"), false);
    cases.put(Expect.below("number", 6), true);
    cases.put(Expect.below("number", 5), false);
    cases.put(Expect.above("number", 4), true);
    cases.put(Expect.above("number", 5), false);
    cases.put(Expect.above("text", 4), false);
    cases.put(Expect.above("other", 4), false);
    cases.put(Expect.below("text", 6), false);
    cases.put(Expect.below("other", 6), false);
    cases.put(Expect.noRecord(), false);
    cases.put(Expect.all(Expect.is("number", 5), Expect.missing("other")), true);
    cases.put(Expect.all(Expect.is("number", 5), Expect.missing("text")), false);
    cases.put(Expect.any(Expect.noRecord(), Expect.is("text", "5")), true);
    cases.put(Expect.any(Expect.noRecord(), Expect.all(Expect.missing("text"))), false);
    put(key("a"), record, Expect.anything());

    cases.forEach(
        (expect, holds) ->
            assertThat(put(key("a"), record, expect).written()).as("%s", expect).isEqualTo(holds));
  }

  @Test
  void aMissingRecordMissesEveryAttribute() {
    assertThat(put(key("a"), Map.of("n", 1L), Expect.missing("n")).written()).isTrue();
  }

  @Test
  void anUpdateSetsAndAddsAndShowsTheWholeRecord() {
    put(key("a"), Map.of("kept", "k", "n", 1L), Expect.anything());

    WriteResult result =
        store()
            .write(
                new Write.Update(
                    key("a"), Map.of("set", "s"), Map.of("n", 2L, "m", 1L), Expect.is("n", 1)));

    Map<String, Object> after = Map.of("kept", "k", "set", "s", "n", 3L, "m", 1L);
    assertThat(result).isEqualTo(new WriteResult.Written(Optional.of(new Item(key("a"), after))));
    assertThat(stored(key("a"))).contains(after);
  }

  @Test
  void anUpdateMakesAMissingRecordUnlessRefused() {
    Write refused = new Write.Update(key("a"), Map.of(), Map.of("n", 1L), Expect.is("owner", ""));
    Write made = new Write.Update(key("a"), Map.of(), Map.of("n", 1L), Expect.noRecord());

    assertThat(store().write(refused).written()).isFalse();
    assertThat(stored(key("a"))).isEmpty();
    assertThat(store().write(made).written()).isTrue();
    assertThat(stored(key("a"))).contains(Map.of("n", 1L));
  }

  @Test
  void listsOnePartitionsPrefixInOrder() {
    List.of("journal#2", "journal#1", "journal", "journam", "lease")
        .forEach(sort -> put(key(sort), Map.of("is", sort), Expect.anything()));
    Key foreign = new Key(Table.CLUSTERS, partition + "x", "journal#3");
    put(foreign, Map.of("is", "foreign"), Expect.anything());
    put(new Key(Table.NODES, partition, "journal#4"), Map.of("n", 1L), Expect.anything());

    assertThat(store().list(Table.CLUSTERS, partition, "journal#"))
        .containsExactly(
            new Item(key("journal#1"), Map.of("is", "journal#1")),
            new Item(key("journal#2"), Map.of("is", "journal#2")));
    assertThat(store().list(Table.CLUSTERS, partition, "")).hasSize(5);
    assertThat(store().list(Table.CLUSTERS, partition + "-none", "")).isEmpty();
  }

  @Test
  void listsMoreThanOnePageAndTheNewestFirst() {
    String long70k = "x".repeat(70_000);
    List<String> sorts =
        IntStream.range(0, 33).mapToObj(i -> String.format("journal#%02d", i)).toList();
    sorts.forEach(sort -> put(key(sort), Map.of("text", long70k), Expect.anything()));
    put(key("lease"), Map.of("n", 1L), Expect.anything());

    assertThat(store().list(Table.CLUSTERS, partition, "journal#"))
        .extracting(item -> item.key().sort())
        .isEqualTo(sorts);
    assertThat(store().range(Table.CLUSTERS, partition, "journal#3", "journal#31~"))
        .extracting(item -> item.key().sort())
        .containsExactly("journal#30", "journal#31");
    assertThat(store().newest(Table.CLUSTERS, partition, "journal#", 2))
        .extracting(item -> item.key().sort())
        .containsExactly("journal#32", "journal#31");
    assertThat(store().newest(Table.CLUSTERS, partition, "journal#", 40))
        .extracting(item -> item.key().sort())
        .isEqualTo(sorts.reversed());
  }

  @Test
  void readsManyLargeRecordsAtOnce() {
    String long200k = "x".repeat(200_000);
    List<Key> keys = IntStream.range(0, 90).mapToObj(i -> key("k" + i)).toList();
    keys.forEach(key -> put(key, Map.of("text", long200k), Expect.anything()));

    assertThat(store().read(keys)).containsOnlyKeys(keys);
  }

  @Test
  void aTransactionHappensWholly() {
    put(key("lease"), Map.of("token", 7L), Expect.anything());

    WriteResult result =
        store()
            .transact(
                List.of(
                    new Write.Check(key("lease"), Expect.is("token", 7)),
                    new Write.Put(new Item(key("a"), Map.of("n", 1L)), Expect.noRecord()),
                    new Write.Update(
                        new Key(Table.NODES, partition, "i-1"),
                        Map.of("s", "x"),
                        Map.of("n", 1L),
                        Expect.anything())));

    assertThat(result).isEqualTo(new WriteResult.Written(Optional.empty()));
    assertThat(stored(key("a"))).contains(Map.of("n", 1L));
    assertThat(stored(key("lease"))).contains(Map.of("token", 7L));
    assertThat(stored(new Key(Table.NODES, partition, "i-1"))).contains(Map.of("s", "x", "n", 1L));
  }

  @Test
  void aTransactionHappensNotAtAllAndNamesTheFailedConditions() {
    put(key("lease"), Map.of("token", 8L), Expect.anything());

    WriteResult result =
        store()
            .transact(
                List.of(
                    new Write.Put(new Item(key("a"), Map.of("n", 1L)), Expect.anything()),
                    new Write.Check(key("lease"), Expect.is("token", 7)),
                    new Write.Put(new Item(key("b"), Map.of("n", 1L)), Expect.is("n", 0))));

    assertThat(result)
        .isEqualTo(new WriteResult.Refused(Optional.empty(), List.of(key("lease"), key("b"))));
    assertThat(store().read(List.of(key("a"), key("b")))).isEmpty();
  }

  @Test
  void refusesWhatNoStoreMayAllow() {
    Write put = new Write.Put(new Item(key("a"), Map.of("n", 1L)), Expect.anything());
    Write check = new Write.Check(key("a"), Expect.anything());
    List<Write> tooMany = new ArrayList<>();
    List<Key> tooManyKeys = new ArrayList<>();
    for (int i = 0; i < 101; i++) {
      tooMany.add(new Write.Put(new Item(key("k" + i), Map.of()), Expect.anything()));
      tooManyKeys.add(key("k" + i));
    }

    assertIllegal(() -> store().transact(List.of(put, check)));
    assertIllegal(() -> store().transact(tooMany));
    assertIllegal(() -> store().transact(List.of()));
    assertIllegal(() -> store().read(tooManyKeys));
    assertIllegal(() -> put(key("a"), Map.of("fraction", 0.5), Expect.anything()));
    assertThat(store().list(Table.CLUSTERS, partition, "")).isEmpty();
  }

  private static void assertIllegal(Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTransactionOfAHundredPartsHappens() {
    List<Write> writes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      writes.add(new Write.Put(new Item(key("k" + i), Map.of("n", 1L)), Expect.noRecord()));
    }

    assertThat(store().transact(writes).written()).isTrue();
    assertThat(store().list(Table.CLUSTERS, partition, "k")).hasSize(100);
  }

  @Test
  void whatWasReadDoesNotChange() {
    Map<String, Object> mine = new HashMap<>(Map.of("n", 1L));
    put(key("a"), mine, Expect.anything());
    mine.put("n", 2L);
    Map<String, Object> before = stored(key("a")).orElseThrow();
    store().write(new Write.Update(key("a"), Map.of(), Map.of("n", 4L), Expect.anything()));

    assertThat(before).isEqualTo(Map.of("n", 1L));
    assertThat(stored(key("a"))).contains(Map.of("n", 5L));
  }

  @Test
  void ofManyTakersAtOnceExactlyOneTakes() throws Exception {
    List<WriteResult> results =
        atOnce(
            taker ->
                store()
                    .write(
                        new Write.Update(
                            key("lease"),
                            Map.of("owner", "taker-" + taker),
                            Map.of("token", 1L),
                            Expect.any(Expect.noRecord(), Expect.is("owner", "")))));

    assertThat(results.stream().filter(WriteResult::written)).hasSize(1);
    Map<String, Object> taken = stored(key("lease")).orElseThrow();
    assertThat(taken).containsEntry("token", 1L);
    results.stream()
        .filter(WriteResult.Refused.class::isInstance)
        .map(WriteResult.Refused.class::cast)
        .forEach(
            refused -> assertThat(refused.existing().orElseThrow().attributes()).isEqualTo(taken));
  }

  @Test
  void addsOfManyAtOnceAreAllCounted() throws Exception {
    List<WriteResult> results =
        atOnce(
            taker ->
                store()
                    .write(
                        new Write.Update(
                            key("count"), Map.of(), Map.of("n", 1L), Expect.anything())));

    assertThat(results)
        .extracting(
            result ->
                switch (result) {
                  case WriteResult.Written written ->
                      written.updated().orElseThrow().attributes().get("n");
                  case WriteResult.Refused refused -> "refused";
                })
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, TAKERS).mapToObj(n -> (Object) (long) n).toList());
  }

  private interface Taker {
    WriteResult take(int taker);
  }

  private static List<WriteResult> atOnce(Taker call) throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newFixedThreadPool(TAKERS)) {
      List<Future<WriteResult>> futures = new ArrayList<>();
      for (int i = 0; i < TAKERS; i++) {
        int taker = i;
        futures.add(
            threads.submit(
                () -> {
                  go.await();
                  return call.take(taker);
                }));
      }
      go.countDown();
      List<WriteResult> results = new ArrayList<>();
      for (Future<WriteResult> future : futures) {
        results.add(future.get());
      }
      return results;
    }
  }
}
