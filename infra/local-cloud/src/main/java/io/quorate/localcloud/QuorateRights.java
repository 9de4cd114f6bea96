package io.quorate.localcloud;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.localcloud.gateway.PolicyDocument;
import io.quorate.localcloud.wire.Glob;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** The rights that production grants, from the documents that Terraform fills in, enforced here. */
public final class QuorateRights {
  private static final Map<String, String> DOCUMENT_OF_PRINCIPALS =
      Map.of("agent-*", "agent", "controller", "controller", "operator", "operator");

  private QuorateRights() {}

  /** Binds agents ({@code agent-<instance>}), the controller and the operator to their rights. */
  public static void enforceOn(LocalCloud cloud) {
    DOCUMENT_OF_PRINCIPALS.forEach(
        (principals, document) ->
            cloud.policies().register(Glob.of(principals), read(document, cloud.config())));
  }

  private static PolicyDocument read(String name, LocalCloudConfig config) {
    String tables = "arn:aws:dynamodb:%s:%s:table/".formatted(config.region(), config.account());
    Map<String, String> values =
        Map.of(
            "clusters_table_arn", tables + QuorateResources.CLUSTERS_TABLE,
            "nodes_table_arn", tables + QuorateResources.NODES_TABLE,
            "bucket_arn", "arn:aws:s3:::" + QuorateResources.BUCKET,
            "account", config.account(),
            "region", config.region());
    String text = template(name);
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace("${" + value.getKey() + "}", value.getValue());
    }
    return PolicyDocument.parse(text);
  }

  private static String template(String name) {
    String path = "policies/" + name + ".json";
    try (InputStream in = QuorateRights.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException(
            path + " is not on the class path; the build takes it from terraform/modules");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
