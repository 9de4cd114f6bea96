package io.quorate.cli.frame;

import io.quorate.cli.connect.Clouds;
import io.quorate.model.ClusterName;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/** A request that is about one instance, or about all that it concerns. */
public abstract class InstancesCommand extends RequestCommand {
  /** The option that names one instance. */
  public static final String OPTION = "--instance";

  private final RequestKind kind;

  @Mixin private final WaitOptions waiting = new WaitOptions();

  public InstancesCommand(CommandContext context, RequestKind kind) {
    super(context);
    this.kind = kind;
  }

  /** The one that the option names. */
  protected abstract Optional<String> instance();

  @Override
  protected final int run(Clouds.Open cloud, ClusterName name) {
    instance().ifPresent(one -> InstanceArgument.check(OPTION, one));
    return ask(
        cloud,
        name,
        kind,
        instance().map(one -> Map.of(Request.INSTANCE, one)).orElse(Map.of()),
        waiting.patience());
  }
}
