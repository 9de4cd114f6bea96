# A spec that the function refuses is asked again by the next apply. infra/test-terraform applies the one resource that stores it,
# to a function that refuses what it is told to refuse.
variable "quota" {
  description = "What changes in the spec."
  type        = string
}

variable "function_endpoint" {
  description = "Where the function answers."
  type        = string
}

provider "aws" {
  region                      = "eu-central-1"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_requesting_account_id  = true

  endpoints {
    lambda = var.function_endpoint
  }
}

terraform {
  required_version = ">= 1.9"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.80"
    }
  }
}

module "demo" {
  source = "../../modules/etcd-cluster"

  control_plane = {
    name               = "quorate"
    region             = "eu-central-1"
    account_id         = "123456789012"
    clusters_table     = "quorate-clusters"
    clusters_table_arn = "arn:aws:dynamodb:eu-central-1:123456789012:table/quorate-clusters"
    nodes_table        = "quorate-nodes"
    nodes_table_arn    = "arn:aws:dynamodb:eu-central-1:123456789012:table/quorate-nodes"
    bucket             = "quorate-snapshots"
    bucket_arn         = "arn:aws:s3:::quorate-snapshots"
    function_name      = "quorate-controller"
    function_alias     = "live"
  }
  vpc_id        = "vpc-1"
  subnet_ids    = ["subnet-a"]
  dns           = { enabled = false }
  agent_package = { url = "s3://artifacts/agent.tar.gz", sha256 = "0000000000000000000000000000000000000000000000000000000000000000" }
  etcd_package  = { sha256 = "0000000000000000000000000000000000000000000000000000000000000000" }
  spec          = { name = "demo", etcd = { version = "3.5", quota = var.quota } }
}
