package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Signs a client's certificate that an operator asked for, and answers the request with it. */
public record IssueClientCertificate(Reason reason, CertificateOrder order) implements Decision {
  @Override
  public String code() {
    return "ISSUE_CLIENT_CERTIFICATE";
  }

  @Override
  public String summary() {
    return "sign a certificate for client " + String.join(", ", names());
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder().with("clients", names()).build();
  }

  @Override
  public Optional<CertificateOrder> certificates() {
    return Optional.of(order);
  }

  private List<String> names() {
    return order.clients().stream().map(client -> client.wish().commonName()).toList();
  }
}
