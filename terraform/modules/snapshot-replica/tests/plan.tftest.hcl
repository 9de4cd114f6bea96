mock_provider "aws" {
  mock_resource "aws_iam_role" {
    defaults = { arn = "arn:aws:iam::123456789012:role/quorate-replication-eu-central-1" }
  }
}

mock_provider "aws" {
  alias = "replica"

  mock_data "aws_region" {
    defaults = { id = "eu-west-1" }
  }
  mock_data "aws_partition" {
    defaults = { partition = "aws", dns_suffix = "amazonaws.com" }
  }
  mock_data "aws_caller_identity" {
    defaults = { account_id = "123456789012" }
  }
  mock_resource "aws_s3_bucket" {
    defaults = { arn = "arn:aws:s3:::quorate-replica-123456789012-eu-west-1" }
  }
  mock_resource "aws_kms_key" {
    defaults = { arn = "arn:aws:kms:eu-west-1:123456789012:key/99999999-2222-3333-4444-555555555555" }
  }
}

variables {
  control_plane = {
    name        = "quorate"
    region      = "eu-central-1"
    account_id  = "123456789012"
    bucket      = "quorate-snapshots-123456789012-eu-central-1"
    bucket_arn  = "arn:aws:s3:::quorate-snapshots-123456789012-eu-central-1"
    kms_key_arn = "arn:aws:kms:eu-central-1:123456789012:key/11111111-2222-3333-4444-555555555555"
  }
}

run "copies_everything" {
  assert {
    condition     = aws_s3_bucket_replication_configuration.snapshots.bucket == "quorate-snapshots-123456789012-eu-central-1" && aws_s3_bucket_replication_configuration.snapshots.rule[0].status == "Enabled" && aws_s3_bucket_replication_configuration.snapshots.rule[0].destination[0].bucket == aws_s3_bucket.replica.arn
    error_message = "Each new object of the original must be copied."
  }
  assert {
    condition     = aws_s3_bucket_replication_configuration.snapshots.rule[0].source_selection_criteria[0].sse_kms_encrypted_objects[0].status == "Enabled" && aws_s3_bucket_replication_configuration.snapshots.rule[0].destination[0].encryption_configuration[0].replica_kms_key_id == aws_kms_key.replica[0].arn
    error_message = "S3 copies no object that KMS encrypted, unless told to, and then with a key of the copy's region."
  }
  assert {
    condition     = aws_s3_bucket.replica.bucket == "quorate-replica-123456789012-eu-west-1" && aws_s3_bucket_versioning.replica.versioning_configuration[0].status == "Enabled" && !aws_s3_bucket.replica.force_destroy
    error_message = "The copy needs versions, and refuses to be destroyed while it holds any."
  }
  assert {
    # S3 takes no days and no date beside the delete marker.
    condition     = alltrue(flatten([for rule in aws_s3_bucket_lifecycle_configuration.replica.rule : [for expiration in rule.expiration : expiration.expired_object_delete_marker]]))
    error_message = "No current version may expire."
  }
}

run "rights_of_the_copying" {
  assert {
    condition     = toset(flatten([for statement in local.statements : statement.Action if statement.Sid == "WriteTheCopy"])) == toset(["s3:ReplicateObject", "s3:ReplicateDelete", "s3:ReplicateTags"])
    error_message = "The role writes the copy and nothing else."
  }
  assert {
    condition     = [for statement in local.statements : statement.Resource if statement.Sid == "ReadWithTheOriginalsKey"] == ["arn:aws:kms:eu-central-1:123456789012:key/11111111-2222-3333-4444-555555555555"]
    error_message = "To read the original takes its key."
  }
  assert {
    condition     = [for statement in local.statements : statement.Condition.StringEquals["kms:ViaService"] if statement.Sid == "WriteWithTheCopysKey"] == ["s3.eu-west-1.amazonaws.com"]
    error_message = "The copy's key is used by S3 of the copy's region."
  }
  assert {
    condition     = contains([for statement in local.bucket_statements : statement.Sid], "NobodyElseWrites")
    error_message = "Nobody may overwrite or delete a copy."
  }
}

run "teardown" {
  variables {
    deletion_protection = false
  }

  assert {
    condition     = !contains([for statement in local.bucket_statements : statement.Sid], "NobodyElseWrites")
    error_message = "Teardown must be able to empty the bucket."
  }
}

run "key_that_aws_manages" {
  variables {
    create_kms_key = false
    object_lock    = { mode = "COMPLIANCE", days = 7 }
  }

  assert {
    condition     = length(aws_kms_key.replica) == 0 && endswith(aws_s3_bucket_replication_configuration.snapshots.rule[0].destination[0].encryption_configuration[0].replica_kms_key_id, ":alias/aws/s3")
    error_message = "Without a key of one's own S3's is used."
  }
  assert {
    condition     = aws_s3_bucket_object_lock_configuration.replica[0].rule[0].default_retention[0].mode == "COMPLIANCE"
    error_message = "The copy must be locked as asked for."
  }
}

run "archive_that_has_to_be_thawed" {
  command = plan

  variables {
    storage_class = "DEEP_ARCHIVE"
  }

  expect_failures = [var.storage_class]
}

run "beside_the_original" {
  command = plan

  override_data {
    target = data.aws_region.replica
    values = { id = "eu-central-1" }
  }

  expect_failures = [aws_s3_bucket.replica]
}
