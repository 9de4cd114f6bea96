package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.model.InstanceId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Signs certificates for nodes and records them. The first such decision of a cluster also makes
 * its two authorities.
 */
public record IssueCertificates(Reason reason, CertificateOrder order) implements Decision {
  @Override
  public String code() {
    return "ISSUE_CERTIFICATES";
  }

  @Override
  public String summary() {
    return "sign certificates for " + instances();
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder()
        .with("nodes", instances().stream().map(InstanceId::value).toList())
        .build();
  }

  @Override
  public Optional<CertificateOrder> certificates() {
    return Optional.of(order);
  }

  private List<InstanceId> instances() {
    return order.nodes().stream().map(CertificateOrder.Node::instance).toList();
  }
}
