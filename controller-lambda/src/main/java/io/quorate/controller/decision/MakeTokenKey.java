package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import java.util.Map;
import java.util.Optional;

/** Makes the key with which etcd signs its tokens, and records that it is in the bucket. */
public record MakeTokenKey(Reason reason, String signMethod) implements Decision {
  @Override
  public String code() {
    return "MAKE_TOKEN_KEY";
  }

  @Override
  public String summary() {
    return "make the key with which etcd signs its tokens by " + signMethod;
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder().with("signMethod", signMethod).build();
  }

  @Override
  public Optional<Prerequisite> prerequisite() {
    return Optional.of(new Prerequisite.HoldTokenKey(signMethod));
  }
}
