package io.quorate.codec;

import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The record {@code request#<id>}. Conditions rest on {@code state}. */
public final class RequestCodec {
  private RequestCodec() {}

  /** The record's attributes. */
  public static Map<String, Object> write(Request request) {
    return Schema.builder()
        .with("requestId", request.id())
        .with("kind", request.kind())
        .with("arguments", strings(request.arguments()))
        .with("by", request.by())
        .with("at", request.at())
        .with("state", request.state())
        .with("detail", request.detail())
        .with("result", strings(request.result()))
        .build();
  }

  /** Reads the record. */
  public static Request read(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree ->
            new Request(
                tree.string("requestId"),
                tree.constant("kind", RequestKind.class),
                strings(tree.tree("arguments")),
                tree.string("by"),
                tree.instant("at"),
                tree.constant("state", Request.State.class),
                tree.string("detail"),
                strings(tree.tree("result"))));
  }

  private static Map<String, Object> strings(Map<String, String> values) {
    Tree.Builder tree = Tree.builder();
    new TreeMap<>(values).forEach(tree::with);
    return tree.build();
  }

  private static Map<String, String> strings(Tree tree) {
    Map<String, String> values = new HashMap<>();
    tree.values().keySet().forEach(name -> values.put(name, tree.string(name)));
    return values;
  }
}
