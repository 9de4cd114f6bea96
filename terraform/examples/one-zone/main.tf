# A cluster of three in one availability zone: for development, or where latency counts more than a zone's loss.
# Members that share a zone are lost together with it.
terraform {
  required_version = ">= 1.9"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.80"
    }
  }
}

variable "subnet_id" {
  description = "The subnet of all instances. They need a way to DynamoDB, S3 and the packages: a NAT gateway or VPC endpoints."
  type        = string
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

data "aws_subnet" "one" {
  id = var.subnet_id
}

module "control_plane" {
  source = "../../modules/control-plane"

  controller_package = { file = var.controller_zip }
  # A private zone, quorate.internal, in which each cluster has its name. It needs DNS hostnames and DNS support in the VPC.
  zone = { vpc_ids = [data.aws_subnet.one.vpc_id] }
}

module "dev" {
  source = "../../modules/etcd-cluster"

  control_plane = module.control_plane
  vpc_id        = data.aws_subnet.one.vpc_id
  subnet_ids    = [data.aws_subnet.one.id]
  client_cidrs  = [data.aws_subnet.one.cidr_block]
  agent_package = var.agent_package
  etcd_package  = { sha256 = var.etcd_sha256 }

  spec = {
    name = "dev"
    etcd = { version = "3.5" }
    tls  = { mode = "managed", clients = "required" }
  }
}

output "endpoints" {
  description = "Where clients connect to."
  value       = module.dev.endpoints
}

output "certificate" {
  description = "A line that makes a client's key and certificate in the current folder."
  value       = module.dev.certificate
}

output "etcdctl" {
  description = "A line to begin with; it shows that certificate."
  value       = module.dev.etcdctl
}

output "inspect" {
  description = "What Quorate thinks of the cluster."
  value       = module.dev.inspect
}

output "environment" {
  description = "Lines for a shell in which the quorate command is used."
  value       = join("\n", [for name, value in module.control_plane.operator_environment : "export ${name}=${value}"])
}
