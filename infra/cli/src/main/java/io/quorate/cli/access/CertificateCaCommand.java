package io.quorate.cli.access;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the certificate of the authority that clients trust. */
@Command(
    name = "ca",
    description =
        "Prints the certificate of the authority that signs for clients and for what members show"
            + " them, in PEM: etcdctl takes it as --cacert.")
final class CertificateCaCommand extends OneClusterCommand {
  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Writes it to this file, which is replaced, instead of standard output.")
  private Optional<Path> out = Optional.empty();

  CertificateCaCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    String pem =
        new Certificates(cloud.store(), name).authorities(summary(cloud, name, 0)).clients();
    if (out.isPresent()) {
      write(out.get(), pem);
    }
    if (options().structured()) {
      printTree(
          Tree.builder()
              .with("cluster", name)
              .with("ca", pem)
              .withOptional("file", out.map(Path::toString))
              .build());
    } else if (out.isEmpty()) {
      print(pem);
    }
    return CommandExitCode.OK;
  }

  private static void write(Path file, String pem) {
    try {
      Files.writeString(file, pem);
    } catch (IOException e) {
      throw new CommandFailure(CommandExitCode.USAGE, "cannot write " + file + ": " + e, e);
    }
  }
}
