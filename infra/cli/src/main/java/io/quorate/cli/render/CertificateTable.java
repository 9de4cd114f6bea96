package io.quorate.cli.render;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.ClientCertificate;
import io.quorate.certificate.NodeCertificates;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.x509.PemCertificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A cluster's certificates, for people and for programs. */
public final class CertificateTable {
  private record Line(
      String kind, String name, List<String> goodFor, String by, Instant notAfter, String serial) {}

  private final List<Line> lines;

  private CertificateTable(List<Line> lines) {
    this.lines = List.copyOf(lines);
  }

  /** The authorities first, then nodes, then clients, oldest first. */
  public static CertificateTable of(
      AuthorityCertificates authorities,
      List<NodeCertificates> nodes,
      List<ClientCertificate> clients) {
    List<Line> lines = new ArrayList<>();
    lines.add(authority("peers", authorities.peers()));
    lines.add(authority("clients", authorities.clients()));
    for (NodeCertificates node : nodes) {
      List<String> goodFor = new ArrayList<>(node.addresses());
      goodFor.addAll(node.names());
      lines.add(new Line("node", node.instance().value(), goodFor, "", node.notAfter(), ""));
    }
    for (ClientCertificate client : clients) {
      lines.add(
          new Line(
              "client",
              client.commonName(),
              client.sans(),
              client.by(),
              client.notAfter(),
              client.serial()));
    }
    return new CertificateTable(lines);
  }

  private static Line authority(String name, String pem) {
    PemCertificate read = PemCertificate.read(pem);
    return new Line("authority", name, List.of(), "", read.notAfter(), read.serial());
  }

  /** As a table. */
  public String text(Instant now) {
    TextTable table =
        new TextTable(
            List.of("KIND", "NAME", "GOOD FOR", "LEFT", "EXPIRES", "ASKED BY", "SERIAL"),
            Set.of("LEFT"));
    for (Line line : lines) {
      table.row(
          List.of(
              line.kind(),
              line.name(),
              dash(String.join(" ", line.goodFor())),
              now.isAfter(line.notAfter())
                  ? "EXPIRED"
                  : Words.duration(Duration.between(now, line.notAfter())),
              Words.time(line.notAfter()),
              dash(line.by()),
              dash(line.serial())));
    }
    return String.join("\n", table.lines("")) + "\n";
  }

  /** As one document. */
  public Map<String, Object> json(ClusterName cluster) {
    return Tree.builder()
        .with("cluster", cluster)
        .with("certificates", lines.stream().map(CertificateTable::json).toList())
        .build();
  }

  private static Map<String, Object> json(Line line) {
    return Tree.builder()
        .with("kind", line.kind())
        .with("name", line.name())
        .with("goodFor", line.goodFor())
        .with("notAfter", line.notAfter())
        .with("by", line.by())
        .with("serial", line.serial())
        .build();
  }

  private static String dash(String text) {
    return text.isEmpty() ? "-" : text;
  }
}
