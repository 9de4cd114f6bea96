package io.quorate.cli.release;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.ClusterCommand;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.render.TextTable;
import io.quorate.codec.Tree;
import io.quorate.release.EtcdRelease;
import io.quorate.store.EtcdReleases;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;

/** Lists the stored releases. */
@Command(name = "list", description = "Lists the stored releases, the newest last.")
final class ReleaseListCommand extends ClusterCommand {
  private static final int SHOWN = 12;

  ReleaseListCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud) {
    List<EtcdRelease> all = new EtcdReleases(cloud.store()).all();
    if (options().structured()) {
      printTree(
          Tree.builder()
              .with("releases", all.stream().map(ReleaseListCommand::json).toList())
              .build());
      return CommandExitCode.OK;
    }
    if (all.isEmpty()) {
      print("no release is stored; store one with: quorate release add etcd VERSION --file FILE\n");
      return CommandExitCode.OK;
    }
    TextTable table =
        new TextTable(
            List.of("RELEASE", "PLATFORM", "BYTES", "SHA-256", "ADDED", "BY", "HIDDEN"),
            Set.of("BYTES"));
    all.forEach(
        release ->
            table.row(
                List.of(
                    "etcd " + release.version(),
                    release.archive().platform(),
                    Long.toString(release.archive().sizeBytes()),
                    release.archive().sha256().substring(0, SHOWN),
                    release.addedAt().toString(),
                    release.addedBy(),
                    release.hidden() ? "yes" : "no")));
    table.lines("").forEach(line -> print(line + "\n"));
    return CommandExitCode.OK;
  }

  private static Map<String, Object> json(EtcdRelease release) {
    return Tree.builder()
        .with("product", "etcd")
        .with("version", release.version().toString())
        .with("platform", release.archive().platform())
        .with("sizeBytes", release.archive().sizeBytes())
        .with("sha256", release.archive().sha256())
        .with("key", release.key())
        .with("addedAt", release.addedAt())
        .with("addedBy", release.addedBy())
        .with("hidden", release.hidden())
        .build();
  }
}
