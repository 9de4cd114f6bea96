output "bucket" {
  description = "Name of the copy's bucket."
  value       = aws_s3_bucket.replica.id
}

output "bucket_arn" {
  description = "ARN of the copy's bucket."
  value       = aws_s3_bucket.replica.arn
}

output "region" {
  description = "Region of the copy."
  value       = local.region
}

output "kms_key_arn" {
  description = "ARN of the copy's KMS key; null where AWS manages the key."
  value       = local.kms_key_arn
}

output "role_arn" {
  description = "ARN of the role that S3 copies with."
  value       = aws_iam_role.replication.arn
}

output "alarm_arn" {
  description = "ARN of the alarm replication-failing; null without one."
  value       = try(aws_cloudwatch_metric_alarm.replication[0].arn, null)
}
