resource "aws_cloudwatch_log_group" "controller" {
  name              = "/aws/lambda/${local.names.function}"
  retention_in_days = var.log_retention_days
  tags              = local.tags
}

resource "aws_lambda_function" "controller" {
  function_name     = local.names.function
  description       = "Observes, plans and acts for every cluster of ${var.name}"
  role              = aws_iam_role.controller.arn
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

  environment {
    variables = merge(
      var.function_environment,
      { JAVA_TOOL_OPTIONS = local.deployment.function.java_options },
      {
        (local.deployment.function.environment.clusters_table) = aws_dynamodb_table.clusters.name
        (local.deployment.function.environment.nodes_table)    = aws_dynamodb_table.nodes.name
        (local.deployment.function.environment.bucket)         = aws_s3_bucket.snapshots.id
      },
    )
  }

  tracing_config {
    mode = var.tracing ? "Active" : "PassThrough"
  }

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
