variable "name" {
  description = "Prefix of every name that this module creates. One control plane serves all clusters of an account and region; a second one in the region needs another name."
  type        = string
  default     = "quorate"
  nullable    = false

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{0,19}$", var.name)) && !endswith(var.name, "-")
    error_message = "name: expected 1 to 20 lower-case letters, digits or '-', beginning with a letter and not ending with '-'."
  }
  validation {
    condition     = var.name != "internal" && !startswith(var.name, "internal-")
    error_message = "name: AWS refuses load balancers whose name begins with internal-; expected another name."
  }
}

variable "region" {
  description = "The region where this control plane belongs: a plan whose provider is for another one is refused, so that no wrong AWS_REGION makes a second, empty control plane. It does not choose the region: the provider does, as version 5 has no other way."
  type        = string
  default     = null
}

variable "tags" {
  description = "Tags of every resource."
  type        = map(string)
  default     = {}
  nullable    = false
}

variable "controller_package" {
  description = "Where the controller's zip lies: a local `file`, or `bucket`, `key` and optionally `version` of an object in S3. `infra/package` builds it."
  type = object({
    file    = optional(string)
    bucket  = optional(string)
    key     = optional(string)
    version = optional(string)
  })
  nullable = false

  validation {
    condition     = (var.controller_package.file != null) != (var.controller_package.bucket != null && var.controller_package.key != null)
    error_message = "controller_package: expected either `file`, or both `bucket` and `key`."
  }
  validation {
    condition     = var.controller_package.file == null || try(fileexists(var.controller_package.file), false)
    error_message = "controller_package.file: there is no such file; build it with infra/package, or give the bucket and key of a released one."
  }
}

variable "function_runtime" {
  description = "Lambda's managed runtime: java21 or java25. The AWS provider before version 6 knows java21 only."
  type        = string
  default     = "java21"
  nullable    = false

  validation {
    condition     = contains(["java21", "java25"], var.function_runtime)
    error_message = "function_runtime: expected java21 or java25."
  }
}

variable "function_architecture" {
  description = "x86_64 or arm64."
  type        = string
  default     = "arm64"
  nullable    = false

  validation {
    condition     = contains(["x86_64", "arm64"], var.function_architecture)
    error_message = "function_architecture: expected x86_64 or arm64."
  }
}

variable "function_memory" {
  description = "Memory of the function in MiB. Lambda gives CPU in proportion; the Java heap grows with it."
  type        = number
  default     = 512
  nullable    = false

  validation {
    condition     = var.function_memory >= 256 && var.function_memory <= 10240
    error_message = "function_memory: expected 256 to 10240 MiB."
  }
}

variable "snap_start" {
  description = "Whether published versions start from a snapshot (SnapStart). The schedule keeps an environment warm, so that few starts are left to gain by it; publishing a version takes minutes longer."
  type        = bool
  default     = false
  nullable    = false
}

variable "tracing" {
  description = "Whether X-Ray traces the function."
  type        = bool
  default     = false
  nullable    = false
}

variable "function_environment" {
  description = "More environment variables for the function."
  type        = map(string)
  default     = {}
  nullable    = false
}

variable "log_level" {
  description = "What the controller logs: error, warn, info, debug or trace; info by default. An idle cluster logs nothing at info."
  type        = string
  default     = null

  validation {
    condition     = var.log_level == null || try(contains(["error", "warn", "info", "debug", "trace"], var.log_level), false)
    error_message = "log_level: expected error, warn, info, debug or trace."
  }
}

variable "log_format" {
  description = "How the controller writes its log: text, or json, one object a line with the request's id, the cluster and the turn; text by default."
  type        = string
  default     = null

  validation {
    condition     = var.log_format == null || try(contains(["text", "json"], var.log_format), false)
    error_message = "log_format: expected text or json."
  }
}

variable "metrics" {
  description = "What the controller publishes in CloudWatch of each cluster: attention, one metric a cluster; or full, its voters, its snapshots and each condition besides, for an alarm of your own or the dashboard. CloudWatch charges for every metric."
  type        = string
  default     = null

  validation {
    condition     = var.metrics == null || try(contains(["attention", "full"], var.metrics), false)
    error_message = "metrics: expected attention or full."
  }
}

