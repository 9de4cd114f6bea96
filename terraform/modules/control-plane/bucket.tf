locals {
  makes_bucket = var.bucket == null
  bucket = local.makes_bucket ? { name = aws_s3_bucket.snapshots[0].id, arn = aws_s3_bucket.snapshots[0].arn } : {
    name = var.bucket.name
    arn  = "arn:${local.partition}:s3:::${var.bucket.name}"
  }
}

resource "aws_s3_bucket" "snapshots" {
  count = local.makes_bucket ? 1 : 0

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
  count = local.makes_bucket ? 1 : 0

  bucket = aws_s3_bucket.snapshots[0].id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "snapshots" {
  count = local.makes_bucket ? 1 : 0

  bucket = aws_s3_bucket.snapshots[0].id

  rule {
    bucket_key_enabled = true

    apply_server_side_encryption_by_default {
      sse_algorithm     = "aws:kms"
      kms_master_key_id = local.kms_key_arn
    }
  }
}

resource "aws_s3_bucket_public_access_block" "snapshots" {
  count = local.makes_bucket ? 1 : 0

  bucket                  = aws_s3_bucket.snapshots[0].id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_ownership_controls" "snapshots" {
  count = local.makes_bucket ? 1 : 0

  bucket = aws_s3_bucket.snapshots[0].id

  rule {
    object_ownership = "BucketOwnerEnforced"
  }
}

# No current version ever expires: an expired claim or lineage would make a cluster look new.
resource "aws_s3_bucket_lifecycle_configuration" "snapshots" {
  count = local.makes_bucket ? 1 : 0

  bucket = aws_s3_bucket.snapshots[0].id

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
  count = local.attaches_policy ? 1 : 0

  bucket = local.bucket.name
  policy = local.attached_policy

  depends_on = [aws_s3_bucket_public_access_block.snapshots]
}

# A version that is locked outlives every deletion until its days have passed; what the controller deletes gets a delete marker.
resource "aws_s3_bucket_object_lock_configuration" "snapshots" {
  count = local.makes_bucket && var.object_lock != null ? 1 : 0

  bucket = aws_s3_bucket.snapshots[0].id

  rule {
    default_retention {
      mode = var.object_lock.mode
      days = var.object_lock.days
    }
  }

  depends_on = [aws_s3_bucket_versioning.snapshots]
}

locals {
  bucket_policy = jsondecode(templatefile("${path.module}/policies/bucket.json", local.policy_values))
  # Teardown may empty the bucket; see deletion_protection.
  bucket_statements = [
    for statement in local.bucket_policy["Statement"] : statement
    if var.deletion_protection || statement["Sid"] != "OnlySnapshotsMayBeDeleted"
  ]
  bucket_policy_json = jsonencode(merge(local.bucket_policy, { Statement = local.bucket_statements }))

  # Without those of one's own that have the Sid of one of these: they are what an earlier merge left there.
  bucket_sids      = local.bucket_statements[*].Sid
  own_statements   = flatten([for document in try(var.bucket.policy_documents, []) : jsondecode(document)["Statement"]])
  attached_policy  = jsonencode(merge(local.bucket_policy, { Statement = concat(local.bucket_statements, local.other_statements) }))
  other_statements = [for statement in local.own_statements : statement if !contains(local.bucket_sids, try(statement["Sid"], ""))]
  attaches_policy  = local.makes_bucket || try(var.bucket.attach_policy, false)
}
