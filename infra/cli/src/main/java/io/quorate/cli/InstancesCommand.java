package io.quorate.cli;

import io.quorate.model.ClusterName;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A request that is about one instance, or about all that it concerns. */
abstract class InstancesCommand extends SnapshotRequestCommand {
  private final RequestKind kind;

  @Option(
      names = "--instance",
      paramLabel = "INSTANCE",
      description = "Only this instance; left out: all of them.")
  private Optional<String> instance = Optional.empty();

  @Mixin private final WaitOptions waiting = new WaitOptions();

  InstancesCommand(CommandContext context, RequestKind kind) {
    super(context);
    this.kind = kind;
  }

  @Override
  final int run(Clouds.Open cloud, ClusterName name) {
    instance.ifPresent(one -> InstanceArgument.check("--instance", one));
    return ask(
        cloud,
        name,
        kind,
        instance.map(one -> Map.of(Request.INSTANCE, one)).orElse(Map.of()),
        waiting.patience());
  }
}
