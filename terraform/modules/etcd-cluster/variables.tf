variable "control_plane" {
  description = "The control plane that looks after this cluster: the outputs of the module control-plane of the same account and region."
  type = object({
    name               = string
    region             = string
    account_id         = string
    clusters_table     = string
    clusters_table_arn = string
    nodes_table        = string
    nodes_table_arn    = string
    bucket             = string
    bucket_arn         = string
    kms_key_arn        = optional(string)
    tables_kms_key_arn = optional(string)
    function_name      = string
    function_alias     = string

    event_group_prefixes = optional(list(string), [])
    dns_zones            = optional(map(list(string)), {})
    zone                 = optional(object({ id = string, name = string }))
  })
  nullable = false
}

variable "spec" {
  description = "The cluster's spec, as `quorate apply` takes it: docs/configuration.md lists the fields. Name and etcd.version are required. It is checked at plan; a field that does not exist is an error."
  type        = any # An object type would drop an unknown field without a word.
  default     = null
}

variable "spec_file" {
  description = "Path of a YAML file with the spec, in place of `spec`. The controller reads the file itself, as `quorate apply` does; `spec = yamldecode(file(…))` would be read by Terraform alone, which takes aliases and doubled keys and makes `3.5` of `3.50`."
  type        = string
  default     = null

  validation {
    condition     = (var.spec_file == null) != (var.spec == null)
    error_message = "spec_file: expected either `spec` or `spec_file`."
  }
  validation {
    condition     = var.spec_file == null || try(fileexists(var.spec_file), false)
    error_message = "spec_file: there is no such file."
  }
}

variable "vpc_id" {
  description = "The VPC of the instances."
  type        = string
  nullable    = false
}

variable "subnet_ids" {
  description = "Subnets of the instances, best one in each of three availability zones. They need a way to DynamoDB, S3 and Auto Scaling: a NAT gateway or VPC endpoints."
  type        = list(string)
  nullable    = false

  validation {
    condition     = length(var.subnet_ids) > 0
    error_message = "subnet_ids: expected at least one subnet."
  }
}

variable "agent_package" {
  description = "The agent's package that infra/package builds: `url` (https:// or s3://) and `sha256`. Each instance refuses another one."
  type = object({
    url    = string
    sha256 = string
  })
  nullable = false

  validation {
    condition     = can(regex("^(https|s3)://[^'\\s]+$", var.agent_package.url))
    error_message = "agent_package.url: expected an address that begins with https:// or s3://."
  }
  validation {
    condition     = can(regex("^[0-9a-f]{64}$", var.agent_package.sha256))
    error_message = "agent_package.sha256: expected 64 hexadecimal digits, lower case."
  }
}

variable "etcd_package" {
  description = "etcd's official release: `version`, `sha256` of its linux tarball and, for a mirror, `url`."
  type = object({
    version = optional(string, "3.5.33")
    sha256  = string
    url     = optional(string)
  })
  nullable = false

  validation {
    condition     = can(regex("^[0-9]+\\.[0-9]+\\.[0-9]+$", var.etcd_package.version)) && can(regex("^[0-9a-f]{64}$", var.etcd_package.sha256))
    error_message = "etcd_package: expected a version such as 3.5.33 and the sha256 of 64 hexadecimal digits that the release lists."
  }
  validation {
    condition     = var.etcd_package.url == null || can(regex("^(https|s3)://[^'\\s]+$", var.etcd_package.url))
    error_message = "etcd_package.url: expected an address that begins with https:// or s3://."
  }
}

variable "architecture" {
  description = "Processor of the instances: x86_64, or arm64 for Graviton. The default image, instance type and address of etcd follow it; the plan refuses an instance type or package that is by its name for another processor, and an image that EC2 says is."
  type        = string
  default     = "x86_64"
  nullable    = false

  validation {
    condition     = contains(["x86_64", "arm64"], var.architecture)
    error_message = "architecture: expected x86_64 or arm64."
  }
}

variable "ami_id" {
  description = "Amazon Linux 2023, Debian 12 or newer, or Ubuntu 22.04 or newer, for the architecture. By default the newest Amazon Linux 2023, resolved at each launch."
  type        = string
  default     = null
}

