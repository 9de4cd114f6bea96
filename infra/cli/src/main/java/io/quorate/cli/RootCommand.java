package io.quorate.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command by itself: it only explains itself. */
@Command(
    name = "quorate",
    description = "Runs etcd clusters on auto-scaling groups: says what you want, shows what is.",
    footer = {
      "",
      "Region, credentials and profile come from where the AWS SDK looks for them.",
      "docs/operations.md explains what status shows, and each condition."
    })
final class RootCommand implements Runnable {
  private final Surroundings surroundings;

  RootCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public void run() {
    new CommandLine(this).usage(surroundings.out());
  }
}
