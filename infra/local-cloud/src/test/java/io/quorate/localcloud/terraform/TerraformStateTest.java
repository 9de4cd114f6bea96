package io.quorate.localcloud.terraform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What Terraform created is taken as it is; what does not fit together is named. */
class TerraformStateTest {
  private static final String STATE =
      """
      {"values": {
        "outputs": {"inspect": {"value": "quorate status demo"}},
        "root_module": {"child_modules": [{"resources": [
          {"mode": "data", "type": "aws_sqs_queue", "name": "events", "values": {}},
          {"mode": "managed", "address": "module.p.aws_sqs_queue.events", "type": "aws_sqs_queue",
           "name": "events", "values": {"name": "q", "delay": 0, "fifo": false, "tags": {"a": "b"},
           "block": [{"size": 3}], "blocks": [{}, {}], "names": ["x", "y"]}}
        ]}]}
      }}
      """;

  private static Attributes queue() throws IOException {
    return TerraformState.of(STATE).one("aws_sqs_queue", "events");
  }

  @Test
  void readsAttributesBlocksAndOutputs() throws IOException {
    assertThat(queue().text("name")).isEqualTo("q");
    assertThat(queue().whole("delay")).isZero();
    assertThat(queue().flag("fifo")).isFalse();
    assertThat(queue().map("tags")).isEqualTo(Map.of("a", "b"));
    assertThat(queue().block("block").whole("size")).isEqualTo(3);
    assertThat(queue().texts("names")).containsExactly("x", "y");
    assertThat(TerraformState.of(STATE).output("inspect")).isEqualTo("quorate status demo");
  }

  @Test
  void whatIsMissingOrOfAnotherTypeIsNamed() {
    assertThatThrownBy(() -> queue().text("arn"))
        .hasMessage("module.p.aws_sqs_queue.events: Terraform created arn = null, expected a text");
    assertThatThrownBy(() -> queue().whole("name")).hasMessageContaining("expected a number");
    assertThatThrownBy(() -> queue().block("blocks")).hasMessageContaining("expected one block");
    assertThatThrownBy(() -> TerraformState.of(STATE).one("aws_sqs_queue", "failures"))
        .hasMessageContaining("created 0 of aws_sqs_queue.failures");
    assertThatThrownBy(() -> TerraformState.of(STATE).output("etcdctl"))
        .hasMessageContaining("no output etcdctl, only [inspect]");
    assertThatThrownBy(() -> TerraformState.of("{}")).hasMessageContaining("has no resources");
  }

  private static CreatedZone zoneSeenBy(String vpcs) throws IOException {
    return CreatedZone.in(
        TerraformState.of(
            """
            {"values": {"root_module": {"child_modules": [{"resources": [
              {"mode": "managed", "address": "module.p.aws_route53_zone.clusters[0]",
               "type": "aws_route53_zone", "name": "clusters",
               "values": {"zone_id": "Z1", "name": "quorate.internal", "vpc": [%s]}},
              {"mode": "managed", "address": "module.c.aws_security_group.node",
               "type": "aws_security_group", "name": "node", "values": {"vpc_id": "vpc-1"}}
            ]}]}}}
            """
                .formatted(vpcs)));
  }

  @Test
  void aZoneThatTheNodesVpcDoesNotSeeIsNamed() throws IOException {
    CreatedZone zone = new CreatedZone("Z1", "quorate.internal");
    assertThat(zoneSeenBy("{\"vpc_id\": \"vpc-2\"}, {\"vpc_id\": \"vpc-1\"}")).isEqualTo(zone);
    assertThat(zoneSeenBy("")).as("moto tells none").isEqualTo(zone);
    assertThatThrownBy(() -> zoneSeenBy("{\"vpc_id\": \"vpc-2\"}"))
        .hasMessageContaining("aws_route53_zone.clusters[0]")
        .hasMessageContaining("expected one of vpc-1, in which the nodes are");
  }

  @Test
  void theBootScriptsSettingsAreRead() {
    UserData data =
        UserData.of(
            """
            MIME-Version: 1.0

            --==quorate==
            Content-Disposition: attachment; filename="10-quorate"

            #!/usr/bin/env bash
            DATA_DIR='/var/lib/quorate'
            INSTALL_DIR='/opt/quorate'
            AGENT_ENV='QUORATE_CLUSTER=demo
            QUORATE_DATA_DIR=/var/lib/quorate
            QUORATE_ETCD_DIR=/opt/quorate/etcd'
            set -euo pipefail
            --==quorate==
            """);
    assertThat(data.agent().environmentAt("{dir}", "/etcd"))
        .isEqualTo(
            Map.of(
                "QUORATE_CLUSTER", "demo",
                "QUORATE_DATA_DIR", "{dir}",
                "QUORATE_ETCD_DIR", "/etcd"));
    assertThatThrownBy(() -> UserData.of("#!/bin/sh")).hasMessageContaining("no part 10-quorate");
  }
}
