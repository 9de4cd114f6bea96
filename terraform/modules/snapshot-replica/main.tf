# A second place for snapshots and lineages: S3 copies each new object of the control plane's bucket into a bucket of another
# region or account. docs/runbooks/lost-region.md restores from it.
data "aws_caller_identity" "replica" {
  provider = aws.replica
}

data "aws_region" "replica" {
  provider = aws.replica
}

data "aws_partition" "replica" {
  provider = aws.replica
}

locals {
  region    = data.aws_region.replica.id
  account   = data.aws_caller_identity.replica.account_id
  partition = data.aws_partition.replica.partition
  suffix    = data.aws_partition.replica.dns_suffix
  tags      = merge({ "quorate:control-plane" = var.control_plane.name }, var.tags)

  makes_key   = var.create_kms_key ? var.kms_key_arn == null : false
  kms_key_arn = local.makes_key ? aws_kms_key.replica[0].arn : var.kms_key_arn
}

resource "aws_s3_bucket" "replica" {
  provider = aws.replica

  bucket        = coalesce(var.bucket_name, "${var.control_plane.name}-replica-${local.account}-${local.region}")
  force_destroy = false # A bucket that holds snapshots refuses to be destroyed.
  tags          = local.tags

  lifecycle {
    ignore_changes = [bucket]

    precondition {
      condition     = local.region != var.control_plane.region || local.account != var.control_plane.account_id
      error_message = "providers: aws.replica is in ${local.region} of ${local.account}, as the original is; a copy there is lost with it. Give it another region or account."
    }
  }
}

resource "aws_s3_bucket_versioning" "replica" {
  provider = aws.replica
  bucket   = aws_s3_bucket.replica.id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "replica" {
  provider = aws.replica
  bucket   = aws_s3_bucket.replica.id

  rule {
    bucket_key_enabled = true

    apply_server_side_encryption_by_default {
      sse_algorithm     = "aws:kms"
      kms_master_key_id = local.kms_key_arn
    }
  }
}

resource "aws_s3_bucket_public_access_block" "replica" {
  provider                = aws.replica
  bucket                  = aws_s3_bucket.replica.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_ownership_controls" "replica" {
  provider = aws.replica
  bucket   = aws_s3_bucket.replica.id

  rule {
    object_ownership = "BucketOwnerEnforced"
  }
}

# As in the original no current version ever expires: what goes there goes here, by its delete marker.
resource "aws_s3_bucket_lifecycle_configuration" "replica" {
  provider = aws.replica
  bucket   = aws_s3_bucket.replica.id

  rule {
    id     = "deleted-snapshots"
    status = "Enabled"

    filter {}

    noncurrent_version_expiration {
      noncurrent_days = var.deleted_snapshot_days
    }

    expiration {
      expired_object_delete_marker = true
    }
  }

  depends_on = [aws_s3_bucket_versioning.replica]
}

resource "aws_s3_bucket_object_lock_configuration" "replica" {
  provider = aws.replica
  count    = var.object_lock == null ? 0 : 1

  bucket = aws_s3_bucket.replica.id

  rule {
    default_retention {
      mode = var.object_lock.mode
      days = var.object_lock.days
    }
  }

  depends_on = [aws_s3_bucket_versioning.replica]
}

resource "aws_s3_bucket_policy" "replica" {
  provider = aws.replica
  bucket   = aws_s3_bucket.replica.id

  policy = jsonencode(merge(local.bucket_policy, { Statement = local.bucket_statements }))

  depends_on = [aws_s3_bucket_public_access_block.replica]
}

locals {
  bucket_policy = jsondecode(templatefile("${path.module}/policies/bucket.json", {
    bucket_arn = aws_s3_bucket.replica.arn
    role_arn   = aws_iam_role.replication.arn
  }))
  # Teardown may empty the bucket; see deletion_protection.
  bucket_statements = [
    for statement in local.bucket_policy["Statement"] : statement
    if var.deletion_protection || statement["Sid"] != "NobodyElseWrites"
  ]
}

resource "aws_kms_key" "replica" {
  provider = aws.replica
  count    = local.makes_key ? 1 : 0

  description             = "Copies of the lineages and snapshots of ${var.control_plane.name} in ${var.control_plane.region}"
  enable_key_rotation     = true
  deletion_window_in_days = 30
  tags                    = local.tags

  # S3 copies in the role's name, also out of another account.
  policy = templatefile("${path.module}/policies/key.json", {
    partition    = local.partition
    account      = local.account
    role_arn     = aws_iam_role.replication.arn
    service_host = "s3.${local.region}.${local.suffix}"
  })
}
