resource "aws_s3_bucket" "snapshots" {
  bucket        = coalesce(var.bucket_name, "${local.names.bucket}-${local.account}-${local.region}")
  force_destroy = false # A bucket that holds snapshots refuses to be destroyed.
  tags          = local.tags
}

resource "aws_s3_bucket_versioning" "snapshots" {
  bucket = aws_s3_bucket.snapshots.id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "snapshots" {
  bucket = aws_s3_bucket.snapshots.id

  rule {
    bucket_key_enabled = true

    apply_server_side_encryption_by_default {
      sse_algorithm     = "aws:kms"
      kms_master_key_id = local.kms_key_arn
    }
  }
}

resource "aws_s3_bucket_public_access_block" "snapshots" {
  bucket                  = aws_s3_bucket.snapshots.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_ownership_controls" "snapshots" {
  bucket = aws_s3_bucket.snapshots.id

  rule {
    object_ownership = "BucketOwnerEnforced"
  }
}

# No current version ever expires: an expired claim or lineage would make a cluster look new.
resource "aws_s3_bucket_lifecycle_configuration" "snapshots" {
  bucket = aws_s3_bucket.snapshots.id

  rule {
    id     = "aborted-uploads"
    status = "Enabled"

    filter {}

    abort_incomplete_multipart_upload {
      days_after_initiation = 3
    }
  }

  rule {
    id     = "deleted-snapshots"
    status = "Enabled"

    filter {}

    noncurrent_version_expiration {
      noncurrent_days = var.deleted_snapshot_days
    }
  }

  depends_on = [aws_s3_bucket_versioning.snapshots]
}

resource "aws_s3_bucket_policy" "snapshots" {
  bucket = aws_s3_bucket.snapshots.id
  policy = jsonencode(merge(local.bucket_policy, { Statement = local.bucket_statements }))

  depends_on = [aws_s3_bucket_public_access_block.snapshots]
}

locals {
  bucket_policy = jsondecode(templatefile("${path.module}/policies/bucket.json", local.policy_values))
  # Teardown may empty the bucket; see deletion_protection.
  bucket_statements = [
    for statement in local.bucket_policy["Statement"] : statement
    if var.deletion_protection || statement["Sid"] != "OnlySnapshotsMayBeDeleted"
  ]
}
