package io.quorate.cli.cluster;

import io.quorate.auth.AuthChange;
import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.ClusterCommand;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.render.ChangeText;
import io.quorate.cli.snapshot.ImportSource;
import io.quorate.cli.snapshot.SnapshotImport;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecChange;
import io.quorate.spec.SpecError;
import io.quorate.spec.SpecReader;
import io.quorate.spec.SpecResult;
import io.quorate.state.SpecRecord;
import io.quorate.store.SpecWrites;
import io.quorate.store.SpecWrites.Applied;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks a spec and stores it: the first time it makes the cluster. */
@Command(
    name = "apply",
    description =
        "Checks a cluster's YAML file and stores it by compare-and-set. The first time it makes the"
            + " cluster and mints its UID; later it shows and stores what changed.")
public final class ApplyCommand extends ClusterCommand {
  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      required = true,
      description = "The YAML file; - reads standard input.")
  private String file = SpecText.STDIN;

  @Option(
      names = "--from-snapshot",
      paramLabel = "SNAPSHOT",
      description =
          "Makes a new cluster that begins with a snapshot: the id of any cluster's,"
              + " s3://BUCKET/KEY, or a file of this machine, as etcdctl snapshot save writes it."
              + " It is checked, and copied into the cluster's own part of --bucket.")
  private Optional<String> fromSnapshot = Optional.empty();

  @Option(names = "--dry-run", description = "Shows what would change; writes nothing.")
  private boolean dryRun;

  public ApplyCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud) {
    ClusterSpec spec = read();
    SpecWrites writes = new SpecWrites(cloud.store());
    if (fromSnapshot.isPresent()) {
      return importing(cloud, writes, spec, fromSnapshot.get());
    }
    List<String> warnings =
        writes
            .read(spec.name())
            .map(existing -> writes.warnings(existing.spec(), spec))
            .orElse(List.of());
    Applied applied =
        dryRun
            ? wouldApply(writes, spec)
            : writes.apply(
                spec, context().uids().get(), context().clock().instant(), cloud.principal());
    if (!dryRun && applied instanceof Applied.Updated) {
      askForATurn(cloud, spec);
    }
    if (applied instanceof Applied.Updated) {
      warnings.forEach(warning -> complain("warning: " + warning));
    }
    return tell(spec, applied, Optional.empty());
  }

  /** Nothing else calls the controller: a cluster at rest has its next turn within a minute. */
  private void askForATurn(Clouds.Open cloud, ClusterSpec spec) {
    cloud
        .hint(spec.name())
        .ifPresent(
            why ->
                complain(
                    "the controller could not be asked to look at once ("
                        + why
                        + "): its next scheduled turn, within a minute, takes the change up"));
  }

  /** Nothing is fetched for a cluster that cannot be made, and nothing copied in a dry run. */
  private int importing(Clouds.Open cloud, SpecWrites writes, ClusterSpec spec, String source) {
    List<SpecError> refused = new ArrayList<>(writes.groupTaken(spec));
    writes.read(spec.name()).ifPresent(there -> refused.add(SpecWrites.alreadyThere(spec)));
    if (!refused.isEmpty()) {
      throw refused(refused);
    }
    try (SnapshotImport imports = new SnapshotImport(cloud, context(), this::complain)) {
      SnapshotImport.Fetched fetched =
          imports.fetch(ImportSource.of(source), spec, summaries(cloud).fleet().entries());
      if (dryRun) {
        return tell(spec, wouldCreate(writes, spec), Optional.of(told(fetched)));
      }
      ClusterUid uid = context().uids().get();
      String by = cloud.principal();
      SnapshotRecord imported = imports.store(fetched, spec.name(), uid, by);
      Applied applied = writes.create(spec, uid, imported, context().clock().instant(), by);
      return tell(spec, applied, Optional.of(told(fetched) + ", as " + imported.id()));
    }
  }

  private static String told(SnapshotImport.Fetched fetched) {
    return fetched.from()
        + " at revision "
        + fetched.facts().revision()
        + ", "
        + fetched.facts().sizeBytes()
        + " bytes";
  }

  private ClusterSpec read() {
    return switch (SpecReader.read(SpecText.read(file, context().in()))) {
      case SpecResult.Valid valid -> valid.spec();
      case SpecResult.Invalid invalid -> throw refused(invalid.errors());
    };
  }

  private Applied wouldApply(SpecWrites writes, ClusterSpec spec) {
    return writes
        .read(spec.name())
        .map(existing -> wouldReplace(writes, existing, spec))
        .orElseGet(() -> wouldCreate(writes, spec));
  }

  private Applied wouldCreate(SpecWrites writes, ClusterSpec spec) {
    List<SpecError> taken = writes.groupTaken(spec);
    return taken.isEmpty()
        ? new Applied.Created(
            new SpecRecord(spec, context().uids().get(), 1, context().clock().instant(), ""))
        : new Applied.Refused(taken);
  }

  private Applied wouldReplace(SpecWrites writes, SpecRecord existing, ClusterSpec spec) {
    List<SpecError> errors = writes.refused(existing.spec(), spec);
    SpecChange change = SpecChange.between(existing.spec(), spec);
    if (!errors.isEmpty()) {
      return new Applied.Refused(errors);
    }
    return change.changes().isEmpty() && !writes.resolvesAnew(spec)
        ? new Applied.Unchanged(existing)
        : new Applied.Updated(existing, change);
  }

  private int tell(ClusterSpec spec, Applied applied, Optional<String> begins) {
    return switch (applied) {
      case Applied.Created created -> {
        begins.ifPresent(from -> complain("it begins with " + from));
        yield tell(spec, "created", created.record(), List.of(), none());
      }
      case Applied.Unchanged same -> tell(spec, "unchanged", same.record(), List.of(), none());
      case Applied.Updated updated ->
          tell(
              spec,
              "updated",
              updated.record(),
              ChangeText.lines(updated.change()),
              updated.change());
      case Applied.Refused refused -> throw refused(refused.errors());
      case Applied.Conflict conflict ->
          throw new CommandFailure(
              CommandExitCode.CONFLICT,
              "the spec of '"
                  + spec.name()
                  + "' changed while this ran: nothing was written; look at it with: quorate get "
                  + spec.name()
                  + ", then apply again");
    };
  }

  private int tell(
      ClusterSpec spec, String result, SpecRecord record, List<String> lines, SpecChange change) {
    if (options().structured()) {
      Tree.Builder tree =
          Tree.builder()
              .with("cluster", spec.name())
              .with("result", result)
              .with("dryRun", dryRun)
              .with("changes", ChangeText.json(change))
              .with("access", change.access().stream().map(AuthChange::words).toList())
              .with("notes", change.notes());
      if (!(dryRun && result.equals("created"))) {
        tree.with("uid", record.uid()).with("version", record.version());
      }
      printTree(tree.build());
      return CommandExitCode.OK;
    }
    String head =
        dryRun
            ? "would be " + result + " (dry run: nothing was written)"
            : result + ", uid " + record.uid() + ", spec version " + record.version();
    print("cluster " + spec.name() + ": " + head + "\n");
    lines.forEach(line -> print(line + "\n"));
    return CommandExitCode.OK;
  }

  private static SpecChange none() {
    return new SpecChange(List.of(), List.of());
  }

  private static CommandFailure refused(List<SpecError> errors) {
    return new CommandFailure(
        CommandExitCode.BAD_INPUT,
        errors.stream().map(SpecError::toString).collect(Collectors.joining("\n")));
  }
}
