package io.quorate.localcloud.terraform;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.events.EventPattern;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The control plane that Terraform created. Who refers to whom is followed: a rule whose target is
 * another queue than the one that the function takes events from, or a mapping of another table's
 * stream, is an error.
 */
public final class CreatedControlPlane {
  private final TerraformState state;
  private final Attributes nodes;
  private final Attributes events;
  private final Attributes function;
  private final Attributes alias;

  private CreatedControlPlane(TerraformState state) {
    this.state = state;
    this.nodes = state.one("aws_dynamodb_table", "nodes");
    this.events = state.one("aws_sqs_queue", "events");
    this.function = state.one("aws_lambda_function", "controller");
    this.alias = state.one("aws_lambda_alias", "live");
  }

  /** Reads it out of a state. */
  public static ControlPlane in(TerraformState state) throws IOException {
    return new CreatedControlPlane(state).read();
  }

  private ControlPlane read() throws IOException {
    checkSchedule();
    String[] arn = nodes.text("arn").split(":", -1);
    return new ControlPlane(
        arn[4],
        arn[3],
        names(),
        tables(),
        function(),
        queue(),
        stream(),
        RateExpression.parse(schedule().text("schedule_expression"))
            .orElseThrow(() -> schedule().mismatch("schedule_expression", RateExpression.EXPECTED)),
        state
            .one("aws_lambda_function_event_invoke_config", "live")
            .whole("maximum_retry_attempts"),
        rules());
  }

  private Attributes schedule() {
    return state.one("aws_cloudwatch_event_rule", "schedule");
  }

  private ControlPlane.Names names() throws IOException {
    String deadLetters = String.valueOf(redrive().get("deadLetterTargetArn"));
    return new ControlPlane.Names(
        state.one("aws_dynamodb_table", "clusters").text("name"),
        nodes.text("name"),
        state.one("aws_s3_bucket", "snapshots").text("bucket"),
        events.text("name"),
        deadLetters.substring(deadLetters.lastIndexOf(':') + 1),
        failuresQueue(),
        function.text("function_name"),
        schedule().text("name"));
  }

  private Map<String, Object> redrive() throws IOException {
    return JSON.std.mapFrom(events.text("redrive_policy"));
  }

  private String failuresQueue() {
    Attributes failures = state.one("aws_sqs_queue", "failures");
    Attributes onFailure = heartbeats().block("destination_config").block("on_failure");
    if (!onFailure.text("destination_arn").equals(failures.text("arn"))) {
      throw onFailure.mismatch("destination_arn", failures.text("arn"));
    }
    return failures.text("name");
  }

  private ControlPlaneModule.Tables tables() {
    Attributes clusters = state.one("aws_dynamodb_table", "clusters");
    if (!clusters.text("hash_key").equals(nodes.text("hash_key"))) {
      throw clusters.mismatch("hash_key", nodes.text("hash_key"));
    }
    return new ControlPlaneModule.Tables(
        nodes.text("hash_key"),
        clusters.text("range_key"),
        nodes.text("range_key"),
        nodes.text("stream_view_type"));
  }

  private ControlPlane.Function function() {
    return new ControlPlane.Function(
        function.text("handler"),
        Duration.ofSeconds(function.whole("timeout")),
        function.whole("memory_size"),
        List.of(),
        function.block("environment").map("variables"));
  }

  private ControlPlaneModule.Queue queue() throws IOException {
    Attributes mapping = mapping("queue", events.text("arn"));
    return new ControlPlaneModule.Queue(
        Duration.ofSeconds(events.whole("visibility_timeout_seconds")),
        Integer.parseInt(String.valueOf(redrive().get("maxReceiveCount"))),
        mapping.whole("batch_size"),
        mapping.block("scaling_config").whole("maximum_concurrency"));
  }

  private Attributes heartbeats() {
    return mapping("heartbeats", nodes.text("stream_arn"));
  }

