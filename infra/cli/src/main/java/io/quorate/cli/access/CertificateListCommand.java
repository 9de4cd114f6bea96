package io.quorate.cli.access;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.render.CertificateTable;
import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;

/** Lists what the cluster's authorities signed. */
@Command(
    name = "list",
    description =
        "Lists the authorities, the nodes' certificates and those of clients, with when they"
            + " expire.")
final class CertificateListCommand extends OneClusterCommand {
  CertificateListCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    Certificates certificates = new Certificates(cloud.store(), name);
    CertificateTable table =
        CertificateTable.of(
            certificates.authorities(summary(cloud, name, 0)),
            certificates.nodes(),
            certificates.clients());
    if (options().structured()) {
      printTree(table.json(name));
    } else {
      print(table.text(context().clock().instant()));
    }
    return CommandExitCode.OK;
  }
}
