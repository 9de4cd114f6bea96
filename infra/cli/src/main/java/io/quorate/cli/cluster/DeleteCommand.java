package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.BetweenTurns;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.codec.Tree;
import io.quorate.controller.reconcile.DeleteCluster;
import io.quorate.controller.reconcile.DeleteResult;
import io.quorate.model.ClusterName;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Deletes a cluster for good, once its name was typed. */
@Command(
    name = "delete",
    description =
        "Deletes a cluster for good: its members stop, nothing of it starts again, and its name is"
            + " used up. Asks for the name. Refuses while members serve. Snapshots and lineage stay"
            + " in the bucket, directories on the instances' disks; the group stays, too.")
public final class DeleteCommand extends OneClusterCommand {

  @Option(
      names = "--yes",
      paramLabel = "NAME",
      description = "The cluster's name again, in place of the question.")
  private Optional<String> sure = Optional.empty();

  @Option(names = "--force", description = "Stops members that serve, too.")
  private boolean force;

  public DeleteCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    summary(cloud, name, 0);
    if (!confirmed(name)) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          "nothing was written: expected the name '"
              + name
              + "' as the answer, or --yes "
              + name
              + ", which says that the cluster is to end for good");
    }
    return tell(name, delete(cloud, name));
  }

  private boolean confirmed(ClusterName name) {
    if (sure.isPresent()) {
      return sure.get().equals(name.value());
    }
    complain(
        "this ends cluster '"
            + name
            + "' for good: its members stop, and no cluster is ever made under this name again."
            + " Type the name to go on:");
    try {
      String line =
          new BufferedReader(new InputStreamReader(context().in(), StandardCharsets.UTF_8))
              .readLine();
      return line != null && line.strip().equals(name.value());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DeleteResult delete(Clouds.Open cloud, ClusterName name) {
    DeleteCluster delete =
        new DeleteCluster(
            cloud.store(), context().clock(), () -> "delete-" + context().uids().get().value());
    String by = cloud.principal();
    return BetweenTurns.tried(
        context(), () -> delete.run(name, by, force), DeleteResult.Busy.class::isInstance);
  }

  private int tell(ClusterName name, DeleteResult result) {
    return switch (result) {
      case DeleteResult.Done done -> deleted(name, "deleted");
      case DeleteResult.DoneBefore before -> deleted(name, "unchanged");
      case DeleteResult.Busy busy -> throw BetweenTurns.busy(name);
      case DeleteResult.Refused refused ->
          throw new CommandFailure(
              CommandExitCode.BAD_INPUT,
              "'"
                  + name
                  + "' is not deleted, for members serve or may serve:\n"
                  + String.join("\n", refused.why())
                  + "\nTerminate their instances first (the group's desired capacity and minimum"
                  + " size to 0), or stop them now with --force");
    };
  }

  private int deleted(ClusterName name, String result) {
    List<String> stays =
        List.of(
            "in the bucket: " + name + "/ with the claim, the lineage, snapshots and directories",
            "in the table: the records of '"
                + name
                + "', which keep the name from being used again",
            "on the instances' disks: the members' directories, put aside",
            "the auto-scaling group and its instances: terraform destroy, or aws autoscaling"
                + " delete-auto-scaling-group, ends them");
    if (options().structured()) {
      printTree(
          Tree.builder().with("cluster", name).with("result", result).with("stays", stays).build());
    } else {
      print(
          "cluster "
              + name
              + (result.equals("deleted")
                  ? ": deleted"
                  : ": was deleted before, nothing was written")
              + "\nwhat stays:\n");
      stays.forEach(line -> print("  " + line + "\n"));
    }
    return CommandExitCode.OK;
  }
}
