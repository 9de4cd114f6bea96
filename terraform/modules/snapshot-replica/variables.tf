variable "control_plane" {
  description = "The control plane whose bucket is copied: the outputs of the module control-plane. The provider `aws` is that of its account and region, `aws.replica` that of the copy's."
  type = object({
    name        = string
    region      = string
    account_id  = string
    bucket      = string
    bucket_arn  = string
    kms_key_arn = optional(string)
  })
  nullable = false
}

variable "bucket_name" {
  description = "Name of the copy's bucket; by default <name>-replica-<account>-<region>."
  type        = string
  default     = null
}

variable "kms_key_arn" {
  description = "A KMS key of your own for the copy, in its region. Its policy must let the role of output `role_arn` use kms:Encrypt and kms:GenerateDataKey. Without one the module makes a key."
  type        = string
  default     = null
}

variable "create_kms_key" {
  description = "Whether to make a KMS key; set it to false where the same apply makes yours."
  type        = bool
  default     = true
  nullable    = false
}

variable "deleted_snapshot_days" {
  description = "Days for which the copy keeps what was deleted in the original, as noncurrent versions: the time there is to notice a deletion that nobody wanted."
  type        = number
  default     = 30
  nullable    = false

  validation {
    condition     = var.deleted_snapshot_days >= 1
    error_message = "deleted_snapshot_days: expected at least 1."
  }
}

variable "deletion_protection" {
  description = "Whether nobody but S3's own copying and expiry may write to the copy or delete from it. Teardown sets it to false in an apply of its own."
  type        = bool
  default     = true
  nullable    = false
}

variable "object_lock" {
  description = "Keeps every version of the copy from being deleted for so many `days`, by anybody (`mode` COMPLIANCE) or by anybody without a special right (GOVERNANCE)."
  type = object({
    mode = optional(string, "GOVERNANCE")
    days = number
  })
  default = null

  validation {
    condition     = var.object_lock == null || try(contains(["GOVERNANCE", "COMPLIANCE"], var.object_lock.mode) && var.object_lock.days >= 1, false)
    error_message = "object_lock: expected the mode GOVERNANCE or COMPLIANCE, and at least one day."
  }
}

variable "storage_class" {
  description = "Storage class of the copies: STANDARD, STANDARD_IA or GLACIER_IR, which all answer at once. An archive that has to be thawed first is no place to recover from."
  type        = string
  default     = "STANDARD_IA"
  nullable    = false

  validation {
    condition     = contains(["STANDARD", "STANDARD_IA", "GLACIER_IR"], var.storage_class)
    error_message = "storage_class: expected STANDARD, STANDARD_IA or GLACIER_IR."
  }
}

variable "permissions_boundary_arn" {
  description = "Permissions boundary of the role that copies."
  type        = string
  default     = null
}

variable "role_path" {
  description = "Path of the role."
  type        = string
  default     = "/"
  nullable    = false
}

variable "alarms" {
  description = "Whether to make the alarm replication-failing."
  type        = bool
  default     = true
  nullable    = false
}

variable "alarm_actions" {
  description = "ARNs that the alarm and its end are reported to, such as SNS topics of the control plane's region."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "runbook_url" {
  description = "Where the runbooks can be read."
  type        = string
  default     = "docs/runbooks.md"
  nullable    = false
}

variable "tags" {
  description = "Tags of every resource."
  type        = map(string)
  default     = {}
  nullable    = false
}
