output "name" {
  description = "Prefix of every name."
  value       = var.name
}

output "region" {
  description = "Region of the control plane; its clusters live in the same."
  value       = local.region
}

output "account_id" {
  description = "Account of the control plane."
  value       = local.account
}

output "dns_zones" {
  description = "Names that the controller may keep, by the id of their zone; those of `zone` among them."
  value       = local.dns_zones
}

output "zone" {
  description = "The zone, `id` and `name`, in which each cluster has its name; null without one."
  value       = local.zone
}

output "clusters_table" {
  description = "Name of the table of clusters."
  value       = aws_dynamodb_table.clusters.name
}

output "clusters_table_arn" {
  description = "ARN of the table of clusters."
  value       = aws_dynamodb_table.clusters.arn
}

output "nodes_table" {
  description = "Name of the table of nodes."
  value       = aws_dynamodb_table.nodes.name
}

output "nodes_table_arn" {
  description = "ARN of the table of nodes."
  value       = aws_dynamodb_table.nodes.arn
}

output "nodes_stream_arn" {
  description = "ARN of the nodes table's stream."
  value       = aws_dynamodb_table.nodes.stream_arn
}

output "bucket" {
  description = "Name of the bucket of lineages and snapshots."
  value       = local.bucket.name

  # A replication needs the versions.
  depends_on = [aws_s3_bucket_versioning.snapshots]
}

output "bucket_arn" {
  description = "ARN of the bucket."
  value       = local.bucket.arn
}

output "bucket_policy" {
  description = "The statements that the bucket's policy must have, as a policy document: for a bucket of your own whose policy you keep yourself, in source_policy_documents of its aws_iam_policy_document. Without them an agent could overwrite what makes a cluster known."
  value       = local.bucket_policy_json
}

output "kms_key_arn" {
  description = "ARN of the bucket's KMS key; null where AWS manages the key."
  value       = local.kms_key_arn
}

output "tables_kms_key_arn" {
  description = "ARN of the tables' KMS key; null where AWS owns the key."
  value       = var.tables_kms_key_arn
}

output "queue_url" {
  description = "URL of the events' queue."
  value       = aws_sqs_queue.events.url
}

output "queue_arn" {
  description = "ARN of the events' queue."
  value       = aws_sqs_queue.events.arn
}

output "dead_letter_queue_arn" {
  description = "ARN of the queue of events that failed too often."
  value       = aws_sqs_queue.dead_letters.arn
}

output "failures_queue_arn" {
  description = "ARN of the queue of what Lambda gave up."
  value       = aws_sqs_queue.failures.arn
}

output "function_name" {
  description = "Name of the controller's function."
  value       = aws_lambda_function.controller.function_name
}

output "function_arn" {
  description = "ARN of the controller's function."
  value       = aws_lambda_function.controller.arn
}

output "function_alias" {
  description = "Name of the alias that event sources invoke."
  value       = aws_lambda_alias.live.name
}

output "function_role_arn" {
  description = "ARN of the function's role."
  value       = local.function_role_arn
}

output "function_role_name" {
  description = "Name of the function's role; null with one of your own."
  value       = try(aws_iam_role.controller[0].name, null)
}

output "function_policies" {
  description = "The rights of the function's role as two policy documents, for a role of your own: what the controller does, and what Lambda does in its name."
  value       = local.function_policies
}

output "operator_policy_arn" {
  description = "ARN of the policy for people who run the quorate command."
  value       = aws_iam_policy.operator.arn
}

output "operator_environment" {
  description = "Environment variables for the quorate command: region, tables, bucket and the queue for hints."
  value = {
    AWS_REGION             = local.region
    QUORATE_CLUSTERS_TABLE = aws_dynamodb_table.clusters.name
    QUORATE_NODES_TABLE    = aws_dynamodb_table.nodes.name
    QUORATE_BUCKET         = local.bucket.name
    QUORATE_EVENTS_QUEUE   = aws_sqs_queue.events.url
  }
}

output "event_group_prefixes" {
  description = "Beginnings of the names of groups whose events reach the controller; empty for all."
  value       = var.event_group_prefixes
}

output "dashboard_name" {
  description = "Name of the dashboard; null without one."
  value       = try(aws_cloudwatch_dashboard.control_plane[0].dashboard_name, null)
}

output "alarm_arns" {
  description = "ARNs of the alarms by name."
  value       = { for name, alarm in aws_cloudwatch_metric_alarm.control_plane : name => alarm.arn }
}
