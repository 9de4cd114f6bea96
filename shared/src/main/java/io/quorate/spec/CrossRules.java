package io.quorate.spec;

import static io.quorate.spec.EtcdFields.COMPACTION_MODE;
import static io.quorate.spec.EtcdFields.COMPACTION_RETENTION;
import static io.quorate.spec.EtcdFields.ELECTION_TIMEOUT;
import static io.quorate.spec.EtcdFields.HEARTBEAT_INTERVAL;
import static io.quorate.spec.EtcdFields.MAX_REQUEST;
import static io.quorate.spec.EtcdFields.QUOTA;
import static io.quorate.spec.TimingFields.HEARTBEAT_FAST;
import static io.quorate.spec.TimingFields.HEARTBEAT_STEADY;
import static io.quorate.spec.TimingFields.JOIN_DEADLINE;
import static io.quorate.spec.TimingFields.MISSED_HEARTBEATS;
import static io.quorate.spec.TimingFields.SILENT_GRACE;

import java.time.Duration;
import java.util.function.Consumer;

/** The rules between fields; one whose fields are not all sound is passed over. */
final class CrossRules {
  /** etcd refuses to start below this ratio of election timeout to heartbeat. */
  private static final int HEARTBEATS_PER_ELECTION = 5;

  private CrossRules() {}

  static void check(SpecValues values, Consumer<SpecError> errors) {
    compaction(values, errors);
    request(values, errors);
    election(values, errors);
    heartbeats(values, errors);
    silence(values, errors);
    TlsRules.check(values, errors);
    AuthRules.check(values, errors);
    DnsFields.check(values, errors);
  }

  private static void compaction(SpecValues values, Consumer<SpecError> errors) {
    if (!values.hasAll(COMPACTION_MODE, COMPACTION_RETENTION)) {
      return;
    }
    String mode = values.get(COMPACTION_MODE);
    String retention = values.get(COMPACTION_RETENTION);
    if (AutoCompactionText.parse(mode, values.find(COMPACTION_RETENTION)).isEmpty()) {
      String expected =
          mode.equals("off")
              ? "no retention with mode off; leave the line out"
              : AutoCompactionText.RETENTION.allowed() + "; the mode here is " + mode;
      errors.accept(SpecError.of(COMPACTION_RETENTION.path(), retention, "expected " + expected));
    }
  }

  private static void request(SpecValues values, Consumer<SpecError> errors) {
    if (values.hasAll(MAX_REQUEST, QUOTA)
        && values.get(MAX_REQUEST).compareTo(values.get(QUOTA)) >= 0) {
      errors.accept(
          new SpecError(
              MAX_REQUEST.path(),
              shown(values, MAX_REQUEST),
              "expected less than etcd.quota, which is " + shown(values, QUOTA)));
    }
  }

  private static void election(SpecValues values, Consumer<SpecError> errors) {
    if (values.hasAll(HEARTBEAT_INTERVAL, ELECTION_TIMEOUT)) {
      Duration heartbeat = values.get(HEARTBEAT_INTERVAL);
      atLeast(
          values,
          ELECTION_TIMEOUT,
          heartbeat.multipliedBy(HEARTBEATS_PER_ELECTION),
          "five times etcd.heartbeatInterval",
          errors);
    }
  }

  private static void heartbeats(SpecValues values, Consumer<SpecError> errors) {
    if (values.hasAll(HEARTBEAT_FAST, HEARTBEAT_STEADY)) {
      atLeast(
          values, HEARTBEAT_STEADY, values.get(HEARTBEAT_FAST), "timings.heartbeatFast", errors);
    }
  }

  private static void silence(SpecValues values, Consumer<SpecError> errors) {
    if (values.hasAll(HEARTBEAT_STEADY, MISSED_HEARTBEATS)) {
      Duration silence = values.get(HEARTBEAT_STEADY).multipliedBy(values.get(MISSED_HEARTBEATS));
      String why = "timings.heartbeatSteady x timings.missedHeartbeats";
      atLeast(values, SILENT_GRACE, silence, why, errors);
      atLeast(values, JOIN_DEADLINE, silence, why, errors);
    }
    if (values.hasAll(ELECTION_TIMEOUT)) {
      Duration elections = values.get(ELECTION_TIMEOUT).multipliedBy(2);
      atLeast(values, SILENT_GRACE, elections, "two times etcd.electionTimeout", errors);
      atLeast(values, JOIN_DEADLINE, elections, "two times etcd.electionTimeout", errors);
    }
  }

  private static void atLeast(
      SpecValues values,
      SpecField<Duration> field,
      Duration least,
      String why,
      Consumer<SpecError> errors) {
    if (values.hasAll(field) && values.get(field).compareTo(least) < 0) {
      errors.accept(
          new SpecError(
              field.path(),
              shown(values, field),
              "expected at least " + DurationText.print(least) + ", which is " + why));
    }
  }

  private static <T> String shown(SpecValues values, SpecField<T> field) {
    Object written = field.kind().write(values.get(field));
    return '"' + written.toString() + '"' + (values.isDefault(field) ? " (default)" : "");
  }
}
