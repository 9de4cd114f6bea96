package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SpecChangeTest {
  private static final ClusterSpec BEFORE = spec("name: demo", "3.5.30");

  @Test
  void anEqualSpecChangesNothing() {
    assertThat(SpecChange.between(BEFORE, BEFORE).changes()).isEmpty();
    assertThat(SpecChange.check(BEFORE, BEFORE)).isEmpty();
  }

  @Test
  void nameAndGroupStay() {
    assertThat(SpecChange.check(BEFORE, spec("name: other", "3.5.30")))
        .extracting(SpecError::toString)
        .containsExactly(
            "name: \"other\": cannot change after the bootstrap, expected demo; make a new cluster and copy"
                + " the data over, or put the old value back",
            "group: \"other\": cannot change after the bootstrap, expected demo; make a new cluster and"
                + " copy the data over, or put the old value back");
  }

  @Test
  void sizeMayChangeButDoesNothing() {
    ClusterSpec after = spec("name: demo\nsize: 5", "3.5.30");

    assertThat(SpecChange.check(BEFORE, after)).isEmpty();
    assertThat(SpecChange.between(BEFORE, after).notes())
        .containsExactly(
            "size was only read at the bootstrap;" + " set the group's desired capacity instead");
  }

  @Test
  void timingsChangeAtOnceAndEtcdSettingsMemberByMember() {
    ClusterSpec after = spec("name: demo\ntimings: {stopGrace: 9s}", "3.5.30, quota: 4GiB");

    assertThat(SpecChange.check(BEFORE, after)).isEmpty();
    assertThat(SpecChange.between(BEFORE, after).notes())
        .containsExactly(
            "etcd.quota is rolled out: the members restart their etcd one after the other, the leader"
                + " last; a cluster of one or two restarts by hand");
    assertThat(SpecChange.between(BEFORE, after).changes())
        .extracting(SpecChange.FieldChange::path)
        .containsExactly("etcd.quota", "timings.stopGrace");
  }

  @Test
  void aPatchMayGoBackWithinItsLine() {
    assertThat(SpecChange.check(BEFORE, spec("name: demo", "3.5.16"))).isEmpty();
    assertThat(SpecChange.check(BEFORE, spec("name: demo", "3.5"))).isEmpty();
  }

  @Test
  void theLineBeforeIsTheWayBack() {
    assertThat(SpecChange.check(withVersion(3, 6), BEFORE)).isEmpty();
  }

  @Test
  void aLineMayNotBeSkipped() {
    assertThat(SpecChange.check(BEFORE, withVersion(3, 6))).isEmpty();
    assertThat(SpecChange.check(BEFORE, withVersion(3, 7))).hasSize(1);
    assertThat(SpecChange.check(BEFORE, withVersion(4, 0))).hasSize(1);
    assertThat(SpecChange.check(withVersion(3, 7), BEFORE))
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.path()).isEqualTo("etcd.version");
              assertThat(error.problem()).contains("skips a release line", "one line at a time");
            });
  }

  @Test
  void tlsIsNotTurnedOnInALivingCluster() {
    ClusterSpec managed = spec("name: demo\ntls: {mode: managed}", "3.5.30");
    ClusterSpec off = spec("name: demo\ntls: {mode: off}", "3.5.30");

    assertThat(SpecChange.check(off, managed))
        .extracting(SpecError::toString)
        .singleElement()
        .asString()
        .contains("tls.mode", "make a new cluster");
    assertThat(SpecChange.check(managed, off)).hasSize(1);
    assertThat(SpecChange.check(managed, managed)).isEmpty();
  }

  /**
   * An older release refuses a section that it does not know: then none of its agents would start.
   */
  @Test
  void aSpecWithoutTlsIsWrittenWithoutTheSection() {
    assertThat(SpecTree.of(spec("name: demo\ntls: {mode: off}", "3.5.30")))
        .doesNotContainKey("tls");
    assertThat(SpecTree.of(spec("name: demo\ntls: {mode: managed}", "3.5.30")))
        .containsEntry("tls", java.util.Map.of("mode", "managed"));
  }

  @Test
  void clientsAndNamesMayChangeInALivingCluster() {
    ClusterSpec before = spec("name: demo\ntls: {mode: managed}", "3.5.30");
    ClusterSpec after =
        spec(
            "name: demo\ntls: {mode: managed, clients: required, sans: [etcd.example.org]}",
            "3.5.30");

    assertThat(SpecChange.check(before, after)).isEmpty();
    assertThat(SpecChange.between(before, after).changes())
        .extracting(change -> change.path() + " " + change.effect().words())
        .containsExactly("tls.clients rolled out, one member at a time", "tls.sans at once");
  }

  /** Whoever has no need of it keeps a spec that an older release reads. */
  @Test
  void theModeOfRecoveryChangesAtOnceAndItsDefaultIsNotWritten() {
    ClusterSpec approve = spec("name: demo\nrecovery: {mode: approve}", "3.5.30");
    ClusterSpec automatic = spec("name: demo\nrecovery: {mode: automatic}", "3.5.30");

    assertThat(SpecChange.check(automatic, approve)).isEmpty();
    assertThat(SpecChange.between(automatic, approve).notes()).isEmpty();
    assertThat(SpecTree.of(automatic)).doesNotContainKey("recovery");
    assertThat(SpecTree.of(approve)).containsEntry("recovery", java.util.Map.of("mode", "approve"));
  }

  @Test
  void aPauseChangesAtOnceAndIsNotWrittenWhereThereIsNone() {
    ClusterSpec paused = spec("name: demo\npaused: true", "3.5.30");
    ClusterSpec free = spec("name: demo\npaused: false", "3.5.30");

    assertThat(SpecChange.check(free, paused)).isEmpty();
    assertThat(SpecChange.between(free, paused).changes())
        .extracting(change -> change.path() + " " + change.effect().words())
        .containsExactly("paused at once");
    assertThat(SpecTree.of(free)).doesNotContainKey("paused");
    assertThat(StartSettings.of(paused)).isEqualTo(StartSettings.of(free));
  }

  private static ClusterSpec spec(String top, String version) {
    return SpecReader.read(top + "\netcd: {version: " + version + "}").orThrow();
  }

  private static ClusterSpec withVersion(int major, int minor) {
    EtcdSettings etcd = BEFORE.etcd();
    return new ClusterSpec(
        BEFORE.name(),
        BEFORE.size(),
        BEFORE.group(),
        new EtcdSettings(
            new EtcdVersion(major, minor, OptionalInt.empty()),
            etcd.quota(),
            etcd.autoCompaction(),
            etcd.maxRequest(),
            etcd.heartbeatInterval(),
            etcd.electionTimeout(),
            etcd.snapshotCount(),
            etcd.extraFlags(),
            etcd.token()),
        BEFORE.timings(),
        BEFORE.snapshots(),
        BEFORE.tls(),
        BEFORE.recovery(),
        BEFORE.maintenance());
  }
}
