mock_provider "aws" {
  mock_data "aws_region" {
    defaults = { id = "eu-central-1" }
  }
  mock_data "aws_partition" {
    defaults = { partition = "aws", dns_suffix = "amazonaws.com" }
  }
  mock_data "aws_caller_identity" {
    defaults = { account_id = "123456789012" }
  }
  mock_data "aws_vpc" {
    defaults = { id = "vpc-1", cidr_block = "10.0.0.0/16" }
  }
  mock_data "aws_subnet" {
    defaults = { id = "subnet-a", vpc_id = "vpc-1", cidr_block = "10.0.1.0/24" }
  }
  mock_data "aws_subnets" {
    defaults = { ids = ["subnet-a", "subnet-b", "subnet-c"] }
  }
}

variables {
  controller_zip = "main.tf" # Any file: it is hashed, not run.
  agent_package  = { url = "s3://artifacts/agent.tar.gz", sha256 = "0000000000000000000000000000000000000000000000000000000000000000" }
  etcd_sha256    = "0000000000000000000000000000000000000000000000000000000000000000"
}

run "plans" {
  command = plan

  assert {
    condition     = output.endpoints == tolist(["https://demo.quorate.internal:2379"])
    error_message = "Clients go by the cluster's name."
  }
}
