# shellcheck shell=bash
# The steps of infra/test-terraform. All of it works on a copy of the modules in a folder of its own.

# prepare_terraform ROOT WORK PLUGINS
prepare_terraform() {
  source_root=$1 work=$2 plugins=$3
  cp -r "$source_root/terraform" "$work/terraform"
  find "$work/terraform" -name '.terraform*' -prune -exec rm -rf {} +
  example=$work/terraform/examples/minimal
  : >"$work/terraformrc"
  export TF_IN_AUTOMATION=1 TF_INPUT=0 TF_CLI_CONFIG_FILE=$work/terraformrc CHECKPOINT_DISABLE=1
  unset AWS_PROFILE AWS_SESSION_TOKEN
  export AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test AWS_REGION=us-east-1 AWS_DEFAULT_REGION=us-east-1
  export AWS_EC2_METADATA_DISABLED=true AWS_CONFIG_FILE=/dev/null AWS_SHARED_CREDENTIALS_FILE=/dev/null
  local zeros=0000000000000000000000000000000000000000000000000000000000000000
  printf 'placeholder' >"$work/handler"
  controller_zip "$work/controller.zip"
  export TF_VAR_controller_zip=$work/controller.zip TF_VAR_etcd_sha256=$zeros
  export TF_VAR_agent_package='{"url":"s3://quorate-artifacts/agent.tar.gz","sha256":"'$zeros'"}'
}

# The real artifact where it is built; else a placeholder, for moto runs no function.
controller_zip() {
  local built=$source_root/controller-lambda/target/quorate-controller.jar
  if [ -f "$built" ]; then cp "$built" "$1"; else cp "$work/handler" "$1"; fi
}

# quietly WORDS COMMAND...: tells what runs, and shows its output only when it fails.
quietly() {
  local words=$1
  shift
  say "terraform: $words (at $SECONDS s)"
  "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; die "terraform: $words failed"; }
}

init() { terraform -chdir="$1" init -no-color -backend=false -plugin-dir="$plugins"; }

check_format() { quietly "format (terraform fmt -recursive terraform mends it)" terraform fmt -check -recursive -diff "$source_root/terraform"; }

check_modules() {
  local folder
  for folder in "$work"/terraform/modules/* "$work"/terraform/examples/*; do
    quietly "validate ${folder#"$work/terraform/"}" check_one "$folder"
  done
}

check_one() { init "$1" && terraform -chdir="$1" validate -no-color; }

check_spec_corpus() {
  local folder=$work/terraform/tests/spec
  quietly "specs: init" init "$folder"
  quietly "specs, good and bad ones" terraform -chdir="$folder" apply -no-color -auto-approve
  local wrong
  wrong=$(terraform -chdir="$folder" output -json wrong)
  [ "$wrong" = '{}' ] || die "terraform: specs whose errors are not those that their first line expects: $wrong"
}

run_mocked_tests() {
  local folder
  for folder in "$work"/terraform/modules/*; do
    [ -d "$folder/tests" ] || continue
    quietly "mocked plans of ${folder##*/}" terraform -chdir="$folder" test -no-color
  done
}

start_moto() {
  local port
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  moto_server -H 127.0.0.1 -p "$port" >"$work/moto.log" 2>&1 &
  moto_pid=$!
  export AWS_ENDPOINT_URL=http://127.0.0.1:$port
  local attempt
  for attempt in $(seq 1 120); do
    # Without Docker a function gives a fixed answer.
    if curl -fsS -o /dev/null -X POST -H 'content-type: application/json' -d '{"lambda":{"use_docker":false}}' \
      "$AWS_ENDPOINT_URL/moto-api/config" 2>/dev/null; then
      say "terraform: moto_server answers after $attempt attempts"
      return
    fi
    kill -0 "$moto_pid" 2>/dev/null || break
    sleep 0.5
  done
  cat "$work/moto.log" >&2
  die "moto_server does not answer on $AWS_ENDPOINT_URL"
}

terraform_here() { timeout 600 terraform -chdir="$example" "$@"; }

apply_and_plan_again() {
  quietly "examples/minimal: init" init "$example"
  quietly "examples/minimal: apply to moto_server" terraform_here apply -no-color -auto-approve -parallelism=30
  quietly "examples/minimal: second plan" terraform_here plan -no-color -out="$work/plan"
  terraform_here show -json "$work/plan" >"$work/plan.json"
  python3 "$source_root/infra/tools/lib/plan-empty.py" "$work/plan.json" || die "terraform: the second plan is not empty"
}

# plan_changes: what a platform engineer may change later replaces nothing that holds data.
plan_changes() {
  local change
  for change in "$source_root"/terraform/tests/changes/*.sh; do
    rm -rf "$work/changed"
    mkdir -p "$work/changed/terraform/examples"
    cp -r "$work/terraform/modules" "$work/changed/terraform/"
    cp -r "$example" "$work/changed/terraform/examples/"
    quietly "change ${change##*/}: edit" bash "$change" "$work/changed/terraform"
    say "terraform: change ${change##*/}: plan"
    (
      example=$work/changed/terraform/examples/minimal
      terraform_here plan -no-color -refresh=false -out="$work/plan" >"$work/log" 2>&1 &&
        terraform_here show -json "$work/plan" >"$work/plan.json"
    ) || { cat "$work/log" >&2; die "terraform: the plan of ${change##*/} failed"; }
    python3 "$source_root/infra/tools/lib/data-kept.py" "$work/plan.json" || die "terraform: ${change##*/} would lose data"
  done
}

# refuse_bad_input: each file says in its first line which words the error must have.
refuse_bad_input() {
  local input words
  for input in "$source_root"/terraform/tests/refused/*.sh; do
    words=$(sed -n '2s/^# refused: //p' "$input")
    rm -rf "$work/changed"
    mkdir -p "$work/changed/terraform/examples"
    cp -r "$work/terraform/modules" "$work/changed/terraform/"
    cp -r "$example" "$work/changed/terraform/examples/"
    bash "$input" "$work/changed/terraform"
    say "terraform: bad input ${input##*/}: plan"
    if (example=$work/changed/terraform/examples/minimal && terraform_here plan -no-color -refresh=false >"$work/log" 2>&1); then
      die "terraform: ${input##*/} was planned without an error, expected: $words"
    fi
    tr '\n│' '  ' <"$work/log" | tr -s ' ' | grep -qF -- "$words" || { cat "$work/log" >&2; die "terraform: the error of ${input##*/} does not say: $words"; }
  done
}

keep_state() {
  mkdir -p "$1"
  terraform_here show -json >"$1/state.json"
  say "terraform: what was created stands in $1/state.json"
}

destroy() {
  say "terraform: destroy must be refused while the tables are protected"
  if terraform_here destroy -no-color -auto-approve -target=module.control_plane.aws_dynamodb_table.clusters >"$work/log" 2>&1; then
    die "terraform: a protected table was destroyed"
  fi
  grep -qi 'deletion protection' "$work/log" || { cat "$work/log" >&2; die "terraform: the destroy failed for another reason"; }
  sed -i 's/^  controller_package = .*/&\n  deletion_protection = false/' "$example/main.tf"
  quietly "protection off" terraform_here apply -no-color -auto-approve -parallelism=30
  quietly "destroy" terraform_here destroy -no-color -auto-approve -parallelism=30
}
