package io.quorate.cli.access;

import io.quorate.certificate.ClientCertificateWish;
import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.frame.Patience;
import io.quorate.cli.frame.Requests;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.Heartbeat;
import io.quorate.state.PublicKeyProof;
import io.quorate.x509.KeyAndRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Has a client's certificate signed:
 *
 * <ol>
 *   <li>The key is made here and written to a file of its own; it is never sent.
 *   <li>A request carries the certificate request, which proves the key.
 *   <li>The certificate and the authority's are written beside the key. Where nothing is signed,
 *       the key is deleted.
 * </ol>
 */
@Command(
    name = "issue",
    description =
        "Makes a key for a client, has the cluster's authority for clients sign a certificate for"
            + " it, and writes NAME.key, NAME.pem and NAME-ca.pem. The key is never sent. The"
            + " certificate is good for the client port alone.")
final class CertificateIssueCommand extends OneClusterCommand {
  private static final Patience A_MINUTE = Patience.lasting(Duration.ofMinutes(1));

  @Option(
      names = {"--cn", "--user"},
      required = true,
      paramLabel = "NAME",
      description =
          "Whom the certificate names, which is also its user of access control: letters, digits,"
              + " '.', '_', '@' or '-'.")
  private String commonName = "";

  @Option(
      names = "--sans",
      paramLabel = "NAMES",
      split = ",",
      description = "DNS names and IP addresses it is good for beside; each must be in tls.sans.")
  private List<String> sans = List.of();

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "How long it lasts, 1 to 397. Default: ${DEFAULT-VALUE}")
  private String days = Integer.toString(ClientCertificateWish.DEFAULT_DAYS);

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder for the three files. Default: the current one.")
  private Path folder = Path.of("");

  @Option(
      names = "--allow-root",
      description = "Allows the name root, which etcd's access control lets do everything.")
  private boolean allowRoot;

  CertificateIssueCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    ClusterSummary summary = summary(cloud, name, 0);
    wish("").refusal(Certificates.settings(summary)).ifPresent(CertificateIssueCommand::refuse);
    String ca = new Certificates(cloud.store(), name).authorities(summary).clients();
    KeyAndRequest made = KeyAndRequest.create(commonName);
    ClientFiles files = ClientFiles.in(folder, commonName);
    files.keep(made.privateKey());
    boolean signed = false;
    try {
      Request answer = ask(cloud, name, made);
      files.signed(answer.result().getOrDefault("certificate", ""), ca);
      signed = true;
      told(summary, files, answer);
      return CommandExitCode.OK;
    } finally {
      if (!signed) {
        files.giveUp();
      }
    }
  }

  private ClientCertificateWish wish(String request) {
    return new ClientCertificateWish(
        new PublicKeyProof(request), commonName, sans, days, allowRoot);
  }

  private Request ask(Clouds.Open cloud, ClusterName name, KeyAndRequest made) {
    Requests requests = new Requests(cloud, context(), name, this::complain);
    Request answer =
        requests.follow(
            requests.submit(RequestKind.ISSUE_CERTIFICATE, wish(made.request()).arguments()),
            A_MINUTE);
    return switch (answer.state()) {
      case DONE -> answer;
      case REFUSED -> throw refusal(answer.detail());
      case FAILED ->
          throw new CommandFailure(
              CommandExitCode.NOT_HEALTHY, "nothing was signed: " + answer.detail());
      case OPEN, TAKEN_UP ->
          throw new CommandFailure(
              CommandExitCode.NOT_HEALTHY,
              "request "
                  + answer.id()
                  + " is not answered yet, and its key is deleted, so that what is signed for it"
                  + " serves nobody: quorate status tells whether the controller has its turns and"
                  + " the bucket answers; then run this again");
    };
  }

  private static void refuse(String why) {
    throw refusal(why);
  }

  private static CommandFailure refusal(String why) {
    return new CommandFailure(CommandExitCode.BAD_INPUT, "refused, nothing was signed: " + why);
  }

  private void told(ClusterSummary summary, ClientFiles files, Request answer) {
    String until = answer.result().getOrDefault("notAfter", "");
    String serial = answer.result().getOrDefault("serial", "");
    if (options().structured()) {
      printTree(
          Tree.builder()
              .with("cluster", summary.cluster())
              .with("request", answer.id())
              .with("commonName", commonName)
              .with("serial", serial)
              .with("notAfter", until)
              .with("key", files.key().toString())
              .with("certificate", files.certificate().toString())
              .with("ca", files.ca().toString())
              .build());
      return;
    }
    print(
        "certificate for "
            + commonName
            + " until "
            + until
            + ", serial "
            + serial
            + "\n  etcdctl --cacert="
            + files.ca()
            + " --cert="
            + files.certificate()
            + " --key="
            + files.key()
            + " --endpoints="
            + summary.nodes().stream()
                .filter(Heartbeat::serving)
                .map(node -> node.endpoints().clientUrl())
                .sorted()
                .collect(Collectors.joining(","))
            + " endpoint health\n");
  }
}
