package io.quorate.benchmark.command;

import io.quorate.benchmark.Benchmark;
import io.quorate.benchmark.upgrade.UpgradeBenchmark;
import io.quorate.release.ProjectVersion;
import picocli.CommandLine;

/** All benchmarks by one command. */
public final class BenchmarkCommand {
  private BenchmarkCommand() {}

  /** Runs one; exits with 0 when every figure was measured. */
  public static void main(String[] arguments) {
    CommandLine line = commandLine();
    line.getCommandSpec().version("quorate " + ProjectVersion.read());
    System.exit(line.execute(arguments));
  }

  /** The command as it reads its arguments. */
  static CommandLine commandLine() {
    return Benchmark.commandLine().addSubcommand(new UpgradeBenchmark());
  }
}
