# The corpus in terraform/tests/specs has one spec for each rule; here is that a wrong one fails the plan.
variables {
  spec = { name = "demo", etcd = { version = "3.5" } }
}

run "defaults" {
  command = plan

  assert {
    condition     = output.name == "demo" && output.group == "demo" && output.size == 3 && length(output.errors) == 0
    error_message = "The group is called as the cluster and starts with three."
  }
}

run "even_size" {
  command = plan

  variables {
    spec = { name = "demo", size = 4, etcd = { version = "3.5" } }
  }

  expect_failures = [output.name, output.given]
}

run "misspelt_field" {
  command = plan

  variables {
    spec = { name = "demo", etcd = { version = "3.5" }, timings = { heartbeatIntervall = "5s" } }
  }

  expect_failures = [output.name, output.given]
}

run "listed_only" {
  command = plan

  variables {
    spec   = { name = "demo", size = 4 }
    refuse = false
  }

  assert {
    condition     = toset([for error in output.errors : split(": ", error)[0]]) == toset(["size", "etcd.version"])
    error_message = "Every error is listed, each with its field."
  }
}

run "neither_spec_nor_text" {
  command = plan

  variables {
    spec = null
  }

  expect_failures = [var.text]
}

run "a_text_that_is_too_long" {
  command = plan

  variables {
    spec = null
    text = "name: demo\netcd: {version: 3.5}\n#${format("%65536s", "")}"
  }

  expect_failures = [var.text]
}
