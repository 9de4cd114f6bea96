package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.guards.Guards;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecReaderRulesTest {
  private static final String START = "name: demo\netcd:\n  version: '3.5'\n";

  @ParameterizedTest
  @CsvSource({
    "size, 1, 0",
    "size, 7, 9",
    "size, 5, 6",
    "size, 3, three",
    "group, my-group/a_b.c, my group",
    "etcd.quota, 16MiB, 16383KiB",
    "etcd.quota, 8GiB, 8589934593",
    "etcd.maxRequest, 64KiB, 65535",
    "etcd.maxRequest, 10MiB, 10485761",
    "etcd.autoCompaction.mode, off, none",
    "etcd.autoCompaction.retention, 1m, 59s",
    "etcd.autoCompaction.retention, 8760h, 8761h",
    "etcd.heartbeatInterval, 10ms, 9ms",
    "etcd.electionTimeout, 500ms, 499ms",
    "etcd.electionTimeout, 25s, 51s",
    "etcd.snapshotCount, 1000, 999",
    "etcd.snapshotCount, 1000000, 1000001",
    "timings.heartbeatSteady, 500ms, 499ms",
    "timings.heartbeatSteady, 30s, 30001ms",
    "timings.heartbeatFast, 100ms, 99ms",
    "timings.heartbeatFast, 2s, 2001ms",
    "timings.missedHeartbeats, 2, 1",
    "timings.missedHeartbeats, 3, 101",
    "timings.bootTimeout, 5s, 4999ms",
    "timings.bootTimeout, 2h, 121m",
    "timings.bootstrapWait, 1s, 999ms",
    "timings.bootstrapWait, 1h, 61m",
    "timings.joinDeadline, 40s, 4s",
    "timings.joinDeadline, 24h, 25h",
    "timings.learnerLag, 1, 0",
    "timings.learnerLag, 1000000, 1000001",
    "timings.silentGrace, 40s, 999ms",
    "timings.silentGrace, 24h, 25h",
    "timings.stoppedGrace, 1s, 999ms",
    "timings.stoppedGrace, 24h, 25h",
    "timings.restartBackoffMax, 100ms, 99ms",
    "timings.restartBackoffMax, 10m, 11m",
    "timings.controlRecordWait, 100ms, 99ms",
    "timings.controlRecordWait, 1m, 61s",
    "timings.stopGrace, 1s, 999ms",
    "timings.stopGrace, 5m, 6m"
  })
  void eachFieldTakesItsEdgeAndRefusesWhatLiesBeyond(String path, String edge, String beyond) {
    assertThat(errors(tree(Map.of(path, edge)))).isEmpty();
    assertThat(errors(tree(Map.of(path, beyond))))
        .anySatisfy(
            error -> {
              assertThat(error.path()).isEqualTo(path);
              assertThat(error.given()).isEqualTo('"' + beyond + '"');
              assertThat(error.problem()).startsWith("expected ");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "etcd.heartbeatInterval, 200ms, etcd.electionTimeout, 999ms, etcd.electionTimeout",
    "timings.heartbeatSteady, 1s, timings.heartbeatFast, 1001ms, timings.heartbeatSteady",
    "timings.missedHeartbeats, 13, timings.heartbeatSteady, 5s, timings.silentGrace",
    "timings.missedHeartbeats, 100, timings.joinDeadline, 1999s, timings.joinDeadline",
    "etcd.electionTimeout, 40s, timings.silentGrace, 79s, timings.silentGrace",
    "etcd.electionTimeout, 10s, timings.joinDeadline, 19s, timings.joinDeadline",
    "etcd.quota, 16MiB, etcd.maxRequest, 16MiB, etcd.maxRequest",
    "etcd.autoCompaction.mode, periodic, etcd.autoCompaction.retention, 100,"
        + " etcd.autoCompaction.retention",
    "etcd.autoCompaction.mode, revision, etcd.autoCompaction.retention, 1h,"
        + " etcd.autoCompaction.retention",
    "etcd.autoCompaction.mode, off, etcd.autoCompaction.retention, 1h,"
        + " etcd.autoCompaction.retention"
  })
  @Guards({"CrossRules#1", "CrossRules#2", "CrossRules#3", "CrossRules#4", "CrossRules#5"})
  void fieldsThatDoNotGoTogetherAreRefused(
      String one, String oneValue, String other, String otherValue, String blamed) {
    assertThat(errors(tree(Map.of(one, oneValue, other, otherValue))))
        .extracting(SpecError::path)
        .contains(blamed);
  }

  @ParameterizedTest
  @CsvSource({
    "nam, name",
    "etcd.quotas, etcd.quota",
    "timing, timings",
    "electionTimeout," + " etcd.electionTimeout",
    "timings.HEARTBEATFAST, timings.heartbeatFast"
  })
  void anUnknownFieldNamesTheNearest(String path, String meant) {
    assertThat(errors(tree(Map.of(path, "1"))))
        .extracting(SpecError::problem)
        .containsExactly("unknown field; did you mean " + meant + "?");
  }

  @Test
  void anUnknownFieldNearNothingNamesThePage() {
    assertThat(errors(tree(Map.of("zzzzzzzz", "1"))))
        .extracting(SpecError::problem)
        .containsExactly("unknown field; docs/configuration.md lists every field");
  }

  @Test
  void whatMustBeGivenIsNamedWhenLeftOut() {
    assertThat(errors(Map.of()))
        .extracting(SpecError::path)
        .containsExactly("name", "etcd.version");
  }

  @Test
  void fieldsAndSectionsAreNotTakenForEachOther() {
    assertThat(errors(tree(Map.of("timings", "fast"))))
        .extracting(SpecError::path)
        .containsExactly("timings");
    assertThat(errors(tree(Map.of("size", Map.of("x", 3L)))))
        .extracting(SpecError::path)
        .containsExactly("size");
    assertThat(errors(tree(Map.of("size", List.of(3L)))))
        .extracting(SpecError::path)
        .containsExactly("size");
  }

  @Test
  void anEmptyFieldIsAnErrorAndNotTheDefault() {
    assertThat(SpecReader.read(START + "size:\n"))
        .isInstanceOfSatisfying(
            SpecResult.Invalid.class,
            invalid ->
                assertThat(invalid.report()).startsWith("size: nothing: expected 1, 3, 5 or 7"));
  }

  private static List<SpecError> errors(Map<String, Object> tree) {
    return switch (SpecReader.fromTree(tree)) {
      case SpecResult.Valid valid -> List.of();
      case SpecResult.Invalid invalid -> invalid.errors();
    };
  }

  /** The smallest good tree with these fields on top, given by their paths. */
  private static Map<String, Object> tree(Map<String, Object> fields) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", "demo");
    tree.put("etcd", new LinkedHashMap<>(Map.of("version", "3.5")));
    fields.forEach((path, value) -> put(tree, path, value));
    return tree;
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> tree, String path, Object value) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      tree.put(path, value);
    } else {
      Object section = tree.computeIfAbsent(path.substring(0, dot), name -> new LinkedHashMap<>());
      put((Map<String, Object>) section, path.substring(dot + 1), value);
    }
  }
}
