package io.quorate.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.codec.JsonTree;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecError;
import io.quorate.spec.SpecReader;
import io.quorate.spec.SpecResult;
import io.quorate.spec.SpecSchema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Writes a cluster's file:
 *
 * <ol>
 *   <li>What no option gives is asked for, an empty answer takes the value shown; with --yes it is
 *       taken without a question.
 *   <li>The text is read as apply reads it: what it refuses is told, and nothing is written.
 *   <li>A file that is there is never overwritten.
 * </ol>
 */
@Command(
    name = "init",
    description =
        "Writes a cluster's YAML file by five questions, or by options. Nothing is sent anywhere:"
            + " 'quorate apply -f FILE' makes the cluster. With --schema it prints the JSON Schema"
            + " of the file, by which editors complete it.")
public final class InitCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "The file to write; - prints it. By default NAME.yaml.")
  private Optional<String> file = Optional.empty();

  @Option(names = "--name", paramLabel = "NAME", description = "The cluster's name.")
  private Optional<String> name = Optional.empty();

  @Option(names = "--size", paramLabel = "N", description = "Members: 1, 3, 5 or 7.")
  private Optional<String> size = Optional.empty();

  @Option(names = "--etcd", paramLabel = "VERSION", description = "The etcd release, such as 3.5.")
  private Optional<String> etcd = Optional.empty();

  @Option(
      names = "--tls",
      paramLabel = "MODE",
      description =
          "off; managed: the controller signs the members' certificates; required: managed, and"
              + " clients must show one, too.")
  private Optional<String> tls = Optional.empty();

  @Option(
      names = "--snapshots",
      paramLabel = "EVERY",
      description = "How often a snapshot is taken, such as 1h, or off.")
  private Optional<String> snapshots = Optional.empty();

  @Option(
      names = {"-y", "--yes"},
      description = "Asks nothing: takes the values shown in the questions.")
  private boolean yes;

  @Option(names = "--schema", description = "Prints the JSON Schema of the file, and ends.")
  private boolean schema;

  public InitCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (schema) {
      context.out().print(JsonTree.pretty(SpecSchema.tree()));
      return CommandExitCode.OK;
    }
    Questions questions = new Questions(context, yes);
    String cluster = name.orElseGet(() -> questions.ask("name of the cluster", "demo"));
    String text =
        text(
            cluster,
            size.orElseGet(() -> questions.ask("members (1, 3, 5 or 7)", "3")),
            etcd.orElseGet(() -> questions.ask("etcd release", EtcdVersion.DEFAULT_LINE)),
            tls.orElseGet(() -> questions.ask("TLS (off, managed, required)", "managed")),
            snapshots.orElseGet(() -> questions.ask("a snapshot every (30m, 6h, off)", "30m")));
    check(text);
    String target = file.orElse(cluster + ".yaml");
    if (target.equals(SpecText.STDIN)) {
      context.out().print(text);
      return CommandExitCode.OK;
    }
    write(Path.of(target), text);
    context
        .out()
        .print(target + " is written; make the cluster: quorate apply -f " + target + "\n");
    return CommandExitCode.OK;
  }

  private static String text(String name, String size, String etcd, String tls, String snapshots) {
    String mode =
        switch (tls) {
          case "required" -> "  mode: managed\n  clients: required\n";
          case "managed" -> "  mode: managed\n";
          default -> "  mode: " + quoted(tls) + "\n";
        };
    return "# Every field: docs/configuration.md; for editors: quorate init --schema\n"
        + "name: "
        + quoted(name)
        + "\nsize: "
        + quoted(size)
        + "\netcd:\n  version: \""
        + etcd.replace("\"", "")
        + "\"\nsnapshots:\n  interval: "
        + quoted(snapshots)
        + "\ntls:\n"
        + mode;
  }

  /** A plain word as it is; anything else as one piece of text, which the reader then judges. */
  private static String quoted(String value) {
    return value.matches("[A-Za-z0-9][A-Za-z0-9.-]*")
        ? value
        : "'" + value.replace("'", "''").replace("\n", " ") + "'";
  }

  private static void check(String text) {
    if (SpecReader.read(text) instanceof SpecResult.Invalid(List<SpecError> errors)) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          "nothing was written:\n"
              + errors.stream().map(SpecError::toString).collect(Collectors.joining("\n")));
    }
  }

  private static void write(Path target, String text) {
    try {
      Files.writeString(target, text, UTF_8, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException there) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          target + " is there already, and was not changed: choose another with -f FILE",
          there);
    } catch (IOException e) {
      throw new CommandFailure(CommandExitCode.USAGE, "cannot write " + target + ": " + e, e);
    }
  }

  /** Asks on standard error, so that what is printed stays the file alone. */
  private static final class Questions {
    private final CommandContext context;
    private final boolean silent;
    private final BufferedReader in;

    Questions(CommandContext context, boolean silent) {
      this.context = context;
      this.silent = silent;
      this.in = new BufferedReader(new InputStreamReader(context.in(), UTF_8));
    }

    String ask(String what, String otherwise) {
      if (silent) {
        return otherwise;
      }
      context.err().print(what + " [" + otherwise + "]: ");
      context.err().flush();
      try {
        String line = in.readLine();
        if (line == null) {
          throw new CommandFailure(
              CommandExitCode.USAGE,
              "no answer: expected one a question, the options, or --yes; nothing was written");
        }
        return line.isBlank() ? otherwise : line.strip();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
