package io.quorate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.model.ClusterUid;
import io.quorate.release.ProjectVersion;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The operator's command. */
public final class Quorate {
  /** What is said when standard output takes nothing more. */
  static final String NOT_WRITTEN =
      "standard output cannot be written: its reader has closed it, or its disk is full; what was"
          + " printed is incomplete";

  private static final int HELP_WIDTH = 100;

  private Quorate() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    CommandContext context =
        new CommandContext(
            System.in,
            writer(FileDescriptor.out),
            writer(FileDescriptor.err),
            Boolean.getBoolean("quorate.terminal"),
            InstantSource.system(),
            Pace.untilInterrupted(),
            () -> ClusterUid.of(UUID.randomUUID()),
            AwsAccess::open);
    System.exit(run(context, args));
  }

  /** Runs one command; its result, or the help, must have been written to the end. */
  static int run(CommandContext context, String... args) {
    int code = commandLine(context).execute(args);
    if (context.out().checkError() && code != CommandExitCode.OUTPUT) {
      context.err().println("quorate: " + NOT_WRITTEN);
      context.err().flush();
      return code == CommandExitCode.OK ? CommandExitCode.OUTPUT : code;
    }
    return code;
  }

  static CommandLine commandLine(CommandContext context) {
    CommandLine line =
        new CommandLine(new RootCommand())
            .addSubcommand(new ApplyCommand(context))
            .addSubcommand(new GetCommand(context))
            .addSubcommand(new StatusCommand(context))
            .addSubcommand(new WaitCommand(context))
            .addSubcommand(new EventsCommand(context))
            .addSubcommand(new ExplainCommand(context))
            .addSubcommand(new ConsoleCommand(context))
            .addSubcommand(new EndpointsCommand(context))
            .addSubcommand(new EnvCommand(context))
            .addSubcommand(new ResumeCommand(context))
            .addSubcommand(new RebuildCommand(context))
            .addSubcommand(new DeleteCommand(context))
            .addSubcommand(SnapshotCommand.with(context))
            .addSubcommand(CertificateCommand.with(context))
            .addSubcommand(new CompactCommand(context))
            .addSubcommand(new RestoreCommand(context))
            .addSubcommand(RecoverCommand.with(context));
    describe(line);
    line.addSubcommand(new CommandLine.HelpCommand());
    return line.setOut(context.out())
        .setErr(context.err())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(new UsageErrors())
        .setExecutionExceptionHandler(new Failures(context.err()));
  }

  private static void describe(CommandLine line) {
    describe(line.getCommandSpec());
    line.getSubcommands().values().forEach(Quorate::describe);
  }

  private static void describe(CommandSpec spec) {
    spec.mixinStandardHelpOptions(true);
    spec.version("quorate " + ProjectVersion.read());
    spec.exitCodeOnInvalidInput(CommandExitCode.USAGE);
    spec.usageMessage()
        .width(HELP_WIDTH)
        .exitCodeListHeading("%nExit codes:%n")
        .exitCodeList(exitCodes());
    spec.usageMessage().sortOptions(false);
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
