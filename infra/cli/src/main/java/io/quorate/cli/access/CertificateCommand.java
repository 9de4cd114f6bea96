package io.quorate.cli.access;

import io.quorate.cli.frame.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Groups the commands about certificates; by itself it does nothing. */
@Command(
    name = "certificate",
    description =
        "Prints the authority that clients trust, has certificates for clients signed, and lists"
            + " what was signed.")
public final class CertificateCommand {
  private CertificateCommand() {}

  /** The command with those below it. */
  public static CommandLine with(CommandContext context) {
    return new CommandLine(new CertificateCommand())
        .addSubcommand(new CertificateCaCommand(context))
        .addSubcommand(new CertificateIssueCommand(context))
        .addSubcommand(new CertificateListCommand(context));
  }
}
