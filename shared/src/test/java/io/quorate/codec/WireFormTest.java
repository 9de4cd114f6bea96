package io.quorate.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Condition;
import io.quorate.store.Keys;
import io.quorate.store.Notice;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class WireFormTest {
  private interface Reader<T> {
    T read(Map<String, Object> attributes, String where);
  }

  private record Form<T>(
      String name, T sample, Function<T, Map<String, Object>> writer, Reader<T> reader) {
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
        new Form<>("bootstrap", Samples.BOOTSTRAP, BootstrapCodec::write, BootstrapCodec::read),
        new Form<>("lineage", Samples.LINEAGE, LineageCodec::write, LineageCodec::read),
        new Form<>(
            "lineage-deleted", Samples.LINEAGE.deleted(), LineageCodec::write, LineageCodec::read),
        new Form<>(
            "bootstrap-reseeded",
            RecoverySamples.RESEEDED,
            BootstrapCodec::write,
            BootstrapCodec::read),
        new Form<>(
            "lineage-reseeded",
            RecoverySamples.RESEEDED_LINEAGE,
            LineageCodec::write,
            LineageCodec::read),
        new Form<>(
            "lineage-importing",
            RecoverySamples.IMPORTING,
            LineageCodec::write,
            LineageCodec::read),
        new Form<>("recovery", RecoverySamples.RECOVERY, RecoveryCodec::write, RecoveryCodec::read),
        new Form<>(
            "recovery-waiting",
            RecoverySamples.RECOVERY_WAITING,
            RecoveryCodec::write,
            RecoveryCodec::read),
        new Form<>(
            "recovery-salvaging",
            RecoverySamples.RECOVERY_SALVAGING,
            RecoveryCodec::write,
            RecoveryCodec::read),
        new Form<>(
            "recovery-approved",
            RecoverySamples.RECOVERY_APPROVED,
            RecoveryCodec::write,
            RecoveryCodec::read),
        new Form<>(
            "recovery-approved-unrecorded",
            RecoverySamples.RECOVERY_APPROVED_UNRECORDED,
            RecoveryCodec::write,
            RecoveryCodec::read),
        new Form<>("lease", Samples.LEASE, LeaseCodec::write, LeaseCodec::read),
        new Form<>("heartbeat", Samples.HEARTBEAT, HeartbeatCodec::write, HeartbeatCodec::read),
        new Form<>(
            "heartbeat-steady-newcomer",
            Samples.steadyNewcomer(),
            HeartbeatCodec::write,
            HeartbeatCodec::read),
        new Form<>("status", Samples.STATUS, StatusCodec::write, StatusCodec::read),
        new Form<>("status-initial", Samples.quiet(), StatusCodec::write, StatusCodec::read),
        new Form<>(
            "outcome", Samples.OUTCOME, CommandCodec::writeOutcome, CommandCodec::readOutcome),
        new Form<>(
            "journal", Samples.JOURNAL_ENTRY, JournalEntryCodec::write, JournalEntryCodec::read),
        new Form<>("spec", Samples.SPEC, SpecRecordCodec::write, SpecRecordCodec::read),
        new Form<>("fleet", Samples.FLEET_ENTRY, FleetEntryCodec::write, FleetEntryCodec::read),
        new Form<>(
            "snapshot-manifest",
            Samples.MANIFEST,
            SnapshotManifestCodec::write,
            (values, where) ->
                SnapshotManifestCodec.read(
                    values,
                    where,
                    Samples.MANIFEST.cluster(),
                    Samples.MANIFEST.uid(),
                    Samples.MANIFEST.id())),
        new Form<>(
            "snapshot", Samples.SNAPSHOT, SnapshotRecordCodec::write, SnapshotRecordCodec::read),
        new Form<>(
            "snapshot-verified",
            new SnapshotRecord.Verified(Instant.parse("2026-01-02T03:04:05Z"), 1_234),
            verified -> SnapshotMarkCodec.verified(Samples.MANIFEST.id(), verified),
            (values, where) -> SnapshotMarkCodec.verified(values, where, Samples.MANIFEST.id())),
        new Form<>(
            "snapshot-pin",
            "ann",
            by -> SnapshotMarkCodec.pin(Samples.MANIFEST.id(), by),
            (values, where) -> SnapshotMarkCodec.pinnedBy(values, where, Samples.MANIFEST.id())),
        new Form<>(
            "pki",
            CertificateSamples.AUTHORITIES,
            CertificateCodec::write,
            CertificateCodec::readAuthorities),
        new Form<>(
            "certificate",
            CertificateSamples.CERTIFICATES,
            CertificateCodec::write,
            CertificateCodec::readNode),
        new Form<>(
            "client-certificate",
            CertificateSamples.CLIENT_CERTIFICATE,
            CertificateCodec::write,
            CertificateCodec::readClient),
        new Form<>("request", Samples.REQUEST, RequestCodec::write, RequestCodec::read),
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
    assertThat(LineageCodec.write(RecoverySamples.RESEEDED_LINEAGE))
        .containsEntry("schemaVersion", Schema.LINEAGE_WITH_SOURCE);
    assertThat(BootstrapCodec.write(RecoverySamples.RESEEDED))
        .containsEntry("schemaVersion", Schema.LINEAGE_WITH_SOURCE);
    assertThat(LineageCodec.write(Samples.LINEAGE)).containsEntry("schemaVersion", 1L);
    assertThat(BootstrapCodec.write(Samples.BOOTSTRAP)).containsEntry("schemaVersion", 1L);
  }

  /** An older controller would commit without looking at what an operator approved. */
  @Test
  void anApprovedRecoveryIsOfAVersionThatOlderReleasesRefuse() {
    assertThat(RecoveryCodec.write(RecoverySamples.RECOVERY_APPROVED))
        .containsEntry("schemaVersion", Schema.RECOVERY_WITH_APPROVAL);
    assertThat(RecoveryCodec.write(RecoverySamples.RECOVERY)).containsEntry("schemaVersion", 1L);
  }

  /** An older controller would begin the cluster empty. */
  @Test
  void aClusterThatIsToBeginWithASnapshotIsOfAVersionThatOlderReleasesRefuse() {
    assertThat(LineageCodec.write(RecoverySamples.IMPORTING))
        .containsEntry("schemaVersion", Schema.LINEAGE_WITH_ORIGIN);
  }

  /** An older agent would go on with it, an older controller decide about it. */
  @Test
  void whatIsDeletedIsOfAVersionThatOlderReleasesRefuse() {
    assertThat(LineageCodec.write(Samples.LINEAGE.deleted()))
        .containsEntry("schemaVersion", Schema.LINEAGE_DELETED);
    assertThat(LineageCodec.write(RecoverySamples.RESEEDED_LINEAGE.deleted()))
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
    Map<String, Object> later = new LinkedHashMap<>(StatusCodec.write(Samples.STATUS));
    later.put(
        "conditions",
        List.of(
            Map.of("type", "ADDED_LATER", "message", "m", "since", "2026-01-02T03:04:05Z"),
            Map.of("type", "AGENT_SILENT", "message", "m", "since", "2026-01-02T03:04:05Z")));

    assertThat(StatusCodec.read(later, "status").conditions())
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
    assertThat(StatusCodec.write(Samples.STATUS).get(Schema.ATTRIBUTE)).isEqualTo(2L);
    assertThat(StatusCodec.write(Samples.quiet()).get(Schema.ATTRIBUTE)).isEqualTo(1L);
    assertThatThrownBy(() -> Schema.checked(StatusCodec.write(Samples.STATUS), "demo/status"))
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
    Map<String, Object> wrong = new LinkedHashMap<>(LeaseCodec.write(Samples.LEASE));
    wrong.put("token", -1L);

    assertThatThrownBy(() -> LeaseCodec.read(wrong, "demo/lease"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("demo/lease: fencing token -1");
  }

  @Test
  void aGenerationThatIsNotTheBootstrapsIsRefused() {
    Map<String, Object> wrong = new LinkedHashMap<>(LineageCodec.write(Samples.LINEAGE));
    wrong.put("generation", 2L);

    assertThatThrownBy(() -> LineageCodec.read(wrong, "demo/lineage"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("demo/lineage: generation is 2, expected its bootstrap's, 1");
  }

  @Test
  void aSpecThatBreaksARuleIsRefusedWithTheRule() {
    Map<String, Object> wrong = new LinkedHashMap<>(SpecRecordCodec.write(Samples.SPEC));
    wrong.put("spec", Map.of("name", "Demo!"));

    assertThatThrownBy(() -> SpecRecordCodec.read(wrong, "demo/spec"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("demo/spec")
        .hasMessageContaining("name");
  }
}
