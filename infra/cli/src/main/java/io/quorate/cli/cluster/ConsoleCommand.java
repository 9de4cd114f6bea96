package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.console.ConsoleServer;
import io.quorate.cli.console.ConsoleSources;
import io.quorate.cli.frame.ClusterCommand;
import io.quorate.cli.frame.ClusterNameConverter;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.Failures;
import io.quorate.codec.Tree;
import io.quorate.controller.observe.CloudReader;
import io.quorate.model.ClusterName;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Serves the console until the command is told to end. */
@Command(
    name = "console",
    description =
        "Serves a web page on this machine that shows all clusters, live, and prints its URL. It"
            + " reads by your rights, and only while somebody looks; it changes nothing. Ctrl-C ends"
            + " it.")
public final class ConsoleCommand extends ClusterCommand {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int HIGHEST = 65_535;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      converter = ClusterNameConverter.class,
      description = "The cluster that the URL shows; without it, all.")
  private Optional<ClusterName> cluster = Optional.empty();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "TCP port on the loopback address; by default 0, any free one.")
  private int port;

  public ConsoleCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud) {
    if (port < 0 || port > HIGHEST) {
      throw new CommandFailure(
          CommandExitCode.USAGE, "--port " + port + ": expected 0 to " + HIGHEST);
    }
    if (cluster.isPresent()) {
      summary(cloud, cluster.get(), 0);
    } else {
      summaries(cloud).fleet();
    }
    context().pace().begins();
    try (ConsoleServer server = start(cloud)) {
      tell(server.page(cluster));
      boolean serving = true;
      while (serving) {
        serving = context().pace().next(LOOK);
      }
    }
    return CommandExitCode.OK;
  }

  private ConsoleServer start(Clouds.Open cloud) {
    ConsoleSources sources =
        new ConsoleSources(
            cloud.store(),
            new Once(cloud::instances),
            context().clock(),
            failure -> String.valueOf(Failures.told(failure).getMessage()),
            Tree.builder()
                .with("clustersTable", options().clustersTable())
                .with("nodesTable", options().nodesTable())
                .withOptional("region", options().region())
                .withOptional("endpoint", options().endpoint())
                .build());
    try {
      return ConsoleServer.start(port, sources);
    } catch (IOException taken) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          "--port "
              + port
              + ": cannot listen on 127.0.0.1: "
              + taken.getMessage()
              + "; give another one, or leave it out for any that is free",
          taken);
    }
  }

  private void tell(URI page) {
    if (options().structured()) {
      printTreeLine(Tree.builder().with("url", page.toString()).build());
      return;
    }
    print(
        page
            + "\nThe page shows what you may read, to whoever has this URL on this machine; it"
            + " changes nothing. Ctrl-C ends it.\n");
  }

  /** Opens the clients of Auto Scaling and EC2 at the first explanation, and no others later. */
  private static final class Once implements Supplier<CloudReader> {
    private final Supplier<CloudReader> open;
    private @Nullable CloudReader opened;

    Once(Supplier<CloudReader> open) {
      this.open = open;
    }

    @Override
    public synchronized CloudReader get() {
      CloudReader reader = opened;
      if (reader == null) {
        reader = open.get();
        opened = reader;
      }
      return reader;
    }
  }
}
