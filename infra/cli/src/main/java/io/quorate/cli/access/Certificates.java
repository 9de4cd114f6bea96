package io.quorate.cli.access;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.ClientCertificate;
import io.quorate.certificate.NodeCertificates;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.TlsSettings;
import io.quorate.state.SpecRecord;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import java.util.List;
import java.util.Optional;

/** A cluster's certificates, as its records hold them. */
final class Certificates {
  private final RecordStore store;
  private final ClusterName cluster;

  Certificates(RecordStore store, ClusterName cluster) {
    this.store = store;
    this.cluster = cluster;
  }

  /** Who signs; refused where nobody does. */
  AuthorityCertificates authorities(ClusterSummary summary) {
    Key key = Keys.pki(cluster);
    Optional<Item> found = Optional.ofNullable(store.read(List.of(key)).get(key));
    return found
        .map(item -> Codecs.AUTHORITIES.read(item.attributes(), key.toString()))
        .orElseThrow(
            () ->
                new CommandFailure(
                    CommandExitCode.BAD_INPUT,
                    settings(summary).managed()
                        ? "cluster '"
                            + cluster
                            + "' has no authority yet: it is made when the first nodes register"
                        : "cluster '"
                            + cluster
                            + "' has no authority: its tls.mode is "
                            + settings(summary).word()
                            + ", expected managed"));
  }

  /** What the spec asks for. */
  static TlsSettings settings(ClusterSummary summary) {
    return summary.spec().map(SpecRecord::spec).map(ClusterSpec::tls).orElse(TlsSettings.OFF);
  }

  /** What was signed for the nodes. */
  List<NodeCertificates> nodes() {
    return store.list(Table.CLUSTERS, cluster.value(), Keys.CERTIFICATE).stream()
        .map(item -> Codecs.NODE_CERTIFICATES.read(item.attributes(), item.key().toString()))
        .toList();
  }

  /** What was signed for clients, oldest first. */
  List<ClientCertificate> clients() {
    return store.list(Table.CLUSTERS, cluster.value(), Keys.CLIENT_CERTIFICATE).stream()
        .map(item -> Codecs.CLIENT_CERTIFICATE.read(item.attributes(), item.key().toString()))
        .toList();
  }
}
