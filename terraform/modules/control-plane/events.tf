resource "aws_sqs_queue" "events" {
  name                       = local.names.queue
  visibility_timeout_seconds = local.deployment.queue.visibility_seconds
  message_retention_seconds  = 14400 # An event is a hint to look; the schedule looks anyway.
  sqs_managed_sse_enabled    = true
  tags                       = local.tags

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead_letters.arn
    maxReceiveCount     = local.deployment.queue.max_receives
  })

  # Here and not as a resource of its own: each change of a queue takes half a minute.
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "EventsOfTheRules"
        Effect    = "Allow"
        Principal = { Service = "events.amazonaws.com" }
        Action    = "sqs:SendMessage"
        Resource  = local.queue_arns.queue
        Condition = { ArnEquals = { "aws:SourceArn" = [
          for rule in keys(local.deployment.events) : "arn:${local.partition}:events:${local.region}:${local.account}:rule/${var.name}-${rule}"
        ] } }
      },
      {
        Sid       = "EncryptedTransportOnly"
        Effect    = "Deny"
        Principal = "*"
        Action    = "sqs:*"
        Resource  = local.queue_arns.queue
        Condition = { Bool = { "aws:SecureTransport" = "false" } }
      },
    ]
  })
}

resource "aws_sqs_queue" "dead_letters" {
  name                      = local.names.dead_letter_queue
  message_retention_seconds = 1209600
  sqs_managed_sse_enabled   = true
  tags                      = local.tags
}

# What Lambda gave up: batches of the stream and scheduled invocations.
resource "aws_sqs_queue" "failures" {
  name                      = local.names.failures_queue
  message_retention_seconds = 1209600
  sqs_managed_sse_enabled   = true
  tags                      = local.tags
}

locals {
  # EC2's events carry no group and no tag, so only those of Auto Scaling can be narrowed.
  group_names = length(var.event_group_prefixes) == 0 ? {} : {
    detail = { AutoScalingGroupName = [for prefix in var.event_group_prefixes : { prefix = prefix }] }
  }
  event_patterns = {
    for rule, pattern in local.deployment.events : rule => jsonencode(merge(pattern, [for narrower in [local.group_names] : narrower if pattern["source"][0] == "aws.autoscaling"]...))
  }
}

resource "aws_cloudwatch_event_rule" "events" {
  for_each = local.deployment.events

  name          = "${var.name}-${each.key}"
  description   = "Hints to look at a cluster: ${join(", ", each.value["source"])}"
  event_pattern = local.event_patterns[each.key]
  tags          = local.tags
}

resource "aws_cloudwatch_event_target" "events" {
  for_each = aws_cloudwatch_event_rule.events

  rule      = each.value.name
  target_id = "queue"
  arn       = aws_sqs_queue.events.arn
}

resource "aws_cloudwatch_event_rule" "schedule" {
  name                = local.names.schedule
  description         = "Looks at every cluster, whatever events were lost"
  schedule_expression = local.deployment.schedule.expression
  tags                = local.tags
}

resource "aws_cloudwatch_event_target" "schedule" {
  rule      = aws_cloudwatch_event_rule.schedule.name
  target_id = "controller"
  arn       = aws_lambda_alias.live.arn
}
