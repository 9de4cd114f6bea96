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
  mock_resource "aws_dynamodb_table" {
    defaults = { arn = "arn:aws:dynamodb:eu-central-1:123456789012:table/t", stream_arn = "arn:aws:dynamodb:eu-central-1:123456789012:table/t/stream/s" }
  }
  mock_resource "aws_s3_bucket" {
    defaults = { arn = "arn:aws:s3:::b" }
  }
  mock_resource "aws_sqs_queue" {
    defaults = { arn = "arn:aws:sqs:eu-central-1:123456789012:q" }
  }
  mock_resource "aws_iam_role" {
    defaults = { arn = "arn:aws:iam::123456789012:role/r" }
  }
  mock_resource "aws_lambda_alias" {
    defaults = { arn = "arn:aws:lambda:eu-central-1:123456789012:function:f:live" }
  }
  mock_resource "aws_cloudwatch_event_rule" {
    defaults = { arn = "arn:aws:events:eu-central-1:123456789012:rule/r" }
  }
  mock_resource "aws_launch_template" {
    defaults = { id = "lt-0123456789abcdef0", latest_version = 1 }
  }
  mock_resource "aws_lb" {
    defaults = { arn = "arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/net/l/0123456789abcdef", dns_name = "l.elb.eu-central-1.amazonaws.com" }
  }
  mock_resource "aws_lb_target_group" {
    defaults = { arn = "arn:aws:elasticloadbalancing:eu-central-1:123456789012:targetgroup/t/0123456789abcdef" }
  }
}

run "applied" {
  assert {
    condition     = alltrue([for kind, names in output.names : length(distinct(names)) == length(names)])
    error_message = "No two resources of a kind may have one name: ${jsonencode(output.names)}"
  }
  assert {
    condition     = alltrue([for name in output.names.role : length(name) <= 64]) && alltrue([for name in output.names.load_balancer : length(name) <= 32])
    error_message = "IAM takes names of at most 64 characters, load balancers of 32: ${jsonencode(output.names)}"
  }
  assert {
    condition     = alltrue([for name in concat(slice(output.names.role, 0, 2), output.names.dashboard) : endswith(name, "-eu-central-1")])
    error_message = "IAM's and CloudWatch's names are the account's: they must carry the region: ${jsonencode(output.names)}"
  }
}

# A name that is not known at plan replaces its resource; here it fails the assertion.
run "a_dependency_replaces_nothing" {
  command = plan

  variables {
    dependency = "second"
  }

  assert {
    condition     = output.kept == run.applied.kept
    error_message = "A depends_on of the module may replace nothing."
  }
}
