# Auto Scaling launches the instances in the name of its service-linked role, which may use no customer's key by itself:
# without a grant each launch fails with Client.InternalError.
locals {
  grants_key               = var.data_volume.kms_grant == null ? var.data_volume.kms_key_arn != null : var.data_volume.kms_grant
  service_linked_role      = "arn:${local.partition}:iam::${var.control_plane.account_id}:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"
  service_linked_role_arn  = coalesce(var.service_linked_role_arn, local.service_linked_role)
  operations_of_the_volume = ["CreateGrant", "Decrypt", "DescribeKey", "Encrypt", "GenerateDataKey", "GenerateDataKeyWithoutPlaintext", "ReEncryptFrom", "ReEncryptTo"]
}

resource "aws_kms_grant" "data_volume" {
  count = local.grants_key ? 1 : 0

  name              = local.unique_name
  key_id            = var.data_volume.kms_key_arn
  grantee_principal = local.service_linked_role_arn
  operations        = local.operations_of_the_volume
}
