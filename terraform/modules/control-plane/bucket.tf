resource "aws_s3_bucket" "snapshots" {
  bucket        = coalesce(var.bucket_name, "${local.names.bucket}-${local.account}-${local.region}")
  force_destroy = false # A bucket that holds snapshots refuses to be destroyed.
  tags          = local.tags

  lifecycle {
    # Lineages and snapshots do not move to a bucket of another name; nor may a depends_on of the module, which leaves the
    # region unknown at plan, replace the bucket.
    ignore_changes = [bucket]

    postcondition {
      condition     = var.bucket_name == null ? true : self.bucket == var.bucket_name
      error_message = "bucket_name: the bucket is ${self.bucket} and stays: lineages and snapshots do not move to another one. Set bucket_name to it, or leave it out where it was left out."
    }
  }
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

    # What is left of a deleted snapshot when its versions are gone; no object goes by it.
    expiration {
      expired_object_delete_marker = true
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
