package io.quorate.cli.access;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.spec.TlsSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Option;

/** The files by which a client reaches a cluster's etcd over TLS. */
public final class ClientCredentials {
  @Option(
      names = "--cn",
      paramLabel = "NAME",
      description =
          "The client's certificate as 'certificate issue --cn NAME' wrote it: NAME.key, NAME.pem"
              + " and NAME-ca.pem in --dir.")
  private Optional<String> commonName = Optional.empty();

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "The folder of --cn's files; by default the current one.")
  private Path folder = Path.of("");

  @Option(names = "--cacert", paramLabel = "FILE", description = "Whom to trust, in PEM.")
  private Optional<Path> ca = Optional.empty();

  @Option(names = "--cert", paramLabel = "FILE", description = "The client's certificate, in PEM.")
  private Optional<Path> certificate = Optional.empty();

  @Option(names = "--key", paramLabel = "FILE", description = "Its key, in PEM.")
  private Optional<Path> key = Optional.empty();

  /** The readable files, absolute; what the cluster asks for must be among them. */
  public Pems check(ClusterSummary summary) {
    Optional<ClientFiles> named =
        commonName.map(name -> ClientFiles.in(folder.toAbsolutePath().normalize(), name));
    Pems files =
        new Pems(
            ca.or(() -> named.map(ClientFiles::ca)).map(ClientCredentials::absolute),
            certificate
                .or(() -> named.map(ClientFiles::certificate))
                .map(ClientCredentials::absolute),
            key.or(() -> named.map(ClientFiles::key)).map(ClientCredentials::absolute));
    if (files.certificate().isPresent() != files.key().isPresent()) {
      throw usage("--cert and --key: expected both or none");
    }
    files.all().values().forEach(file -> readable(summary, file));
    if (needs(summary, tls -> tls.clients() == TlsSettings.Clients.REQUIRED)
        && files.certificate().isEmpty()) {
      throw usage(
          "'"
              + summary.cluster()
              + "' asks its clients for a certificate: expected --cn NAME and --dir DIR, or"
              + " --cacert, --cert and --key; make one with: quorate certificate issue "
              + summary.cluster()
              + " --cn NAME --out DIR");
    }
    if (needs(summary, tls -> tls.mode() != TlsSettings.Mode.OFF) && files.ca().isEmpty()) {
      throw usage(
          "'"
              + summary.cluster()
              + "' speaks TLS: expected --cacert FILE"
              + (needs(summary, TlsSettings::managed)
                  ? "; write it with: quorate certificate ca " + summary.cluster() + " --out FILE"
                  : ", the authority of the files that its nodes have"));
    }
    return files;
  }

  private static boolean needs(ClusterSummary summary, Predicate<TlsSettings> what) {
    return summary.spec().map(stored -> stored.spec().tls()).filter(what).isPresent();
  }

  private static Path absolute(Path file) {
    return file.toAbsolutePath().normalize();
  }

  private void readable(ClusterSummary summary, Path file) {
    if (!Files.isReadable(file)) {
      throw usage(
          file
              + " cannot be read"
              + commonName
                  .map(
                      name ->
                          ": expected the files of: quorate certificate issue "
                              + summary.cluster()
                              + " --cn "
                              + name
                              + " --out "
                              + folder.toAbsolutePath().normalize())
                  .orElse(": expected a file in PEM"));
    }
  }

  private static CommandFailure usage(String why) {
    return new CommandFailure(CommandExitCode.USAGE, why);
  }

  /**
   * Files in PEM, as far as they are needed.
   *
   * @param ca whom to trust
   * @param certificate the client's
   * @param key the certificate's
   */
  public record Pems(Optional<Path> ca, Optional<Path> certificate, Optional<Path> key) {
    /** By the names of etcdctl's variables. */
    Map<String, Path> all() {
      Map<String, Path> all = new LinkedHashMap<>();
      ca.ifPresent(file -> all.put("ETCDCTL_CACERT", file));
      certificate.ifPresent(file -> all.put("ETCDCTL_CERT", file));
      key.ifPresent(file -> all.put("ETCDCTL_KEY", file));
      return all;
    }
  }
}