variable "zone" {
  description = "The private Route 53 zone in which each cluster has a name, CLUSTER.ZONE, whose records the controller keeps. With `vpc_ids`, the VPCs whose clients look the names up, the module makes one, called `name` or by default <name of the control plane>.internal, for 0.50 USD a month; the VPCs need DNS hostnames and DNS support. With `id` and `name` it is one of your own in this account. The controller may write all names below it: leave other records out of it."
  type = object({
    vpc_ids = optional(list(string), [])
    id      = optional(string)
    name    = optional(string)
  })
  default  = {}
  nullable = false

  validation {
    condition     = var.zone.name == null || can(regex("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$", var.zone.name))
    error_message = "zone.name: expected a name in lower case of two labels or more without a dot at its end, such as etcd.internal."
  }
  validation {
    condition     = var.zone.id == null || can(regex("^[A-Z0-9]{2,32}$", var.zone.id))
    error_message = "zone.id: expected the id of a hosted zone, such as Z0123456789ABCDEFGHIJ."
  }
  validation {
    condition     = length(var.zone.vpc_ids) > 0 ? var.zone.id == null : (var.zone.id == null) == (var.zone.name == null)
    error_message = "zone: expected vpc_ids, for a zone that the module makes, or id and name of one of your own."
  }
}

variable "dns_zones" {
  description = "Further names that the controller may keep for clusters whose spec has `dns`, by the id of their Route 53 zone: it may write each name and those below it, and nothing else of the zone. `*.etcd.internal` allows one for every cluster. A zone of another account cannot be written."
  type        = map(list(string))
  default     = {}
  nullable    = false

  validation {
    condition     = alltrue([for zone, names in var.dns_zones : can(regex("^[A-Z0-9]{2,32}$", zone)) && length(names) > 0])
    error_message = "dns_zones: expected the id of a hosted zone, such as Z0123456789ABCDEFGHIJ, with one name or more."
  }
  validation {
    condition     = alltrue(flatten([for names in values(var.dns_zones) : [for name in names : can(regex("^(\\*\\.)?[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$", name))]]))
    error_message = "dns_zones: expected names in lower case without a dot at their end, such as demo.etcd.internal or *.etcd.internal."
  }
}

variable "log_kms_key_arn" {
  description = "A KMS key for the function's log group. Its policy must let logs.<region>.amazonaws.com use it for this log group. By default CloudWatch encrypts with a key of its own."
  type        = string
  default     = null
}

variable "vpc" {
  description = "Puts the function into a VPC, with these `subnet_ids` and `security_group_ids`. It then reaches DynamoDB, S3, Auto Scaling, EC2 and, with its own key, KMS only through a NAT gateway or VPC endpoints: without a way to one of them nothing heals."
  type = object({
    subnet_ids         = list(string)
    security_group_ids = list(string)
  })
  default = null

  validation {
    condition     = var.vpc == null || try(length(var.vpc.subnet_ids) > 0 && length(var.vpc.security_group_ids) > 0, false)
    error_message = "vpc: expected at least one subnet and one security group."
  }
}

variable "reserved_concurrency" {
  description = "How many invocations of the account's concurrency are kept for the function, which may then have no more; -1 for none. The queue takes 2, the stream, the schedule and Terraform's call one each: fewer than 5 throttle each other."
  type        = number
  default     = -1
  nullable    = false

  validation {
    condition     = var.reserved_concurrency == -1 || (var.reserved_concurrency >= 5 && floor(var.reserved_concurrency) == var.reserved_concurrency)
    error_message = "reserved_concurrency: expected -1, or a whole number of at least 5; with fewer, events are throttled into the dead-letter queue."
  }
}

variable "sweep_invocations" {
  description = "How many invocations of the schedule may run at once: each hands what it does not reach in time on to another. By default 10, and of a reserved concurrency what the queue, the stream and Terraform's call leave. One takes some 500 clusters a minute; 1 hands nothing on."
  type        = number
  default     = null

  validation {
    condition     = var.sweep_invocations == null || try(var.sweep_invocations >= 1 && var.sweep_invocations <= 100 && floor(var.sweep_invocations) == var.sweep_invocations, false)
    error_message = "sweep_invocations: expected a whole number from 1 to 100."
  }

  validation {
    condition     = var.sweep_invocations == null || var.reserved_concurrency == -1 || try(var.sweep_invocations <= max(1, var.reserved_concurrency - 4), true)
    error_message = "sweep_invocations: expected at most reserved_concurrency less 4: the queue takes 2, the stream and Terraform's call one each."
  }
}

variable "event_group_prefixes" {
  description = "Beginnings of the names of the clusters' auto-scaling groups. With any, only the events of groups that begin so reach the controller; by default those of all groups of the account and region, where a foreign one costs a message and no call. A cluster whose group begins otherwise is refused at plan."
  type        = list(string)
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for prefix in var.event_group_prefixes : prefix != ""])
    error_message = "event_group_prefixes: an empty beginning matches every group; leave the list empty for that."
  }
}

variable "log_retention_days" {
  description = "Days for which the function's log is kept."
  type        = number
  default     = 30
  nullable    = false
}

