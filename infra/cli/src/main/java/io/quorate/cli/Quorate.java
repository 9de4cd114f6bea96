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
  private static final int HELP_WIDTH = 100;

  private Quorate() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    PrintWriter out = writer(FileDescriptor.out);
    Surroundings surroundings =
        new Surroundings(
            System.in,
            out,
            writer(FileDescriptor.err),
            Boolean.getBoolean("quorate.terminal"),
            InstantSource.system(),
            Pace.untilInterrupted(),
            () -> ClusterUid.of(UUID.randomUUID()),
            AwsCloud::open);
    int code = commandLine(surroundings).execute(args);
    out.flush();
    System.exit(code);
  }

  static CommandLine commandLine(Surroundings surroundings) {
    CommandLine line =
        new CommandLine(new RootCommand())
            .addSubcommand(new ApplyCommand(surroundings))
            .addSubcommand(new GetCommand(surroundings))
            .addSubcommand(new StatusCommand(surroundings))
            .addSubcommand(new EventsCommand(surroundings))
            .addSubcommand(new ExplainCommand(surroundings))
            .addSubcommand(new ResumeCommand(surroundings));
    describe(line.getCommandSpec());
    line.getSubcommands().values().forEach(command -> describe(command.getCommandSpec()));
    line.addSubcommand(new CommandLine.HelpCommand());
    return line.setOut(surroundings.out())
        .setErr(surroundings.err())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(new UsageErrors())
        .setExecutionExceptionHandler(new Failures(surroundings.err()));
  }

  private static void describe(CommandSpec spec) {
    spec.mixinStandardHelpOptions(true);
    spec.version("quorate " + ProjectVersion.read());
    spec.exitCodeOnInvalidInput(ExitCode.USAGE);
    spec.usageMessage()
        .width(HELP_WIDTH)
        .exitCodeListHeading("%nExit codes:%n")
        .exitCodeList(exitCodes());
    spec.usageMessage().sortOptions(false);
  }

  private static Map<String, String> exitCodes() {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put(" " + ExitCode.OK, "done; status: healthy");
    codes.put(" " + ExitCode.NOT_HEALTHY, "status: degraded, changing or not born yet");
    codes.put(" " + ExitCode.NO_QUORUM, "status: no quorum, or halted");
    codes.put("" + ExitCode.USAGE, "the command line is wrong");
    codes.put("" + ExitCode.BAD_INPUT, "the file, or a stored record, breaks a rule");
    codes.put("" + ExitCode.NO_SUCH_CLUSTER, "no such cluster");
    codes.put("" + ExitCode.UNAVAILABLE, "the store did not answer, or has no such table");
    codes.put("" + ExitCode.INTERNAL, "a fault in the command itself");
    codes.put("" + ExitCode.CONFLICT, "somebody else wrote at the same time: try again");
    codes.put("" + ExitCode.DENIED, "the credentials lack a right, or there are none");
    return codes;
  }

  private static PrintWriter writer(FileDescriptor to) {
    return new PrintWriter(new FileOutputStream(to), false, UTF_8);
  }
}
