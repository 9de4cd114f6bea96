package io.quorate.cli.release;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.ClusterCommand;
import io.quorate.cli.frame.CommandContext;
import io.quorate.spec.EtcdVersion;
import io.quorate.store.EtcdReleases;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Offers a stored release to no further cluster. */
@Command(
    name = "hide",
    description =
        "Offers a stored release to no further apply. Clusters that run it, or change to it, go on;"
            + " its object stays in the bucket.")
final class ReleaseHideCommand extends ClusterCommand {
  @Mixin private final ReleaseArgument release = new ReleaseArgument();

  ReleaseHideCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud) {
    EtcdVersion version = release.etcd();
    if (new EtcdReleases(cloud.store()).hide(version) == 0) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          "etcd " + version + " is not stored: look at the releases with quorate release list");
    }
    print("etcd " + version + " is hidden\n");
    return CommandExitCode.OK;
  }
}
