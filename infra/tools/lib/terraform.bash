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
  # terraform and the provider hold schemas of hundreds of megabytes, which Go's collector marks again and again.
  export GOGC=400
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
  local log
  log=$(mktemp "$work/log.XXXXXX")
  "$@" >"$log" 2>&1 || { cat "$log" >&2; die "terraform: $words failed"; }
}

init() { terraform -chdir="$1" init -no-color -backend=false -plugin-dir="$plugins"; }

check_format() { quietly "format (terraform fmt -recursive terraform mends it)" terraform fmt -check -recursive -diff "$source_root/terraform"; }

check_tables() {
  if have python3; then quietly "tables of the modules' READMEs" "$source_root/infra/tools/terraform-tables" --check; fi
}

# share_provider FOLDER: one process of the AWS provider, as it was installed for this folder, for all that share its
# configuration; sets $shared for TF_REATTACH_PROVIDERS. Each terraform starts processes of its own otherwise, which
# take most of a plan's time.
share_provider() {
  local program log attempt
  program=$(find -L "$1/.terraform/providers" -type f -name 'terraform-provider-aws*' -print -quit)
  [ -n "$program" ] || die "terraform: init installed no AWS provider in $1"
  log=$(mktemp "$work/provider.XXXXXX")
  # The provider cannot be configured a second time with a bundle of authorities, and no server here speaks TLS.
  env -u AWS_CA_BUNDLE "$program" -debug >"$log" 2>&1 &
  helpers+=("$!")
  for attempt in $(seq 1 300); do
    shared=$(sed -n "s/^[[:space:]]*TF_REATTACH_PROVIDERS='\(.*\)'\$/\1/p" "$log")
    [ -z "$shared" ] || return 0
    kill -0 "${helpers[-1]}" 2>/dev/null || break
    sleep 0.2
  done
  cat "$log" >&2
  die "terraform: the AWS provider does not serve (attempt $attempt)"
}

