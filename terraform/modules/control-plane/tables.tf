# Nothing may delete a record of the clusters table: safety rests on what it remembers. Of the nodes table the controller
# deletes rows of instances that are gone for good (docs/adr/0043-what-is-gone-for-good-is-forgotten.md).

resource "aws_dynamodb_table" "clusters" {
  name                        = local.names.clusters_table
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = local.deployment.tables.partition_key
  range_key                   = local.deployment.tables.clusters_sort_key
  deletion_protection_enabled = var.deletion_protection
  tags                        = local.tags

  attribute {
    name = local.deployment.tables.partition_key
    type = "S"
  }
  attribute {
    name = local.deployment.tables.clusters_sort_key
    type = "S"
  }
  # Only what the controller marked goes: old entries of the journal, answered requests, lines of deleted snapshots.
  ttl {
    attribute_name = "expiresAt"
    enabled        = true
  }
  point_in_time_recovery {
    enabled = var.point_in_time_recovery
  }
  dynamic "server_side_encryption" {
    for_each = var.tables_kms_key_arn[*]
    content {
      enabled     = true
      kms_key_arn = server_side_encryption.value
    }
  }
}

resource "aws_dynamodb_table" "nodes" {
  name                        = local.names.nodes_table
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = local.deployment.tables.partition_key
  range_key                   = local.deployment.tables.nodes_sort_key
  stream_enabled              = true
  stream_view_type            = local.deployment.tables.nodes_stream
  deletion_protection_enabled = var.deletion_protection
  tags                        = local.tags

  attribute {
    name = local.deployment.tables.partition_key
    type = "S"
  }
  attribute {
    name = local.deployment.tables.nodes_sort_key
    type = "S"
  }
  point_in_time_recovery {
    enabled = var.point_in_time_recovery
  }
  dynamic "server_side_encryption" {
    for_each = var.tables_kms_key_arn[*]
    content {
      enabled     = true
      kms_key_arn = server_side_encryption.value
    }
  }
}