variable "check_ami" {
  description = "Whether the plan asks EC2 for the processor of the image `ami_id`, and refuses a wrong one and one that is gone. Set it to false where the id is known only after apply, and to keep an image that its owner has withdrawn."
  type        = bool
  default     = true
  nullable    = false
}

variable "instance_type" {
  description = "Instance type; by default m6i.large, with arm64 m7g.large. etcd wants a steady CPU: no burstable type in production."
  type        = string
  default     = null
}

variable "mixed_instances" {
  description = "Several instance types, the first preferred, and spot instances: all on demand unless told otherwise. A spot member whose end is announced leaves in time, but a reclaimed majority is a lost quorum: `on_demand_base_capacity` of more than half of the spec's size, with `on_demand_percentage = 0`, makes the rest spot."
  type = object({
    instance_types           = list(string)
    on_demand_base_capacity  = optional(number, 0)
    on_demand_percentage     = optional(number, 100)
    spot_allocation_strategy = optional(string, "price-capacity-optimized")
  })
  default = null

  validation {
    condition     = var.mixed_instances == null || try(length(var.mixed_instances.instance_types) > 0, false)
    error_message = "mixed_instances.instance_types: expected at least one type."
  }
  validation {
    condition     = var.mixed_instances == null || try(var.mixed_instances.on_demand_percentage >= 0 && var.mixed_instances.on_demand_percentage <= 100, false)
    error_message = "mixed_instances.on_demand_percentage: expected 0 to 100."
  }
}

variable "launch_template" {
  description = "A launch template of your own, `id` and `version`, in place of the module's. It needs what docs/terraform.md lists: user data, instance profile and security group from this module's outputs, IMDSv2, a second volume /dev/sdf. Image, types, volumes, key pair and extra user data of this module are not used then."
  type = object({
    id      = string
    version = optional(string, "$Latest")
  })
  default = null
}

