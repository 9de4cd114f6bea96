package io.quorate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.cli.access.AuthCommand;
import io.quorate.cli.access.CertificateCommand;
import io.quorate.cli.access.EndpointsCommand;
import io.quorate.cli.access.EnvCommand;
import io.quorate.cli.cluster.ApplyCommand;
import io.quorate.cli.cluster.ConsoleCommand;
import io.quorate.cli.cluster.ContextsCommand;
import io.quorate.cli.cluster.DeleteCommand;
import io.quorate.cli.cluster.EventsCommand;
import io.quorate.cli.cluster.ExplainCommand;
import io.quorate.cli.cluster.GetCommand;
import io.quorate.cli.cluster.InitCommand;
import io.quorate.cli.cluster.PauseCommand;
import io.quorate.cli.cluster.StatusCommand;
import io.quorate.cli.cluster.SupportCommand;
import io.quorate.cli.cluster.UnpauseCommand;
import io.quorate.cli.cluster.WaitCommand;
import io.quorate.cli.connect.AwsAccess;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.connect.Place;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.Examples;
import io.quorate.cli.frame.Failures;
import io.quorate.cli.frame.Pace;
import io.quorate.cli.members.CompactCommand;
import io.quorate.cli.members.CompareCommand;
import io.quorate.cli.members.DefragmentCommand;
import io.quorate.cli.members.MembersCommand;
import io.quorate.cli.nodes.NodesCommand;
import io.quorate.cli.nodes.RowsCommand;
import io.quorate.cli.recovery.RebuildCommand;
import io.quorate.cli.recovery.RecoverCommand;
import io.quorate.cli.recovery.RestoreCommand;
import io.quorate.cli.recovery.ResumeCommand;
import io.quorate.cli.release.ReleaseCommand;
import io.quorate.cli.release.UpgradeCommand;
import io.quorate.cli.snapshot.SnapshotCommand;
import io.quorate.model.ClusterUid;
import io.quorate.release.ProjectVersion;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The operator's command. */
public final class Quorate {
  private static final int HELP_WIDTH = 100;

  /** Commands that tell of all others. */
  private static final Set<String> ABOUT_ALL = Set.of("completion", "man-pages");