variable "deletion_protection" {
  description = "Whether the tables refuse to be deleted, the bucket refuses to lose anything but snapshots, and a zone that the module made stays while it holds records. Teardown sets it to false in an apply of its own."
  type        = bool
  default     = true
  nullable    = false
}

variable "point_in_time_recovery" {
  description = "Whether the tables can be restored to any second of the last 35 days, into a new table."
  type        = bool
  default     = true
  nullable    = false
}

variable "bucket_name" {
  description = "Name of the bucket of lineages and snapshots; by default <name>-snapshots-<account>-<region>."
  type        = string
  default     = null
}

variable "bucket" {
  description = "A bucket of your own in place of the module's, by `name`. It needs versioning, no expiry of current versions, no public access, and the statements of output `bucket_policy` in its policy. Say who sets that policy: with `attach_policy = true` the module does, in place of any other, with its statements and those of your `policy_documents` (JSON); with `attach_policy = false` it leaves the policy alone, and you merge the output into it. `kms_key_arn` names the bucket's key."
  type = object({
    name             = string
    attach_policy    = bool
    policy_documents = optional(list(string), [])
  })
  default = null

  validation {
    condition     = var.bucket == null || var.bucket_name == null
    error_message = "bucket: is a bucket of your own, and bucket_name the name of the module's; expected one of the two."
  }
  validation {
    condition     = var.bucket == null || try(var.bucket.attach_policy || length(var.bucket.policy_documents) == 0, false)
    error_message = "bucket: policy_documents are used only with attach_policy = true; with false the bucket's policy is yours."
  }
  validation {
    condition     = var.bucket == null || alltrue([for document in try(var.bucket.policy_documents, []) : can(jsondecode(document)["Statement"])])
    error_message = "bucket: expected each of policy_documents to be a policy as JSON, with a Statement."
  }
}

variable "object_lock" {
  description = "Keeps every version of an object from being deleted for so many `days`, by anybody (`mode` COMPLIANCE) or by anybody without a special right (GOVERNANCE). Lineages and snapshots of that time survive whoever holds the account's credentials, and cost their storage: not to be shortened in COMPLIANCE. Only for the module's bucket."
  type = object({
    mode = optional(string, "GOVERNANCE")
    days = number
  })
  default = null

  validation {
    condition     = var.object_lock == null || try(contains(["GOVERNANCE", "COMPLIANCE"], var.object_lock.mode) && var.object_lock.days >= 1, false)
    error_message = "object_lock: expected the mode GOVERNANCE or COMPLIANCE, and at least one day."
  }
  validation {
    condition     = var.object_lock == null || var.bucket == null
    error_message = "object_lock: a bucket of your own gets no lock by this module; set it where the bucket is made."
  }
}

variable "function_role" {
  description = "A role of your own for the function, by `arn`, in place of the module's: Lambda may assume it, and it has the two policies of output `function_policies`."
  type = object({
    arn = string
  })
  default = null
}

variable "deleted_snapshot_days" {
  description = "Days for which a deleted snapshot can still be brought back as a noncurrent version."
  type        = number
  default     = 14
  nullable    = false

  validation {
    condition     = var.deleted_snapshot_days >= 1
    error_message = "deleted_snapshot_days: expected at least 1."
  }
}

variable "kms_key_arn" {
  description = "A KMS key of your own for the bucket. Without one the module makes a key, unless `create_kms_key` is false; set that to false where the same apply makes your key."
  type        = string
  default     = null
}

variable "create_kms_key" {
  description = "Whether to make a KMS key when `kms_key_arn` is not given. If false, the bucket uses the key that AWS manages (aws/s3)."
  type        = bool
  default     = true
  nullable    = false
}

variable "tables_kms_key_arn" {
  description = "A KMS key for the tables. By default DynamoDB encrypts them with a key that AWS owns, which costs nothing and cannot be disabled by mistake."
  type        = string
  default     = null
}

variable "permissions_boundary_arn" {
  description = "Permissions boundary of the function's role."
  type        = string
  default     = null
}

variable "role_path" {
  description = "Path of IAM roles and policies."
  type        = string
  default     = "/"
  nullable    = false
}

variable "alarms" {
  description = "Whether to make CloudWatch alarms."
  type        = bool
  default     = true
  nullable    = false
}

variable "alarm_actions" {
  description = "ARNs that an alarm and its end are reported to, such as SNS topics."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "runbook_url" {
  description = "Where the runbooks can be read; each alarm names its own below it."
  type        = string
  default     = "docs/runbooks.md"
  nullable    = false
}

variable "dashboard" {
  description = "Whether to make a CloudWatch dashboard."
  type        = bool
  default     = true
  nullable    = false
}
