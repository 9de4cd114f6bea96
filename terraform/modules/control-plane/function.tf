locals {
  # The heap of deployment.json is for 512 MiB; three quarters of what is beyond goes to the heap, too.
  heap         = "-Xmx${160 + max(0, floor((var.function_memory - 512) * 3 / 4))}m"
  java_options = replace(local.deployment.function.java_options, "/-Xmx[0-9]+m/", local.heap)
  settings     = { for name, value in { QUORATE_LOG_FORMAT = var.log_format, QUORATE_LOG_LEVEL = var.log_level, QUORATE_METRICS = var.metrics } : name => value if value != null }

  # The queue takes two of what is reserved, the stream and Terraform's call one each.
  sweep_invocations = coalesce(var.sweep_invocations, var.reserved_concurrency == -1 ? 10 : max(1, min(10, var.reserved_concurrency - 4)))
}

resource "aws_cloudwatch_log_group" "controller" {
  name              = "/aws/lambda/${local.names.function}"
  retention_in_days = var.log_retention_days
  kms_key_id        = var.log_kms_key_arn
  tags              = local.tags
}

resource "aws_lambda_function" "controller" {
  function_name     = local.names.function
  description       = "Observes, plans and acts for every cluster of ${var.name}"
  role              = local.function_role_arn
  handler           = local.deployment.function.handler
  runtime           = var.function_runtime
  architectures     = [var.function_architecture]
  memory_size       = var.function_memory
  timeout           = local.deployment.function.timeout_seconds
  publish           = true
  filename          = var.controller_package.file
  source_code_hash  = var.controller_package.file == null ? null : filebase64sha256(var.controller_package.file)
  s3_bucket         = var.controller_package.bucket
  s3_key            = var.controller_package.key
  s3_object_version = var.controller_package.version
  tags              = local.tags

  reserved_concurrent_executions = var.reserved_concurrency

  environment {
    variables = merge(
      var.function_environment,
      local.settings,
      { JAVA_TOOL_OPTIONS = local.java_options, QUORATE_SWEEP_INVOCATIONS = tostring(local.sweep_invocations) },
      {
        (local.deployment.function.environment.clusters_table) = aws_dynamodb_table.clusters.name
        (local.deployment.function.environment.nodes_table)    = aws_dynamodb_table.nodes.name
        (local.deployment.function.environment.bucket)         = local.bucket.name
      },
    )
  }

  tracing_config {
    mode = var.tracing ? "Active" : "PassThrough"
  }

  dynamic "vpc_config" {
    for_each = var.vpc[*]
    content {
      subnet_ids         = vpc_config.value.subnet_ids
      security_group_ids = vpc_config.value.security_group_ids
    }
  }

  # Each environment names its clock at its first turn, not when the snapshot is taken (docs/adr/0010).
  dynamic "snap_start" {
    for_each = var.snap_start ? ["PublishedVersions"] : []
    content {
      apply_on = snap_start.value
    }
  }

  depends_on = [aws_cloudwatch_log_group.controller, aws_iam_role_policy.controller, aws_iam_role_policy.runtime]
}

# Event sources target the alias: SnapStart works for published versions only.
resource "aws_lambda_alias" "live" {
  name             = "live"
  description      = "The version that runs"
  function_name    = aws_lambda_function.controller.function_name
  function_version = aws_lambda_function.controller.version
}

resource "aws_lambda_function_event_invoke_config" "live" {
  function_name                = aws_lambda_function.controller.function_name
  qualifier                    = aws_lambda_alias.live.name
  maximum_event_age_in_seconds = 60
  maximum_retry_attempts       = local.deployment.async.max_retries

  destination_config {
    on_failure {
      destination = aws_sqs_queue.failures.arn
    }
  }
}

resource "aws_lambda_permission" "schedule" {
  statement_id  = "schedule"
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.controller.function_name
  qualifier     = aws_lambda_alias.live.name
  principal     = "events.amazonaws.com"
  source_arn    = aws_cloudwatch_event_rule.schedule.arn
}

resource "aws_lambda_event_source_mapping" "queue" {
  event_source_arn        = aws_sqs_queue.events.arn
  function_name           = aws_lambda_alias.live.arn
  batch_size              = local.deployment.queue.batch_size
  function_response_types = ["ReportBatchItemFailures"]

  scaling_config {
    maximum_concurrency = local.deployment.queue.concurrency
  }
}

# Only heartbeats that ask for attention pass the filter; the schedule sees the others.
resource "aws_lambda_event_source_mapping" "heartbeats" {
  event_source_arn               = aws_dynamodb_table.nodes.stream_arn
  function_name                  = aws_lambda_alias.live.arn
  starting_position              = "LATEST"
  batch_size                     = local.deployment.stream.batch_size
  bisect_batch_on_function_error = local.deployment.stream.bisect
  maximum_retry_attempts         = local.deployment.stream.max_retries
  maximum_record_age_in_seconds  = 60
  function_response_types        = ["ReportBatchItemFailures"]

  filter_criteria {
    filter {
      pattern = jsonencode(local.deployment.stream.filter)
    }
  }

  destination_config {
    on_failure {
      destination_arn = aws_sqs_queue.failures.arn
    }
  }
}