  private Quorate() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    // What is printed, stored and compared is the same in every locale.
    Locale.setDefault(Locale.ROOT);
    CommandContext context =
        new CommandContext(
            System.in,
            writer(FileDescriptor.out),
            writer(FileDescriptor.err),
            Boolean.getBoolean("quorate.terminal"),
            Place.PROCESS.environment(),
            InstantSource.system(),
            Pace.untilInterrupted(),
            () -> ClusterUid.of(UUID.randomUUID()),
            AwsAccess::open);
    // An exit looks for a logger first, in every jar; nothing here waits for the JVM's end.
    Runtime.getRuntime().halt(run(context, args));
  }

  /** Runs one command; its result, or the help, must have been written to the end. */
  static int run(CommandContext context, String... args) {
    int code = commandLine(context, args).execute(args);
    if (context.out().checkError() && code != CommandExitCode.OUTPUT) {
      context.err().println("quorate: " + CommandFailure.NOT_WRITTEN);
      context.err().flush();
      return code == CommandExitCode.OK ? CommandExitCode.OUTPUT : code;
    }
    return code;
  }

  /** With every command. */
  static CommandLine commandLine(CommandContext context) {
    return commandLine(context, commands(context).values());
  }

  /**
   * With the one command that a line names: picocli reads the annotations of each one that is
   * added, which would take longer than most commands themselves. Any other line needs them all.
   */
  static CommandLine commandLine(CommandContext context, String[] args) {
    Map<String, Supplier<?>> all = commands(context);
    boolean one = args.length > 0 && all.containsKey(args[0]) && !ABOUT_ALL.contains(args[0]);
    return commandLine(
        context, one ? List.of(Objects.requireNonNull(all.get(args[0]))) : all.values());
  }

  private static CommandLine commandLine(
      CommandContext context, Collection<? extends Supplier<?>> commands) {
    CommandLine line = new CommandLine(new RootCommand());
    commands.forEach(command -> line.addSubcommand(command.get()));
    describe(line, "quorate " + ProjectVersion.read());
    line.addSubcommand(new CommandLine.HelpCommand());
    return line.setOut(context.out())
        .setErr(context.err())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(new UsageErrors())
        .setExecutionExceptionHandler(new Failures(context.err()));
  }

  private static Map<String, Supplier<?>> commands(CommandContext context) {
    Map<String, Supplier<?>> all = new LinkedHashMap<>();
    all.put("init", () -> new InitCommand(context));
    all.put("apply", () -> new ApplyCommand(context));
    all.put("get", () -> new GetCommand(context));
    all.put("status", () -> new StatusCommand(context));
    all.put("wait", () -> new WaitCommand(context));
    all.put("events", () -> new EventsCommand(context));
    all.put("explain", () -> new ExplainCommand(context));
    all.put("console", () -> new ConsoleCommand(context));
    all.put("endpoints", () -> new EndpointsCommand(context));
    all.put("env", () -> new EnvCommand(context));
    all.put("pause", () -> new PauseCommand(context));
    all.put("unpause", () -> new UnpauseCommand(context));
    all.put("resume", () -> new ResumeCommand(context));
    all.put("rebuild", () -> new RebuildCommand(context));
    all.put("delete", () -> new DeleteCommand(context));
    all.put("snapshot", () -> SnapshotCommand.with(context));
    all.put("release", () -> ReleaseCommand.with(context));
    all.put("upgrade", () -> UpgradeCommand.with(context));
    all.put("certificate", () -> CertificateCommand.with(context));
    all.put("auth", () -> AuthCommand.with(context));
    all.put("compact", () -> new CompactCommand(context));
    all.put("defragment", () -> new DefragmentCommand(context));
    all.put("compare", () -> new CompareCommand(context));
    all.put("restore", () -> new RestoreCommand(context));
    all.put("recover", () -> RecoverCommand.with(context));
    all.put("members", () -> MembersCommand.with(context));
    all.put("nodes", () -> NodesCommand.with(context));
    all.put("rows", () -> RowsCommand.with(context));
    all.put("contexts", () -> new ContextsCommand(context));
    all.put("support", () -> new SupportCommand(context));
    all.put("version", () -> new VersionCommand(context));
    all.put("completion", () -> new CompletionCommand(context));
    all.put("man-pages", () -> new ManCommand(context));
    return all;
  }

  private static void describe(CommandLine line, String version) {
    describe(line.getCommandSpec(), version);
    line.getSubcommands().values().forEach(below -> describe(below, version));
  }

  private static void describe(CommandSpec spec, String version) {
    spec.mixinStandardHelpOptions(true);
    spec.version(version);
    spec.exitCodeOnInvalidInput(CommandExitCode.USAGE);
    spec.usageMessage()
        .width(HELP_WIDTH)
        .exitCodeListHeading("%nExit codes:%n")
        .exitCodeList(exitCodes());
    spec.usageMessage().sortOptions(false);
    Examples.describe(spec);
  }

  private static Map<String, String> exitCodes() {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put(" " + CommandExitCode.OK, "done; status: healthy");
    codes.put(
        " " + CommandExitCode.NOT_HEALTHY,
        "status: degraded, changing, not bootstrapped yet or silent; a request: it failed");
    codes.put(" " + CommandExitCode.NO_QUORUM, "status: no quorum, or halted");
    codes.put(
        " " + CommandExitCode.UNSEEN,
        "status: too few agents report to tell whether a quorum serves");
    codes.put("" + CommandExitCode.USAGE, "the command line is wrong");
    codes.put("" + CommandExitCode.BAD_INPUT, "the file, or a stored record, breaks a rule");
    codes.put("" + CommandExitCode.NO_SUCH_CLUSTER, "no such cluster");
    codes.put("" + CommandExitCode.UNAVAILABLE, "the store did not answer, or has no such table");
    codes.put("" + CommandExitCode.INTERNAL, "a fault in the command itself");
    codes.put("" + CommandExitCode.OUTPUT, "standard output could not be written");
    codes.put("" + CommandExitCode.CONFLICT, "somebody else wrote at the same time: try again");
    codes.put("" + CommandExitCode.DENIED, "the credentials lack a right, or there are none");
    return codes;
  }

  private static PrintWriter writer(FileDescriptor to) {
    return new PrintWriter(new FileOutputStream(to), false, UTF_8);
  }
}
