package io.quorate.localcloud.terraform;

import io.quorate.localcloud.gateway.PolicyDocument;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rights that Terraform created. A document that hangs on no role, or on another, is an error.
 */
public final class CreatedRights {
  private CreatedRights() {}

  /** Reads them out of a state with one cluster. */
  public static Rights in(TerraformState state) {
    Attributes role = state.one("aws_iam_role", "controller");
    Attributes function = state.one("aws_lambda_function", "controller");
    if (!function.text("role").equals(role.text("arn"))) {
      throw function.mismatch("role", role.text("arn"));
    }
    Attributes bucket = state.one("aws_s3_bucket_policy", "snapshots");
    String name = state.one("aws_s3_bucket", "snapshots").text("bucket");
    if (!bucket.text("bucket").equals(name)) {
      throw bucket.mismatch("bucket", name);
    }
    PolicyDocument agents = agents(state);
    String cluster = CreatedCluster.group(state).tags().get("quorate:cluster");
    return new Rights(
        attached(state, "controller", role),
        attached(state, "runtime", role),
        PolicyDocument.parse(state.one("aws_iam_policy", "operator").text("policy")),
        PolicyDocument.parse(bucket.text("policy")),
        of -> {
          if (!of.equals(cluster)) {
            throw new IllegalStateException(
                "the state holds cluster %s, asked was for %s".formatted(cluster, of));
          }
          return agents;
        },
        keys(state));
  }

  /** Customer keys of the bucket and of tables that have one. */
  private static Map<String, String> keys(TerraformState state) {
    Map<String, String> keys = new HashMap<>();
    Attributes encryption =
        state
            .one("aws_s3_bucket_server_side_encryption_configuration", "snapshots")
            .block("rule")
            .block("apply_server_side_encryption_by_default");
    if (!encryption.blank("kms_master_key_id")) {
      keys.put(
          state.one("aws_s3_bucket", "snapshots").text("arn"),
          encryption.text("kms_master_key_id"));
    }
    for (String name : List.of("clusters", "nodes")) {
      Attributes table = state.one("aws_dynamodb_table", name);
      table.blocks("server_side_encryption").stream()
          .filter(block -> !block.blank("kms_key_arn"))
          .forEach(block -> keys.put(table.text("arn"), block.text("kms_key_arn")));
    }
    return keys;
  }

  /** By way of the launch template, its instance profile and the profile's role. */
  private static PolicyDocument agents(TerraformState state) {
    Attributes profile = state.one("aws_iam_instance_profile", "node");
    Attributes used = state.one("aws_launch_template", "node").block("iam_instance_profile");
    if (!used.text("name").equals(profile.text("name"))) {
      throw used.mismatch("name", profile.text("name"));
    }
    Attributes role = state.one("aws_iam_role", "node");
    if (!profile.text("role").equals(role.text("name"))) {
      throw profile.mismatch("role", role.text("name"));
    }
    return attached(state, "agent", role);
  }

  private static PolicyDocument attached(TerraformState state, String name, Attributes role) {
    Attributes policy = state.one("aws_iam_role_policy", name);
    if (!policy.text("role").equals(role.text("name"))) {
      throw policy.mismatch("role", role.text("name"));
    }
    return PolicyDocument.parse(policy.text("policy"));
  }
}
