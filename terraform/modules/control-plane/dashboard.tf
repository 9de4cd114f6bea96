locals {
  function = ["FunctionName", local.names.function]
  # Title, then its metrics: namespace, name, dimension, statistic.
  widgets = [
    { title = "Invocations", metrics = [["AWS/Lambda", "Invocations"], ["AWS/Lambda", "Errors"], ["AWS/Lambda", "Throttles"]], of = local.function, stat = "Sum" },
    { title = "Duration in ms", metrics = [["AWS/Lambda", "Duration"]], of = local.function, stat = "Maximum" },
    { title = "Age of heartbeats in ms", metrics = [["AWS/Lambda", "IteratorAge"]], of = local.function, stat = "Maximum" },
    { title = "Decisions and turns", metrics = [["Quorate", "Decisions"], ["Quorate", "FailedTurns"], ["Quorate", "LateTurns"], ["Quorate", "SkippedTurns"]], of = ["Function", local.names.function], stat = "Sum" },
    { title = "Events that wait", metrics = [["AWS/SQS", "ApproximateNumberOfMessagesVisible"]], of = ["QueueName", local.names.queue], stat = "Maximum" },
    { title = "Dead events", metrics = [["AWS/SQS", "ApproximateNumberOfMessagesVisible"]], of = ["QueueName", local.names.dead_letter_queue], stat = "Maximum" },
    { title = "Table of nodes, units a minute", metrics = [["AWS/DynamoDB", "ConsumedWriteCapacityUnits"], ["AWS/DynamoDB", "ConsumedReadCapacityUnits"]], of = ["TableName", local.names.nodes_table], stat = "Sum" },
    { title = "Table of clusters, units a minute", metrics = [["AWS/DynamoDB", "ConsumedWriteCapacityUnits"], ["AWS/DynamoDB", "ConsumedReadCapacityUnits"]], of = ["TableName", local.names.clusters_table], stat = "Sum" },
  ]
}

resource "aws_cloudwatch_dashboard" "control_plane" {
  count = var.dashboard ? 1 : 0

  dashboard_name = var.name
  dashboard_body = jsonencode({
    widgets = [
      for index, widget in local.widgets : {
        type   = "metric"
        x      = index % 2 * 12
        y      = floor(index / 2) * 6
        width  = 12
        height = 6
        properties = {
          title   = widget.title
          region  = local.region
          stat    = widget.stat
          period  = 60
          view    = "timeSeries"
          metrics = [for metric in widget.metrics : concat(metric, widget.of)]
        }
      }
    ]
  })
}
