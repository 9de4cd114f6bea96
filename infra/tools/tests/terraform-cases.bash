# shellcheck shell=bash disable=SC2154 # the runner assigns here and box
# infra/tools/terraform-tables, in a copy of the repository with a module of its own.

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