# test_folders: each module, each example copied alone, and the two control planes; two at once.
test_folders() {
  local name folder folders=("$work"/terraform/modules/* "$work/terraform/tests/two-planes") jobs=()
  for folder in "$work"/terraform/examples/*; do
    name=${folder##*/}
    quietly "copy the example $name alone" "$work/terraform/copy-example" "$name" "$work/alone/$name"
    folders+=("$work/alone/$name")
  done
  quietly "mocked plans: init" init "$work/terraform/modules/control-plane"
  share_provider "$work/terraform/modules/control-plane"
  # The provider answers with its schema only: its configuration is a mock.
  local -x TF_REATTACH_PROVIDERS=$shared
  for folder in "${folders[@]}"; do
    quietly "mocked plans of ${folder#"$work/"}" test_folder "$folder" &
    jobs+=($!)
    [ ${#jobs[@]} -lt 2 ] || { wait "${jobs[0]}"; jobs=("${jobs[@]:1}"); }
  done
  for folder in ${jobs[@]+"${jobs[@]}"}; do wait "$folder"; done
}

# test_folder FOLDER: plans with a provider that answers without an API; a plan validates as well.
test_folder() {
  init "$1"
  [ -d "$1/tests" ] || die "terraform: $1 has no tests"
  terraform -chdir="$1" test -no-color
}

# asks_again: a spec that the function refuses is not applied, and the next apply asks again.
asks_again() {
  local folder=$work/terraform/tests/refused-spec attempt calls
  quietly "refused spec: init" init "$folder"
  share_provider "$folder"
  local -x TF_REATTACH_PROVIDERS=$shared
  python3 "$source_root/infra/tools/lib/refusing-function.py" "$work/function.port" "$work/function.refuses" "$work/function.calls" &
  helpers+=("$!")
  for attempt in $(seq 1 100); do
    [ ! -f "$work/function.port" ] || break
    kill -0 "${helpers[-1]}" 2>/dev/null || die "refusing-function.py ended at attempt $attempt"
    sleep 0.2
  done
  quietly "refused spec: a first one is stored" store_spec "$folder" 2GiB
  : >"$work/function.refuses"
  ! store_spec "$folder" 3GiB >"$work/refused.log" 2>&1 || die "terraform: an apply went through whose spec was refused"
  grep -q 'refused by the test' "$work/refused.log" || { cat "$work/refused.log" >&2; die "terraform: the error does not say why the spec was refused"; }
  rm "$work/function.refuses"
  quietly "refused spec: the next apply asks again" store_spec "$folder" 3GiB
  # The provider may repeat a call whose answer it did not see.
  calls=$(sed -n 's/ .*"quota":"3GiB".*//p' "$work/function.calls" | sort -u | wc -l)
  [ "$calls" -eq 2 ] || die "terraform: the function was asked $calls times for the spec that it refused first, expected 2"
}

# store_spec FOLDER QUOTA
store_spec() {
  terraform -chdir="$1" apply -no-color -auto-approve -target=module.demo.aws_lambda_invocation.spec \
    -var "quota=$2" -var "function_endpoint=http://127.0.0.1:$(cat "$work/function.port")"
}

check_spec_corpus() {
  local folder=$work/terraform/tests/spec
  quietly "specs: init" init "$folder"
  quietly "specs, good and bad ones" terraform -chdir="$folder" apply -no-color -auto-approve
  local wrong
  wrong=$(terraform -chdir="$folder" output -json wrong)
  [ "$wrong" = '{}' ] || die "terraform: specs whose errors are not those that their first line expects: $wrong"
}

start_moto() {
  local port
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  moto_server -H 127.0.0.1 -p "$port" >"$work/moto.log" 2>&1 &
  local moto_pid=$!
  helpers+=("$moto_pid")
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

terraform_here() { TF_REATTACH_PROVIDERS=$moto_provider timeout 600 terraform -chdir="$example" "$@"; }

init_example() {
  quietly "examples/minimal: init" init "$example"
  cp -r "$example" "$work/before-apply"
  share_provider "$example"
  moto_provider=$shared
}

# Each output of the control plane is handed over by itself here, so that the load balancer, which the provider looks at
# for a minute, does not wait for the whole control plane first. The second plan is that of the example as it stands.
apply_example() {
  local fields main=$example/main.tf
  fields=$(sed -n '/^variable "control_plane"/,/^}/s/^    \([a-z_]*\) *= .*/\1 = module.control_plane.\1/p' "$work/terraform/modules/etcd-cluster/variables.tf" | paste -sd,)
  cp "$main" "$work/main.tf"
  sed -i "s/^  control_plane = module.control_plane\$/  control_plane = { $fields }/" "$main"
  ! cmp -s "$main" "$work/main.tf" || die "terraform: found no line 'control_plane = module.control_plane' in $main"
  quietly "examples/minimal: apply to moto_server" terraform_here apply -no-color -auto-approve -parallelism=30
  cp "$work/main.tf" "$main"
}

plan_again() {
  quietly "examples/minimal: second plan" terraform_here plan -no-color -out="$work/plan"
  terraform_here show -json "$work/plan" >"$work/plan.json"
  python3 "$source_root/infra/tools/lib/plan-empty.py" "$work/plan.json" || die "terraform: the second plan is not empty"
}

# one_world: what was created is what deployment.json says, which the local deployment is made from.
one_world() {
  terraform_here show -json >"$work/state.json"
  python3 "$source_root/infra/tools/lib/one-world.py" "$work/state.json" "$work/terraform/modules" ||
    die "terraform: what was created is not what deployment.json says"
  # The comparison itself, on a state in which one value differs.
  sed 's/"bisect_batch_on_function_error":true/"bisect_batch_on_function_error":false/' "$work/state.json" >"$work/other-state.json"
  ! python3 "$source_root/infra/tools/lib/one-world.py" "$work/other-state.json" "$work/terraform/modules" >/dev/null 2>&1 ||
    die "terraform: one-world.py did not see another value of bisect_batch_on_function_error"
}

# copy_of_example NAME FOLDER: prints the folder of a copy of the modules and of this example that a script may edit.
copy_of_example() {
  local copy=$work/copies/$1
  mkdir -p "$copy/terraform/examples"
  cp -r "$work/terraform/modules" "$copy/terraform/"
  cp -r "$2" "$copy/terraform/examples/minimal"
  printf '%s\n' "$copy/terraform"
}

# plan_change FILE COPY: what a platform engineer may change later replaces nothing that holds data. The file may say
# which words the plan must warn with.
plan_change() {
  local change=${1##*/} example=$2/examples/minimal words
  quietly "change $change: edit" bash "$1" "$2"
  quietly "change $change: plan" terraform_here plan -no-color -refresh=false -out=plan
  terraform_here show -json plan >"$2/plan.json"
  python3 "$source_root/infra/tools/lib/data-kept.py" "$2/plan.json" || die "terraform: $change would lose data"
  words=$(sed -n 's/^# warned: //p' "$1")
  [ -z "$words" ] || grep -qF -- "$words" "$2/plan.json" || die "terraform: the plan of $change does not warn: $words"
}

# refuse FILE COPY: the file says in its second line which words the error must have.
refuse() {
  local input=${1##*/} example=$2/examples/minimal words log=$2/log
  words=$(sed -n '2s/^# refused: //p' "$1")
  [ -n "$words" ] || die "terraform: $input does not say which words the error must have"
  bash "$1" "$2"
  say "terraform: bad input $input: plan (at $SECONDS s)"
  if terraform_here plan -no-color -refresh=false >"$log" 2>&1; then
    die "terraform: $input was planned without an error, expected: $words"
  fi
  tr '\n│' '  ' <"$log" | tr -s ' ' | grep -qF -- "$words" || { cat "$log" >&2; die "terraform: the error of $input does not say: $words"; }
}

# each FUNCTION FOLDER FILE...: in copies of this example, two at once.
each() {
  local function=$1 from=$2 file copy jobs=()
  shift 2
  for file in "$@"; do
    copy=$(copy_of_example "$(basename "$(dirname "$file")")-$(basename "$file" .sh)" "$from")
    "$function" "$file" "$copy" &
    jobs+=($!)
    [ ${#jobs[@]} -lt 2 ] || { wait "${jobs[0]}"; jobs=("${jobs[@]:1}"); }
  done
  for file in ${jobs[@]+"${jobs[@]}"}; do wait "$file"; done
}

keep_state() {
  mkdir -p "$1"
  terraform_here show -json >"$work/state.json"
  mv "$work/state.json" "$1/state.json"
  say "terraform: what was created stands in $1/state.json"
}

# refused_destroy WORDS ARGUMENTS...: a destroy that must fail, saying so.
refused_destroy() {
  local words=$1 log
  shift
  log=$(mktemp "$work/log.XXXXXX")
  if terraform_here destroy -no-color -auto-approve -refresh=false -parallelism=30 "$@" >"$log" 2>&1; then
    die "terraform: a destroy went through that must be refused: $words"
  fi
  grep -qi -- "$words" "$log" || { cat "$log" >&2; die "terraform: the destroy failed, but does not say: $words"; }
}

# The way that docs/terraform.md describes, with a snapshot in the bucket.
destroy() {
  local bucket left table
  bucket=$(terraform_here state show -no-color 'module.control_plane.aws_s3_bucket.snapshots[0]' | sed -n 's/^    bucket  *= "\(.*\)"$/\1/p')
  say "terraform: the tables are protected (at $SECONDS s)"
  for table in clusters nodes; do
    ! api dynamodb -o /dev/null -H 'X-Amz-Target: DynamoDB_20120810.DeleteTable' --data "{\"TableName\":\"quorate-$table\"}" 2>/dev/null ||
      die "terraform: the table quorate-$table could be deleted while deletion_protection is true"
  done
  sed -i 's/^  controller_package = .*/&\n  deletion_protection = false/' "$example/main.tf"
  # These only: moto gives back the queue's redrive policy otherwise than told, and to set it again takes half a minute.
  quietly "protection off" terraform_here apply -no-color -auto-approve -refresh=false -target=module.control_plane.aws_s3_bucket_policy.snapshots \
    -target=module.control_plane.aws_dynamodb_table.clusters -target=module.control_plane.aws_dynamodb_table.nodes
  unprotect_instances
  # moto passes over the conditions of a bucket policy, so that this one would deny everything.
  s3 -X DELETE "$bucket?policy"
  s3 -X PUT --data snapshot "$bucket/snapshot"
  say "terraform: destroy must be refused while the bucket holds a snapshot (at $SECONDS s)"
  refused_destroy 'BucketNotEmpty'
  left=$(terraform_here state list)
  grep -qxF 'module.control_plane.aws_s3_bucket.snapshots[0]' <<<"$left" || die "terraform: the bucket is gone from the state, left is: $left"
  s3 -o /dev/null "$bucket/snapshot" || die "terraform: the snapshot is gone"
  empty_bucket "$bucket"
  quietly "destroy of the emptied bucket" terraform_here destroy -no-color -auto-approve -refresh=false -parallelism=30
  left=$(terraform_here state list)
  [ -z "$left" ] || die "terraform: not destroyed: $left"
}

# api SERVICE CURL-ARGUMENTS...: asks moto, which checks no signature.
api() {
  curl -fsS "${@:2}" "$AWS_ENDPOINT_URL" \
    -H "Authorization: AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/$1/aws4_request, SignedHeaders=host, Signature=0"
}

# s3 CURL-ARGUMENTS... PATH
s3() { AWS_ENDPOINT_URL=$AWS_ENDPOINT_URL/${*: -1} api s3 -H 'Content-Type: application/octet-stream' "${@:1:$#-1}"; }

# The provider takes away the instances' protection and waits until the group is empty. AWS then ends them; moto looks
# at them only when the capacity is set.
unprotect_instances() {
  local ids id arguments=() number=0
  ids=$(api autoscaling --data 'Action=DescribeAutoScalingInstances&Version=2011-01-01' | grep -o '<InstanceId>[^<]*' | cut -d'>' -f2)
  for id in $ids; do arguments+=(--data "InstanceIds.member.$((++number))=$id"); done
  [ "$number" -gt 0 ] || die "terraform: the group has no instances"
  api autoscaling -o /dev/null --data 'Action=SetInstanceProtection&Version=2011-01-01&ProtectedFromScaleIn=false&AutoScalingGroupName=demo' "${arguments[@]}"
}

# empty_bucket BUCKET: with its versions.
empty_bucket() {
  local versions version
  versions=$(s3 "$1?versions" | grep -o '<VersionId>[^<]*' | cut -d'>' -f2)
  for version in $versions; do s3 -X DELETE "$1/snapshot?versionId=$version"; done
}
