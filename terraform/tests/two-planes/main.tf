# Two control planes in one region, clusters whose names could meet, values that are known after apply only, and a
# depends_on of every module: run by infra/test-terraform with a mocked provider.
terraform {
  required_version = ">= 1.9"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.80"
    }
  }
}

variable "dependency" {
  description = "What the modules depend on; another value leaves their data sources unknown at plan."
  type        = string
  default     = "first"
}

resource "terraform_data" "dependency" {
  triggers_replace = var.dependency
}

resource "terraform_data" "later" {}

locals {
  zeros = "0000000000000000000000000000000000000000000000000000000000000000"
  later = terraform_data.later.id # Unknown at the first plan.
  planes = {
    quorate        = {}
    "quorate-prod" = {}
  }
  clusters = {
    letters = { plane = "quorate", name = "a234567890-234567890-234567890-234567890" }
    meets   = { plane = "quorate", name = "prod-x" }
    met     = { plane = "quorate-prod", name = "x" }
  }
}

module "plane" {
  source     = "../../modules/control-plane"
  for_each   = local.planes
  depends_on = [terraform_data.dependency]

  name               = each.key
  controller_package = { file = "main.tf" } # Any file: it is hashed, not run.
  zone               = { vpc_ids = ["vpc-${local.later}"] }
  kms_key_arn        = "arn:aws:kms:eu-central-1:123456789012:key/${local.later}"
  create_kms_key     = false
  tables_kms_key_arn = "arn:aws:kms:eu-central-1:123456789012:key/${local.later}"
}

module "cluster" {
  source     = "../../modules/etcd-cluster"
  for_each   = local.clusters
  depends_on = [terraform_data.dependency]

  control_plane   = module.plane[each.value.plane]
  vpc_id          = "vpc-1"
  load_balancer   = {}
  subnet_ids      = ["subnet-a", "subnet-b", "subnet-c"]
  session_manager = true
  agent_package   = { url = "s3://artifacts/agent.tar.gz", sha256 = local.zeros }
  etcd_package    = { sha256 = local.zeros }
  spec            = { name = each.value.name, group = "${each.value.plane}-${each.value.name}", etcd = { version = "3.5" } }

  clients         = { vpc = { cidr = "10.0.0.0/${length(local.later) == 0 ? 8 : 16}" } }
  metrics_readers = { prometheus = { security_group_id = "sg-${local.later}" } }
  data_volume     = { kms_key_arn = "arn:aws:kms:eu-central-1:123456789012:key/${local.later}", kms_grant = true }
}

output "names" {
  description = "By kind of resource, the names that must differ among the account's or the region's."
  value = {
    role            = concat([for plane in module.plane : plane.function_role_name], [for cluster in module.cluster : cluster.names.role])
    dashboard       = [for plane in module.plane : plane.dashboard_name]
    launch_template = [for cluster in module.cluster : cluster.names.launch_template]
    security_group  = flatten([for cluster in module.cluster : [cluster.names.security_group, cluster.names.load_balancer_security_group]])
    load_balancer   = [for cluster in module.cluster : cluster.names.load_balancer]
    zone            = [for plane in module.plane : plane.zone.name] # A VPC has one zone of a name.
    name            = [for cluster in module.cluster : cluster.dns.name]
  }
}

output "kept" {
  description = "Names whose change replaces the resource: a change of the dependency must leave them known. The mocked provider itself replaces nothing."
  value = {
    planes   = { for name, plane in module.plane : name => [plane.bucket, plane.function_role_name, plane.dashboard_name, plane.zone.name] }
    clusters = { for name, cluster in module.cluster : name => cluster.names }
  }
}