variable "secrets_kms_key_arns" {
  description = "KMS keys of your own that encrypt the secrets of AWS Secrets Manager whose ARNs the spec names: agents may decrypt with them, through that service alone. AWS's own key needs no right. The module gives the right to read the secrets by itself."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "data_volume" {
  description = "The gp3 volume of the journal and etcd's data: size in GiB, IOPS, throughput in MiB/s, a KMS key of your own, and whether the volume stays when its instance is terminated. With a key, the module grants Auto Scaling's service-linked role its use: `kms_grant = false` where the key's policy does so; `true` where the same apply makes the key."
  type = object({
    size                 = optional(number, 20)
    iops                 = optional(number, 3000)
    throughput           = optional(number, 125)
    kms_key_arn          = optional(string)
    kms_grant            = optional(bool)
    keep_when_terminated = optional(bool, false)
  })
  default  = {}
  nullable = false

  validation {
    condition     = var.data_volume.size >= 10
    error_message = "data_volume.size: expected at least 10 GiB: the data, a snapshot and an archived directory beside it."
  }
  validation {
    condition     = var.data_volume.iops == 3000 || (var.data_volume.iops > 3000 && var.data_volume.iops <= 500 * var.data_volume.size)
    error_message = "data_volume.iops: expected 3000, or more and at most 500 for each GiB of the size; EBS makes no other gp3 volume."
  }
  validation {
    condition     = var.data_volume.throughput >= 125 && var.data_volume.throughput <= var.data_volume.iops / 4
    error_message = "data_volume.throughput: expected 125 MiB/s or more, and at most a quarter of the IOPS; EBS makes no other gp3 volume."
  }
}

variable "root_device_name" {
  description = "Device name of the AMI's root volume: /dev/xvda for Amazon Linux and Debian, /dev/sda1 for Ubuntu. A wrong one adds a third volume, and the instance then refuses to choose one for the data."
  type        = string
  default     = "/dev/xvda"
  nullable    = false

  validation {
    condition     = startswith(var.root_device_name, "/dev/") && var.root_device_name != "/dev/sdf"
    error_message = "root_device_name: expected a device such as /dev/xvda or /dev/sda1, not /dev/sdf, which is the data volume."
  }
}

variable "root_volume_size" {
  description = "Size of the root volume in GiB."
  type        = number
  default     = 10
  nullable    = false
}

variable "key_name" {
  description = "An EC2 key pair for SSH. By default there is none."
  type        = string
  default     = null
}

variable "ssh_cidrs" {
  description = "Who may reach port 22."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "client_cidrs" {
  description = "Who may reach etcd's client port, 2379. For what is known after apply only, use `clients`."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "client_security_group_ids" {
  description = "Security groups whose members may reach etcd's client port, 2379. Each rule belongs to its place in this list; in `clients` it has a name."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "clients" {
  description = "Who may reach etcd's client port, 2379, by a name of your choice: each a `cidr`, a `security_group_id` or a `prefix_list_id`. These may be known after apply only."
  type = map(object({
    cidr              = optional(string)
    security_group_id = optional(string)
    prefix_list_id    = optional(string)
  }))
  default  = {}
  nullable = false

  validation {
    condition     = alltrue([for who in values(var.clients) : length([for given in [who.cidr, who.security_group_id, who.prefix_list_id] : given if given != null]) == 1])
    error_message = "clients: expected exactly one of cidr, security_group_id and prefix_list_id for each name."
  }
}

variable "metrics_cidrs" {
  description = "Who may reach the agent's port with health and metrics, 2378. For what is known after apply only, use `metrics_readers`."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "metrics_security_group_ids" {
  description = "Security groups whose members may reach the agent's port, 2378. Each rule belongs to its place in this list; in `metrics_readers` it has a name."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "metrics_readers" {
  description = "Who may reach the agent's port with health and metrics, 2378, by a name of your choice: each a `cidr`, a `security_group_id` or a `prefix_list_id`. These may be known after apply only."
  type = map(object({
    cidr              = optional(string)
    security_group_id = optional(string)
    prefix_list_id    = optional(string)
  }))
  default  = {}
  nullable = false

  validation {
    condition     = alltrue([for who in values(var.metrics_readers) : length([for given in [who.cidr, who.security_group_id, who.prefix_list_id] : given if given != null]) == 1])
    error_message = "metrics_readers: expected exactly one of cidr, security_group_id and prefix_list_id for each name."
  }
}

variable "egress_cidrs" {
  description = "Where the instances may connect to."
  type        = list(string)
  default     = ["0.0.0.0/0"]
  nullable    = false
}

variable "security_group_ids" {
  description = "More security groups for the instances."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "load_balancer" {
  description = "None by default: clients go by the name (`dns`). `{}` puts a network load balancer before the members, internal unless told otherwise, for clients that look a name up once and never again. `subnet_ids` are those of the instances by default. For one of your own: `enabled = false`, its `host` name, and `target_group_arns`."
  type = object({
    enabled             = optional(bool, true)
    host                = optional(string)
    internal            = optional(bool, true)
    subnet_ids          = optional(list(string))
    cross_zone          = optional(bool, true)
    deletion_protection = optional(bool, false)
  })
  default  = { enabled = false }
  nullable = false
}

variable "target_group_arns" {
  description = "Target groups of your own that the instances join: TCP port 2379, health checks by HTTP on port 2378, path /readyz. Their load balancer's security group goes into `clients` and `metrics_readers`."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "dns" {
  description = "The name that clients reach the cluster by. By default CLUSTER.ZONE in the zone of the control plane: the controller keeps records of the voters that serve, also beside a load balancer. Another full `name`, in the Route 53 zone `zone_id` or else in the control plane's, is the load balancer's where there is one; without one the controller keeps it, to which `zone` or `dns_zones` of the control plane must give it the right. With managed TLS the name is in the members' certificates. `enabled = false` for none."
  type = object({
    enabled = optional(bool, true)
    zone_id = optional(string)
    name    = optional(string)
  })
  default  = {}
  nullable = false

  validation {
    condition     = var.dns.name != null || var.dns.zone_id == null
    error_message = "dns: zone_id needs the full name beside it, such as demo.etcd.internal."
  }
  validation {
    condition     = !var.dns.enabled || var.dns.name == null || var.dns.zone_id != null || var.control_plane.zone != null
    error_message = "dns: the name needs its zone_id, for the control plane has no zone."
  }
}

variable "service_linked_role_arn" {
  description = "The service-linked role that Auto Scaling launches the instances with. By default the account's own, AWSServiceRoleForAutoScaling, which AWS makes with the account's first group."
  type        = string
  default     = null
}

variable "group_limits" {
  description = "Least and most instances of the group. Terraform sets the desired capacity in between once, to the spec's size."
  type = object({
    min_size = optional(number)
    max_size = optional(number)
  })
  default  = {}
  nullable = false
}

variable "hook_timeout_seconds" {
  description = "How long a launch or a termination waits for the controller before it goes on by itself, 30 to 7200 seconds."
  type        = number
  default     = null

  validation {
    condition     = var.hook_timeout_seconds == null || try(var.hook_timeout_seconds >= 30 && var.hook_timeout_seconds <= 7200, false)
    error_message = "hook_timeout_seconds: expected 30 to 7200."
  }
}

variable "extra_user_data" {
  description = "More user data, run after the agent was started: a script that begins with #!, or a cloud-config that begins with #cloud-config."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = var.extra_user_data == "" || startswith(var.extra_user_data, "#!") || startswith(var.extra_user_data, "#cloud-config")
    error_message = "extra_user_data: expected a script that begins with #! or a document that begins with #cloud-config."
  }
}

variable "agent_environment" {
  description = "More settings for the agent's environment file."
  type        = map(string)
  default     = {}
  nullable    = false

  validation {
    condition     = alltrue([for name, value in var.agent_environment : can(regex("^[A-Z][A-Z0-9_]*$", name)) && !can(regex("[\\n'\"\\\\]", value))])
    error_message = "agent_environment: expected names of capital letters, and values without quotes, backslashes and line ends."
  }

  validation {
    condition     = alltrue([for name in keys(var.agent_environment) : !startswith(name, "ETCD")])
    error_message = "agent_environment: the agent gives etcd no ETCD variable of its own environment; set etcd.extraFlags of the cluster's spec."
  }
}

variable "log_level" {
  description = "What the agents log: error, warn, info, debug or trace; info by default. A change reaches instances that are launched later."
  type        = string
  default     = null

  validation {
    condition     = var.log_level == null || try(contains(["error", "warn", "info", "debug", "trace"], var.log_level), false)
    error_message = "log_level: expected error, warn, info, debug or trace."
  }
}

variable "log_format" {
  description = "How the agents write their log: text, or json, one object a line with the cluster, the instance and the agent's boot; text by default. A change reaches instances that are launched later."
  type        = string
  default     = null

  validation {
    condition     = var.log_format == null || try(contains(["text", "json"], var.log_format), false)
    error_message = "log_format: expected text or json."
  }
}

variable "instance_profile_name" {
  description = "An instance profile of your own. By default the module makes one with exactly the agent's rights."
  type        = string
  default     = null
}

variable "permissions_boundary_arn" {
  description = "Permissions boundary of the instances' role."
  type        = string
  default     = null
}

variable "role_path" {
  description = "Path of the instances' role."
  type        = string
  default     = "/"
  nullable    = false
}

variable "session_manager" {
  description = "Whether the instances can be reached by Systems Manager's Session Manager."
  type        = bool
  default     = false
  nullable    = false
}

variable "alarms" {
  description = "Whether to make the cluster's two CloudWatch alarms, page and ticket."
  type        = bool
  default     = true
  nullable    = false
}

variable "page_actions" {
  description = "ARNs that the page alarm and its end are reported to, such as the SNS topic of those on call."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "ticket_actions" {
  description = "ARNs that the ticket alarm and its end are reported to."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "runbook_url" {
  description = "Where the page of conditions can be read; each alarm names it."
  type        = string
  default     = "docs/operations.md#conditions"
  nullable    = false
}

variable "tags" {
  description = "Tags of every resource, instances and volumes included."
  type        = map(string)
  default     = {}
  nullable    = false

  validation {
    condition     = length(setintersection(keys(var.tags), ["quorate:cluster", "quorate:control-plane"])) == 0
    error_message = "tags: quorate:cluster and quorate:control-plane are set by the module; the controller's rights rest on them."
  }
}
