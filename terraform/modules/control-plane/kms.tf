locals {
  # Known at plan where create_kms_key is false, even if the ARN is not.
  makes_key   = var.create_kms_key && local.makes_bucket ? var.kms_key_arn == null : false
  kms_key_arn = local.makes_key ? aws_kms_key.bucket[0].arn : var.kms_key_arn
}

resource "aws_kms_key" "bucket" {
  count = local.makes_key ? 1 : 0

  description             = "Lineages and snapshots of ${var.name}"
  enable_key_rotation     = true
  deletion_window_in_days = 30
  tags                    = local.tags
}

resource "aws_kms_alias" "bucket" {
  count = local.makes_key ? 1 : 0

  name          = "alias/${local.names.bucket}"
  target_key_id = aws_kms_key.bucket[0].key_id
}
