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
  vpc_id                  = "vpc-1"
  private_subnet_ids      = ["subnet-a", "subnet-b", "subnet-c"]
  private_route_table_ids = ["rtb-1"]
  controller_zip          = "main.tf" # Any file: it is hashed, not run.
  packages = {
    bucket       = "artifacts"
    agent_key    = "agent.tar.gz"
    agent_sha256 = "0000000000000000000000000000000000000000000000000000000000000000"
    etcd_key     = "etcd.tar.gz"
    etcd_sha256  = "0000000000000000000000000000000000000000000000000000000000000000"
  }
}

run "plans" {
  command = plan

  assert {
    condition     = toset(keys(output.inspect)) == toset(["configuration", "locks"])
    error_message = "Each file in clusters/ is one cluster."
  }
  assert {
    condition     = output.endpoints.locks == tolist(["https://locks.quorate.internal:2379"])
    error_message = "Clients go by each cluster's name."
  }
  assert {
    condition = toset([for endpoint in aws_vpc_endpoint.gateway : endpoint.service_name]) == toset([
    "com.amazonaws.eu-central-1.dynamodb", "com.amazonaws.eu-central-1.s3"])
    error_message = "Without NAT the instances reach DynamoDB and S3 by gateway endpoints."
  }
}

run "one_name_twice" {
  command = plan

  variables {
    clusters_folder = "tests/one-name-twice"
  }

  expect_failures = [output.inspect]
}
