locals {
  # One runbook for each: docs/runbooks.md has a section of the same name.
  alarms = {
    controller-not-running = {
      says       = "The controller was not invoked for five minutes, though the schedule does so every minute. Nothing heals."
      namespace  = "AWS/Lambda"
      metric     = "Invocations"
      dimensions = { FunctionName = local.names.function }
      statistic  = "Sum"
      comparison = "LessThanThreshold"
      threshold  = 1
      periods    = 5
      missing    = "breaching"
    }
    controller-errors = {
      says       = "Invocations of the controller fail."
      namespace  = "AWS/Lambda"
      metric     = "Errors"
      dimensions = { FunctionName = local.names.function }
      statistic  = "Sum"
      comparison = "GreaterThanThreshold"
      threshold  = 0
      periods    = 3
      missing    = "notBreaching"
    }
    controller-throttled = {
      says       = "Lambda throttles the controller: the account's concurrency is used up."
      namespace  = "AWS/Lambda"
      metric     = "Throttles"
      dimensions = { FunctionName = local.names.function }
      statistic  = "Sum"
      comparison = "GreaterThanThreshold"
      threshold  = 0
      periods    = 3
      missing    = "notBreaching"
    }
    controller-slow = {
      says       = "Invocations of the controller come close to their time-out."
      namespace  = "AWS/Lambda"
      metric     = "Duration"
      dimensions = { FunctionName = local.names.function }
      statistic  = "Maximum"
      comparison = "GreaterThanThreshold"
      threshold  = local.deployment.function.timeout_seconds * 800
      periods    = 5
      missing    = "notBreaching"
    }
    turns-failing = {
      says       = "Turns of some cluster fail, invocation after invocation."
      namespace  = "Quorate"
      metric     = "FailedTurns"
      dimensions = { Function = local.names.function }
      statistic  = "Sum"
      comparison = "GreaterThanThreshold"
      threshold  = 0
      periods    = 5
      missing    = "notBreaching"
    }
    heartbeats-late = {
      says       = "The controller reads heartbeats that ask for attention more than a minute late."
      namespace  = "AWS/Lambda"
      metric     = "IteratorAge"
      dimensions = { FunctionName = local.names.function }
      statistic  = "Maximum"
      comparison = "GreaterThanThreshold"
      threshold  = 60000
      periods    = 3
      missing    = "notBreaching"
    }
    events-dead = {
      says       = "Events failed too often and lie in the dead-letter queue."
      namespace  = "AWS/SQS"
      metric     = "ApproximateNumberOfMessagesVisible"
      dimensions = { QueueName = local.names.dead_letter_queue }
      statistic  = "Maximum"
      comparison = "GreaterThanThreshold"
      threshold  = 0
      periods    = 1
      missing    = "notBreaching"
    }
    invocations-given-up = {
      says       = "Lambda gave up heartbeats or scheduled invocations; they lie in the failures' queue."
      namespace  = "AWS/SQS"
      metric     = "ApproximateNumberOfMessagesVisible"
      dimensions = { QueueName = local.names.failures_queue }
      statistic  = "Maximum"
      comparison = "GreaterThanThreshold"
      threshold  = 0
      periods    = 1
      missing    = "notBreaching"
    }
    tables-throttled = {
      says       = "DynamoDB throttles requests to the table of nodes: heartbeats are lost."
      namespace  = "AWS/DynamoDB"
      metric     = "WriteThrottleEvents"
      dimensions = { TableName = local.names.nodes_table }
      statistic  = "Sum"
      comparison = "GreaterThanThreshold"
      threshold  = 0
      periods    = 3
      missing    = "notBreaching"
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "control_plane" {
  for_each = var.alarms ? local.alarms : {}

  alarm_name          = "${var.name}-${each.key}"
  alarm_description   = "${each.value.says} Runbook: ${var.runbook_url}#${each.key}"
  namespace           = each.value.namespace
  metric_name         = each.value.metric
  dimensions          = each.value.dimensions
  statistic           = each.value.statistic
  comparison_operator = each.value.comparison
  threshold           = each.value.threshold
  period              = 60
  evaluation_periods  = each.value.periods
  treat_missing_data  = each.value.missing
  alarm_actions       = var.alarm_actions
  ok_actions          = var.alarm_actions
  tags                = local.tags
}
