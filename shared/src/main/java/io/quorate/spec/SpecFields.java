package io.quorate.spec;

import io.quorate.model.ClusterName;
import io.quorate.spec.SpecField.Effect;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every field of the file, and the sections whose names are kept for later. */
public final class SpecFields {
  /** Auto Scaling takes more; this is what also stands in logs, commands and tags unquoted. */
  private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,254}");

  static final SpecField<ClusterName> NAME =
      SpecField.required(
          "name",
          new ScalarKind<>(
              "name",
              "1 to 40 lower-case letters, digits or '-', not at either end",
              text -> Optional.of(text).filter(ClusterName::isValid).map(ClusterName::new),
              ClusterName::value),
          Effect.NEVER,
          ClusterSpec::name,
          "The cluster's name: key of its records, prefix of its snapshots.");
  static final SpecField<Long> SIZE =
      SpecField.optional(
          "size",
          new ScalarKind<>(
              "odd number",
              "1, 3, 5 or 7: an even number tolerates no more failures than the odd one below it",
              text -> ScalarKind.wholeNumber(text).filter(size -> size % 2 == 1 && size <= 7),
              size -> size),
          3L,
          Effect.BOOTSTRAP_ONLY,
          spec -> (long) spec.size(),
          "How many members the bootstrap starts; later the group's desired capacity decides.");
  static final SpecField<String> GROUP_NAME =
      SpecField.derived(
          "group",
          new ScalarKind<>(
              "text",
              "the name of an auto-scaling group: 1 to 255 letters, digits, '.', '_', '/' or '-',"
                  + " beginning with a letter or digit",
              text -> Optional.of(text).filter(GROUP.asMatchPredicate()),
              group -> group),
          "the cluster's name",
          Effect.NEVER,
          spec -> Optional.of(spec.group()),
          "The auto-scaling group whose instances are the nodes.");

  /** A spec that pauses nothing is written without it, which an older release refuses. */
  static final SpecField<Boolean> PAUSED =
      new SpecField<>(
          "paused",
          ScalarKind.truth(),
          new SpecField.Presence.Default("false"),
          Effect.AT_ONCE,
          "Whether Quorate begins no change: no roll-out, replacement, growth, shrinking,"
              + " maintenance or recovery (operations.md, Pausing). `quorate pause` does so without"
              + " the spec.",
          spec -> Optional.of(spec.paused()).filter(paused -> paused));

  /** Every field, in the order of the documentation and of the tree. */
  public static final List<SpecField<?>> ALL =
      Stream.of(
              List.of(NAME, SIZE, GROUP_NAME, PAUSED),
              EtcdFields.ALL,
              TimingFields.ALL,
              SnapshotFields.ALL,
              TlsFields.ALL,
              RecoveryFields.ALL,
              MaintenanceFields.ALL,
              AuthFields.ALL,
              UpgradeFields.ALL,
              NodesFields.ALL,
              DnsFields.ALL)
          .<SpecField<?>>flatMap(List::stream)
          .toList();

  private SpecFields() {}

  /** The spec that sound values make; {@link CrossRules} must have held. */
  static ClusterSpec read(SpecValues values) {
    ClusterName name = values.get(NAME);
    return new ClusterSpec(
        name,
        Math.toIntExact(values.get(SIZE)),
        values.find(GROUP_NAME).orElse(name.value()),
        EtcdFields.read(values),
        TimingFields.read(values),
        SnapshotFields.read(values),
        TlsFields.read(values),
        RecoveryFields.read(values),
        MaintenanceFields.read(values),
        AuthFields.read(values),
        values.get(PAUSED),
        UpgradeFields.read(values),
        NodesFields.read(values),
        DnsFields.read(values));
  }
}
