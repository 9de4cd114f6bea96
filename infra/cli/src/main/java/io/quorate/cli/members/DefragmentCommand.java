package io.quorate.cli.members;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.cli.frame.WaitOptions;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defragments the members' databases. */
@Command(
    name = "defragment",
    description =
        "Gives the free pages of the databases back to the disk, one member after the other,"
            + " followers first. A member answers nothing while it is defragmented; the leader"
            + " hands the leadership over before. Only while every voter serves and nothing else is"
            + " under way.")
public final class DefragmentCommand extends RequestCommand {
  @Option(
      names = "--member",
      paramLabel = "INSTANCE",
      description = "The one whose member is defragmented; left out: all voters.")
  private Optional<String> member = Optional.empty();

  @Mixin private final WaitOptions waiting = new WaitOptions();

  public DefragmentCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    return ask(
        cloud,
        name,
        RequestKind.DEFRAGMENT,
        member.map(instance -> Map.of("member", instance)).orElse(Map.of()),
        waiting.patience());
  }
}
