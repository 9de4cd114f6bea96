# What an instance needs is DynamoDB and S3. Gateway endpoints to both cost nothing.
data "aws_region" "current" {}

resource "aws_vpc_endpoint" "gateway" {
  for_each = toset(["dynamodb", "s3"])

  vpc_id            = data.aws_vpc.existing.id
  service_name      = "com.amazonaws.${data.aws_region.current.id}.${each.key}"
  vpc_endpoint_type = "Gateway"
  route_table_ids   = var.private_route_table_ids
  tags              = merge(local.tags, { Name = "quorate-${each.key}" })
}