  private ControlPlaneModule.Stream stream() {
    Attributes mapping = heartbeats();
    String filter = mapping.block("filter_criteria").block("filter").text("pattern");
    return new ControlPlaneModule.Stream(
        mapping.whole("batch_size"),
        mapping.whole("maximum_retry_attempts"),
        mapping.flag("bisect_batch_on_function_error"),
        EventPattern.parse(filter));
  }

  private Attributes mapping(String name, String source) {
    Attributes mapping = state.one("aws_lambda_event_source_mapping", name);
    if (!mapping.text("event_source_arn").equals(source)) {
      throw mapping.mismatch("event_source_arn", source);
    }
    // An emulator may answer with the version in place of the alias.
    if (!mapping.text("function_arn").startsWith(function.text("arn") + ":")) {
      throw mapping.mismatch("function_arn", alias.text("arn"));
    }
    if (!mapping.texts("function_response_types").equals(List.of("ReportBatchItemFailures"))) {
      throw mapping.mismatch("function_response_types", "ReportBatchItemFailures");
    }
    return mapping;
  }

  private Map<String, EventPattern> rules() throws IOException {
    Map<String, EventPattern> rules = new LinkedHashMap<>();
    List<String> senders = senders();
    for (CreatedResource rule : state.all("aws_cloudwatch_event_rule", "events")) {
      Attributes target = target(rule.values().text("name"));
      if (!target.text("arn").equals(events.text("arn"))) {
        throw target.mismatch("arn", events.text("arn"));
      }
      if (!senders.contains(rule.values().text("arn"))) {
        throw events.mismatch("policy", "that it lets " + rule.values().text("arn") + " send");
      }
      rules.put(rule.index(), EventPattern.parse(rule.values().text("event_pattern")));
    }
    return rules;
  }

  private Attributes target(String rule) {
    List<Attributes> targets =
        state.all("aws_cloudwatch_event_target", "events").stream()
            .map(CreatedResource::values)
            .filter(target -> target.text("rule").equals(rule))
            .toList();
    if (targets.size() != 1) {
      throw new IllegalStateException(
          "rule %s has %d targets, expected one".formatted(rule, targets.size()));
    }
    return targets.getFirst();
  }

  /** ARNs of the rules that the queue's policy lets EventBridge send for. */
  private List<String> senders() throws IOException {
    List<String> senders = new ArrayList<>();
    Map<?, ?> policy = JSON.std.mapFrom(events.text("policy"));
    for (Object entry : policy.get("Statement") instanceof List<?> list ? list : List.of()) {
      if (entry instanceof Map<?, ?> statement
          && "Allow".equals(statement.get("Effect"))
          && "sqs:SendMessage".equals(statement.get("Action"))
          && Map.of("Service", "events.amazonaws.com").equals(statement.get("Principal"))
          && events.text("arn").equals(statement.get("Resource"))
          && statement.get("Condition") instanceof Map<?, ?> condition
          && condition.get("ArnEquals") instanceof Map<?, ?> equal
          && equal.get("aws:SourceArn") instanceof List<?> arns) {
        arns.forEach(arn -> senders.add(String.valueOf(arn)));
      }
    }
    return senders;
  }

  /** The schedule's rule must be allowed to invoke what it targets. */
  private void checkSchedule() {
    Attributes target = state.one("aws_cloudwatch_event_target", "schedule");
    if (!target.text("arn").equals(alias.text("arn"))) {
      throw target.mismatch("arn", alias.text("arn"));
    }
    Attributes permission = state.one("aws_lambda_permission", "schedule");
    if (!permission.text("source_arn").equals(schedule().text("arn"))) {
      throw permission.mismatch("source_arn", schedule().text("arn"));
    }
    if (!permission.text("qualifier").equals(alias.text("name"))) {
      throw permission.mismatch("qualifier", alias.text("name"));
    }
    if (!permission.text("function_name").equals(function.text("function_name"))) {
      throw permission.mismatch("function_name", function.text("function_name"));
    }
  }
}
