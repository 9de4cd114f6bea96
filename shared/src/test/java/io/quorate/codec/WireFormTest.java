package io.quorate.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.release.TargetRelease;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Condition;
import io.quorate.store.Keys;
import io.quorate.store.Notice;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class WireFormTest {
  interface Reader<T> {
    T read(Map<String, Object> attributes, String where);
  }

  record Form<T>(String name, T sample, Function<T, Map<String, Object>> writer, Reader<T> reader) {
    Map<String, Object> written() {
      return writer.apply(sample);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Form<?>> forms() {
    return Stream.concat(
        records(),
        CommandSamples.ALL.stream()
            .map(
                slot ->
                    new Form<>(
                        CommandSamples.name(slot.command().kind()),
                        slot,
                        CommandCodec::write,
                        CommandCodec::read)));
  }

  private static Stream<Form<?>> records() {
    return Stream.of(
        new Form<>("bootstrap", Samples.BOOTSTRAP, Codecs.BOOTSTRAP::write, Codecs.BOOTSTRAP::read),
        new Form<>("struck-rows", Samples.STRUCK, Codecs.STRUCK::write, Codecs.STRUCK::read),
        new Form<>("lineage", Samples.LINEAGE, Codecs.LINEAGE::write, Codecs.LINEAGE::read),
        new Form<>(
            "lineage-deleted",
            Samples.LINEAGE.deleted(),
            Codecs.LINEAGE::write,
            Codecs.LINEAGE::read),
        new Form<>(
            "bootstrap-reseeded",
            RecoverySamples.RESEEDED,
            Codecs.BOOTSTRAP::write,
            Codecs.BOOTSTRAP::read),
        new Form<>(
            "lineage-reseeded",
            RecoverySamples.RESEEDED_LINEAGE,
            Codecs.LINEAGE::write,
            Codecs.LINEAGE::read),
        new Form<>(
            "lineage-importing",
            RecoverySamples.IMPORTING,
            Codecs.LINEAGE::write,
            Codecs.LINEAGE::read),
        new Form<>(
            "recovery", RecoverySamples.RECOVERY, Codecs.RECOVERY::write, Codecs.RECOVERY::read),
        new Form<>(
            "recovery-waiting",
            RecoverySamples.RECOVERY_WAITING,
            Codecs.RECOVERY::write,
            Codecs.RECOVERY::read),
        new Form<>(
            "recovery-salvaging",
            RecoverySamples.RECOVERY_SALVAGING,
            Codecs.RECOVERY::write,
            Codecs.RECOVERY::read),
        new Form<>(
            "recovery-approved",
            RecoverySamples.RECOVERY_APPROVED,
            Codecs.RECOVERY::write,
            Codecs.RECOVERY::read),
        new Form<>(
            "recovery-approved-unrecorded",
            RecoverySamples.RECOVERY_APPROVED_UNRECORDED,
            Codecs.RECOVERY::write,
            Codecs.RECOVERY::read),
        new Form<>("lease", Samples.LEASE, Codecs.LEASE::write, Codecs.LEASE::read),
        new Form<>("heartbeat", Samples.HEARTBEAT, Codecs.HEARTBEAT::write, Codecs.HEARTBEAT::read),
        new Form<>(
            "heartbeat-steady-newcomer",
            Samples.steadyNewcomer(),
            Codecs.HEARTBEAT::write,
            Codecs.HEARTBEAT::read),
        new Form<>("status", Samples.STATUS, Codecs.STATUS::write, Codecs.STATUS::read),
        new Form<>("status-initial", Samples.quiet(), Codecs.STATUS::write, Codecs.STATUS::read),
        new Form<>(
            "outcome", Samples.OUTCOME, CommandCodec::writeOutcome, CommandCodec::readOutcome),
        new Form<>("journal", Samples.JOURNAL_ENTRY, Codecs.JOURNAL::write, Codecs.JOURNAL::read),
        new Form<>("spec", Samples.SPEC, Codecs.SPEC::write, Codecs.SPEC::read),
        new Form<>("fleet", Samples.FLEET_ENTRY, Codecs.FLEET::write, Codecs.FLEET::read),
        new Form<>(
            "snapshot-manifest",
            Samples.MANIFEST,
            Codecs.MANIFEST::write,
            (values, where) ->
                SnapshotCodec.manifest(
                    values,
                    where,
                    Samples.MANIFEST.cluster(),
                    Samples.MANIFEST.uid(),
                    Samples.MANIFEST.id())),
        new Form<>("snapshot", Samples.SNAPSHOT, Codecs.SNAPSHOT::write, Codecs.SNAPSHOT::read),
        new Form<>(
            "snapshot-verified",
            new SnapshotRecord.Verified(Instant.parse("2026-01-02T03:04:05Z"), 1_234),
            verified -> SnapshotCodec.verified(Samples.MANIFEST.id(), verified),
            (values, where) -> SnapshotCodec.verified(values, where, Samples.MANIFEST.id())),
        new Form<>(
            "snapshot-pin",
            "ann",
            by -> SnapshotCodec.pin(Samples.MANIFEST.id(), by),
            (values, where) -> SnapshotCodec.pinnedBy(values, where, Samples.MANIFEST.id())),
        new Form<>(
            "snapshot-differs",
            "member 8211f1d0f64f3269 differs at revision 900",
            because -> SnapshotCodec.differs(Samples.MANIFEST.id(), because),
            (values, where) -> SnapshotCodec.differs(values, where, Samples.MANIFEST.id())),
        new Form<>(
            "pki",
            CertificateSamples.AUTHORITIES,
            Codecs.AUTHORITIES::write,
            Codecs.AUTHORITIES::read),
        new Form<>(
            "certificate",
            CertificateSamples.CERTIFICATES,
            Codecs.NODE_CERTIFICATES::write,
            Codecs.NODE_CERTIFICATES::read),
        new Form<>(
            "client-certificate",
            CertificateSamples.CLIENT_CERTIFICATE,
            Codecs.CLIENT_CERTIFICATE::write,
            Codecs.CLIENT_CERTIFICATE::read),
        new Form<>(
            "etcd-release", Samples.RELEASE, Codecs.ETCD_RELEASE::write, Codecs.ETCD_RELEASE::read),
        new Form<>(
            "release",
            new TargetRelease(
                Samples.RELEASE.version(),
                List.of(Samples.RELEASE.archive()),
                Optional.of(
                    new TargetRelease.Former(
                        EtcdVersion.parse("3.5.26").orElseThrow(),
                        List.of(Samples.RELEASE.archive())))),
            Codecs.TARGET_RELEASE::write,
            Codecs.TARGET_RELEASE::read),
        new Form<>("request", Samples.REQUEST, Codecs.REQUEST::write, Codecs.REQUEST::read),
        new Form<>(
            "instruction-without-slot",
            CommandSamples.REMOVE_MEMBER.command(),
            CommandCodec::writeCommand,
            CommandCodec::readCommand));
  }

  @ParameterizedTest
  @MethodSource("forms")
  <T> void isAsInTheGoldenFileAndReadsBack(Form<T> form) throws Exception {
    Map<String, Object> golden = GoldenFile.matches(form.name(), form.written());

    assertThat(form.reader().read(golden, form.name())).isEqualTo(form.sample());
  }

  @ParameterizedTest
  @MethodSource("forms")
  <T> void refusesARecordOfNewerCode(Form<T> form) {
    Map<String, Object> newer = new LinkedHashMap<>(form.written());
    long newest = newest(form.name());
    newer.put("schemaVersion", newest + 1);

    assertThatThrownBy(() -> form.reader().read(newer, "demo/" + form.name()))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining(
            "demo/%s: schemaVersion is %d, expected at most %d", form.name(), newest + 1, newest)
        .hasMessageContaining("upgrade");
  }

  @Test
  void theNoticeIsAsInItsGoldenFile() throws Exception {
    InMemoryRecordStore store = new InMemoryRecordStore();
    ClusterName cluster = new ClusterName("demo");
    store.write(Notice.change(cluster));

    GoldenFile.matches("notice", store.glance(Keys.notice(cluster)).orElseThrow().attributes());
  }

  private static long newest(String form) {
    if (form.startsWith("status")) {
      return Schema.STATUS_WITH_HOLDERS;
    }
    if (form.startsWith("recovery")) {
      return Schema.RECOVERY_WITH_APPROVAL;
    }
    if (form.startsWith("lineage")) {
      return Schema.LINEAGE_WITH_ORIGIN;
    }
    return form.startsWith("bootstrap") ? Schema.LINEAGE_WITH_SOURCE : Schema.VERSION;
  }

  /** An older agent would drop the source and start the generation empty. */
  @Test
  void whatHasASourceIsOfAVersionThatOlderReleasesRefuse() {
    assertThat(Codecs.LINEAGE.write(RecoverySamples.RESEEDED_LINEAGE))
        .containsEntry("schemaVersion", Schema.LINEAGE_WITH_SOURCE);
    assertThat(Codecs.BOOTSTRAP.write(RecoverySamples.RESEEDED))
        .containsEntry("schemaVersion", Schema.LINEAGE_WITH_SOURCE);
    assertThat(Codecs.LINEAGE.write(Samples.LINEAGE)).containsEntry("schemaVersion", 1L);
    assertThat(Codecs.BOOTSTRAP.write(Samples.BOOTSTRAP)).containsEntry("schemaVersion", 1L);
  }

  /** An older controller would commit without looking at what an operator approved. */
  @Test
  void anApprovedRecoveryIsOfAVersionThatOlderReleasesRefuse() {
    assertThat(Codecs.RECOVERY.write(RecoverySamples.RECOVERY_APPROVED))
        .containsEntry("schemaVersion", Schema.RECOVERY_WITH_APPROVAL);
    assertThat(Codecs.RECOVERY.write(RecoverySamples.RECOVERY)).containsEntry("schemaVersion", 1L);
  }

  /** An older controller would begin the cluster empty. */
  @Test
  void aClusterThatIsToBeginWithASnapshotIsOfAVersionThatOlderReleasesRefuse() {
    assertThat(Codecs.LINEAGE.write(RecoverySamples.IMPORTING))
        .containsEntry("schemaVersion", Schema.LINEAGE_WITH_ORIGIN);
  }

  /** An older agent would go on with it, an older controller decide about it. */
  @Test
  void whatIsDeletedIsOfAVersionThatOlderReleasesRefuse() {
    assertThat(Codecs.LINEAGE.write(Samples.LINEAGE.deleted()))
        .containsEntry("schemaVersion", Schema.LINEAGE_DELETED);
    assertThat(Codecs.LINEAGE.write(RecoverySamples.RESEEDED_LINEAGE.deleted()))
        .containsEntry("schemaVersion", Schema.LINEAGE_DELETED);
  }

  @ParameterizedTest
  @MethodSource("forms")
  <T> void toleratesAndDropsAnUnknownAttribute(Form<T> form) {
    Map<String, Object> more = new LinkedHashMap<>(form.written());
    more.put("addedLater", "x");

    T read = form.reader().read(more, form.name());

    assertThat(form.writer().apply(read)).isEqualTo(form.written());
  }

  @Test
  void aConditionOfALaterReleaseIsLeftOut() {
    Map<String, Object> later = new LinkedHashMap<>(Codecs.STATUS.write(Samples.STATUS));
    later.put(
        "conditions",
        List.of(
            Map.of("type", "ADDED_LATER", "message", "m", "since", "2026-01-02T03:04:05Z"),
            Map.of("type", "AGENT_SILENT", "message", "m", "since", "2026-01-02T03:04:05Z")));

    assertThat(Codecs.STATUS.read(later, "status").conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.Type.AGENT_SILENT);
  }

  @ParameterizedTest
  @MethodSource("forms")
  <T> void namesTheAttributeThatIsMissing(Form<T> form) {
    Map<String, Object> less = new LinkedHashMap<>(form.written());
    less.remove("schemaVersion");

    assertThatThrownBy(() -> form.reader().read(less, form.name()))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("schemaVersion is missing");
  }

  @Test
  void aStatusWithHoldersIsRefusedByTheReleaseBefore() {
    assertThat(Codecs.STATUS.write(Samples.STATUS).get(Schema.ATTRIBUTE)).isEqualTo(2L);
    assertThat(Codecs.STATUS.write(Samples.quiet()).get(Schema.ATTRIBUTE)).isEqualTo(1L);
    assertThatThrownBy(
            () -> Schema.read(Codecs.STATUS.write(Samples.STATUS), "demo/status", tree -> tree))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("schemaVersion is 2, expected at most 1");
  }

  @Test
  void everyKindOfCommandHasAGoldenFile() {
    assertThat(forms().map(Form::name))
        .containsAll(Stream.of(CommandKind.values()).map(CommandSamples::name).toList());
  }

  @ParameterizedTest
  @EnumSource(Lane.class)
  void refusesACommandOfAnotherLane(Lane lane) {
    CommandSlot slot =
        lane == Lane.MEMBERSHIP ? CommandSamples.VERIFY_SNAPSHOT : CommandSamples.JOIN;

    assertThatThrownBy(() -> CommandCodec.read(CommandCodec.write(slot), "demo/slot", lane))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("demo/slot: kind is " + slot.command().kind());
  }

  @Test
  void whatAValueTypeRefusesNamesTheRecord() {
    Map<String, Object> wrong = new LinkedHashMap<>(Codecs.LEASE.write(Samples.LEASE));
    wrong.put("token", -1L);

    assertThatThrownBy(() -> Codecs.LEASE.read(wrong, "demo/lease"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("demo/lease: fencing token -1");
  }

  @Test
  void aGenerationThatIsNotTheBootstrapsIsRefused() {
    Map<String, Object> wrong = new LinkedHashMap<>(Codecs.LINEAGE.write(Samples.LINEAGE));
    wrong.put("generation", 2L);

    assertThatThrownBy(() -> Codecs.LINEAGE.read(wrong, "demo/lineage"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("demo/lineage: generation is 2, expected its bootstrap's, 1");
  }

  @Test
  void aSpecThatBreaksARuleIsRefusedWithTheRule() {
    Map<String, Object> wrong = new LinkedHashMap<>(Codecs.SPEC.write(Samples.SPEC));
    wrong.put("spec", Map.of("name", "Demo!"));

    assertThatThrownBy(() -> Codecs.SPEC.read(wrong, "demo/spec"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("demo/spec")
        .hasMessageContaining("name");
  }
}
