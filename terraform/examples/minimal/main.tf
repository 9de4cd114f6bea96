# A control plane and one cluster of three in the account's default VPC.
terraform {
  required_version = ">= 1.9"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.80"
    }
  }
}

variable "controller_zip" {
  description = "The controller's zip that infra/package built."
  type        = string
}

variable "agent_package" {
  description = "The agent's package that infra/package built, uploaded where the instances can fetch it: url and sha256."
  type = object({
    url    = string
    sha256 = string
  })
}

variable "etcd_sha256" {
  description = "Checksum of etcd's tarball for linux-amd64, as its release lists it."
  type        = string
}

data "aws_vpc" "default" {
  default = true
}

data "aws_subnets" "default" {
  filter {
    name   = "vpc-id"
    values = [data.aws_vpc.default.id]
  }
}

module "control_plane" {
  source = "../../modules/control-plane"

  controller_package = { file = var.controller_zip }
  # A private zone, quorate.internal, in which each cluster has its name. It needs DNS hostnames and DNS support in the VPC,
  # as a default VPC has them.
  zone = { vpc_ids = [data.aws_vpc.default.id] }
}

module "demo" {
  source = "../../modules/etcd-cluster"

  control_plane = module.control_plane
  vpc_id        = data.aws_vpc.default.id
  subnet_ids    = data.aws_subnets.default.ids
  client_cidrs  = [data.aws_vpc.default.cidr_block]
  agent_package = var.agent_package
  etcd_package  = { sha256 = var.etcd_sha256 }

  spec = {
    name = "demo"
    etcd = { version = "3.5" }
    tls  = { mode = "managed", clients = "required" }
  }
}

output "endpoints" {
  description = "Where clients connect to."
  value       = module.demo.endpoints
}

output "certificate" {
  description = "A line that makes a client's key and certificate in the current folder."
  value       = module.demo.certificate
}

output "etcdctl" {
  description = "A line to begin with; it shows that certificate."
  value       = module.demo.etcdctl
}

output "inspect" {
  description = "What Quorate thinks of the cluster."
  value       = module.demo.inspect
}

output "environment" {
  description = "Lines for a shell in which the quorate command is used."
  value       = join("\n", [for name, value in module.control_plane.operator_environment : "export ${name}=${value}"])
}
