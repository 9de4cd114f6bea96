# shellcheck shell=bash disable=SC2154 # the runner assigns here and box
# infra/tools/terraform-tables, in a copy of the repository with a module of its own; and how infra/test-terraform
# judges plans.

module() {
  local python
  python=$(type -P python3) || skip "no python3 on PATH"
  # What a version manager puts on PATH may need its own environment: take the interpreter itself.
  ln -sf "$("$python" -c 'import sys; print(sys.executable)')" "$box/bin/python3"
  mkdir -p "$box/copy/infra" "$box/copy/terraform/modules/one"
  cp -R "$here/../../tools" "$box/copy/infra/"
  one=$box/copy/terraform/modules/one
  printf '%s\n' '# one' '' '<!-- begin reference -->' '<!-- end reference -->' 'after' >"$one/README.md"
  cat >"$one/variables.tf" <<'TF'
variable "name" {
  description = "Prefix of \"every\" name | all."
  type        = string
}

variable "volume" {
  description = "The volume."
  type = object({
    size = optional(number, 20)
    key  = optional(string, "a{b") # none
  })
  default  = {}
  nullable = false

  validation {
    condition     = var.volume.size > 0
    error_message = "default = none"
  }
}
TF
  printf '%s\n' 'output "arn" {' '  description = "Its ARN."' '  value       = "x"' '}' >"$one/outputs.tf"
}

tables() { here="$box/copy/infra/tools/tests" tool terraform-tables "$@"; }

test_terraform_tables_are_written_and_then_up_to_date() {
  module
  tables
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code"
  local expected='# one

<!-- begin reference -->
| variable | type | default | meaning |
|---|---|---|---|
| `name` | `string` | required | Prefix of "every" name \| all. |
| `volume` | `object({ size = optional(number, 20) key = optional(string, "a{b") })` | `{}` | The volume. |

| output | meaning |
|---|---|
| `arn` | Its ARN. |
<!-- end reference -->
after'
  [ "$(cat "$one/README.md")" = "$expected" ] || fail "the README $expected; it is $(cat "$one/README.md")"
  tables --check
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code"
}

test_terraform_tables_that_are_stale_are_refused() {
  module
  tables
  sed -i 's/Its ARN/Its other ARN/' "$one/outputs.tf"
  tables --check
  refuses
  says "one/README.md: the tables are stale: run infra/tools/terraform-tables"
}

test_terraform_tables_want_a_description() {
  module
  sed -i '/description = "The volume."/d' "$one/variables.tf"
  tables
  refuses
  says "variable volume has no description"
}

test_terraform_tables_of_the_modules_are_up_to_date() {
  module
  rm -r "$box/copy/terraform"
  cp -R "$here/../../../terraform" "$box/copy/terraform"
  tables --check
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code"
}

# judge PROGRAM TYPE ACTIONS BEFORE AFTER: of a plan with one change; sets $code and $words.
judge() {
  cat >"$box/plan.json" <<JSON
{"resource_changes": [{"address": "module.x.$2.a", "type": "$2", "change": {"actions": $3, "before": $4, "after": $5}}]}
JSON
  have python3 || skip "no python3 on PATH"
  code=0
  words=$(python3 "$here/../lib/$1" "$box/plan.json" 2>&1) || code=$?
}

test_terraform_plan_that_replaces_data_is_refused() {
  local type
  for type in aws_dynamodb_table aws_s3_bucket aws_kms_key aws_ebs_volume aws_autoscaling_group; do
    judge data-kept.py "$type" '["delete", "create"]' '{}' '{}'
    [ "$code" -ne 0 ] || fail "a refusal to replace $type"
    says "would be destroyed: module.x.$type.a: delete/create"
  done
  judge data-kept.py aws_dynamodb_table '["delete"]' '{}' null
  [ "$code" -ne 0 ] || fail "a refusal to destroy a table"
}

test_terraform_plan_that_changes_in_place_is_accepted() {
  judge data-kept.py aws_dynamodb_table '["update"]' '{}' '{}'
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code"
  judge data-kept.py aws_cloudwatch_metric_alarm '["delete"]' '{}' null
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code"
}

test_terraform_plan_without_a_change_proves_nothing() {
  judge data-kept.py aws_dynamodb_table '["no-op"]' '{}' '{}'
  [ "$code" -ne 0 ] || fail "a refusal"
  says "the plan changes nothing"
}

test_terraform_second_plan_is_empty_but_for_faults_of_moto() {
  judge plan-empty.py aws_sqs_queue '["update"]' '{"redrive_policy": "{\"a\": 1}"}' '{"redrive_policy": "{\"a\":1}"}'
  [ "$code" -eq 0 ] || fail "exit code 0, it was $code: $words"
  judge plan-empty.py aws_sqs_queue '["update"]' '{"redrive_policy": "{\"a\": 1}"}' '{"redrive_policy": "{\"a\":2}"}'
  [ "$code" -ne 0 ] || fail "a refusal"
  judge plan-empty.py aws_sqs_queue '["create"]' null '{}'
  [ "$code" -ne 0 ] || fail "a refusal"
  says "not as it was applied: module.x.aws_sqs_queue.a: create"
}
