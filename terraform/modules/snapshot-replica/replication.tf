resource "aws_iam_role" "replication" {
  name                 = "${var.control_plane.name}-replication-${var.control_plane.region}"
  path                 = var.role_path
  description          = "S3 copies the snapshots of ${var.control_plane.name}"
  permissions_boundary = var.permissions_boundary_arn
  tags                 = local.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "s3.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })

  lifecycle {
    ignore_changes = [name]
  }
}

locals {
  # With a key of AWS's own the original's key needs no right here: its policy lets every principal of the account use it by S3.
  key_of_the_original = var.control_plane.kms_key_arn == null ? [] : [{
    Sid       = "ReadWithTheOriginalsKey"
    Effect    = "Allow"
    Action    = "kms:Decrypt"
    Resource  = var.control_plane.kms_key_arn
    Condition = { StringEquals = { "kms:ViaService" = "s3.${var.control_plane.region}.${local.suffix}" } }
  }]
  statements = concat(
    jsondecode(templatefile("${path.module}/policies/replication.json", {
      source_arn   = var.control_plane.bucket_arn
      replica_arn  = aws_s3_bucket.replica.arn
      key_arn      = coalesce(local.kms_key_arn, "*")
      service_host = "s3.${local.region}.${local.suffix}"
    }))["Statement"],
    local.key_of_the_original,
  )
}

resource "aws_iam_role_policy" "replication" {
  name   = "replicate"
  role   = aws_iam_role.replication.id
  policy = jsonencode({ Version = "2012-10-17", Statement = local.statements })
}

resource "aws_s3_bucket_replication_configuration" "snapshots" {
  bucket = var.control_plane.bucket
  role   = aws_iam_role.replication.arn

  rule {
    id     = "snapshots"
    status = "Enabled"

    filter {}

    # A snapshot that retention deleted goes here, too, after deleted_snapshot_days; versions that somebody destroys there stay here.
    delete_marker_replication {
      status = "Enabled"
    }

    source_selection_criteria {
      sse_kms_encrypted_objects {
        status = "Enabled"
      }
    }

    destination {
      bucket        = aws_s3_bucket.replica.arn
      storage_class = var.storage_class

      encryption_configuration {
        replica_kms_key_id = coalesce(local.kms_key_arn, "arn:${local.partition}:kms:${local.region}:${local.account}:alias/aws/s3")
      }

      metrics {
        status = "Enabled"
      }
    }
  }

  depends_on = [aws_s3_bucket_versioning.replica, aws_s3_bucket_policy.replica, aws_iam_role_policy.replication]
}

resource "aws_cloudwatch_metric_alarm" "replication" {
  count = var.alarms ? 1 : 0

  alarm_name          = "${var.control_plane.name}-replication-failing"
  alarm_description   = "S3 could not copy objects of ${var.control_plane.bucket} to ${aws_s3_bucket.replica.id}. Runbook: ${var.runbook_url}#replication-failing"
  namespace           = "AWS/S3"
  metric_name         = "OperationsFailedReplication"
  dimensions          = { SourceBucket = var.control_plane.bucket, DestinationBucket = aws_s3_bucket.replica.id, RuleId = "snapshots" }
  statistic           = "Sum"
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0
  period              = 300
  evaluation_periods  = 1
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_actions
  ok_actions          = var.alarm_actions
  tags                = local.tags
}
