# shellcheck shell=bash
# Fetches packages from another suite of the machine's own apt mirror: no root, no change to the system. All of
# apt's state lives in a private folder; its proxy and authentication settings in /etc/apt/apt.conf.d still apply.

apt_usable() { have apt-get && have apt-cache && have dpkg && have dpkg-deb; }

# os_release FIELD: a field of /etc/os-release, empty where there is none.
os_release() { sed -n "s/^$1=\"\{0,1\}\([^\"]*\)\"\{0,1\}$/\1/p" "${QUORATE_OS_RELEASE:-/etc/os-release}" 2>/dev/null || true; }

# Prints "URI<TAB>components<TAB>Signed-By" of the distribution's own archive, from both forms of source lists.
# The distribution's own one is that which serves the installed codename in component main.
apt_mirror() {
  local etc="${QUORATE_APT_ETC:-/etc/apt}" codename
  codename=$(os_release VERSION_CODENAME)
  {
    for file in "$etc"/sources.list.d/*.sources; do
      [ ! -r "$file" ] || { cat "$file"; echo; echo; }
    done | apt_deb822
    for file in "$etc"/sources.list "$etc"/sources.list.d/*.list; do
      [ ! -r "$file" ] || cat "$file"
    done | apt_one_line
  } | awk -F'\t' -v codename="$codename" '
    (" " $2 " ") ~ (" (" codename "|stable|testing|unstable|sid) ") && (" " $3 " ") ~ / main / {
      print $1 "\t" $3 "\t" $4; exit }'
}

# deb822 stanzas -> URI<TAB>suites<TAB>components<TAB>Signed-By (of an embedded key: nothing)
apt_deb822() {
  awk '
    function flush() {
      if (types ~ /(^| )deb( |$)/ && enabled != "no") print uri "\t" suites "\t" components "\t" key
      types = uri = suites = components = key = enabled = field = ""
    }
    /^#/ { next }
    /^[ \t]*$/ { flush(); next }
    /^[^ \t]/ { field = tolower($1); sub(/:.*/, "", field); sub(/^[^:]*:[ \t]*/, "") }
    field == "types" { types = types " " $0 }
    field == "uris" && uri == "" { uri = $1 }
    field == "suites" { suites = suites " " $0 }
    field == "components" { components = components " " $0 }
    field == "signed-by" && key == "" && $1 ~ /^\// { key = $1 }
    field == "enabled" { enabled = tolower($1) }
    END { flush() }'
}

# "deb [options] URI suite components" -> the same four columns
apt_one_line() {
  awk '
    $1 != "deb" { next }
    {
      key = ""; options = ""
      if (match($0, /\[[^]]*\]/)) {
        options = substr($0, RSTART + 1, RLENGTH - 2)
        $0 = substr($0, 1, RSTART - 1) substr($0, RSTART + RLENGTH)
      }
      sub(/#.*/, "")
      count = split(options, option, " ")
      for (i = 1; i <= count; i++) if (option[i] ~ /^signed-by=\//) { key = option[i]; sub(/^signed-by=/, "", key) }
      components = ""
      for (i = 4; i <= NF; i++) components = components " " $i
      print $2 "\t" $3 "\t" components "\t" key
    }'
}

# apt_open FOLDER SUITE: makes FOLDER a private apt that knows only SUITE of the machine's mirror.
apt_open() {
  local dir="$1" suite="$2" mirror uri components key
  mirror=$(apt_mirror)
  [ -n "$mirror" ] || { say "found no archive of this distribution in the apt sources"; return 1; }
  IFS=$'\t' read -r uri components key <<<"$mirror"
  mkdir -p "$dir/state/lists/partial" "$dir/cache/archives/partial" "$dir/sources"
  : >"$dir/state/status"
  {
    printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: %s\nTargets: Packages\n' "$uri" "$suite" "$components"
    [ -z "$key" ] || printf 'Signed-By: %s\n' "$key"
  } >"$dir/sources/quorate.sources"
  cat >"$dir/apt.conf" <<CONF
Dir::State "$dir/state";
Dir::State::status "$dir/state/status";
Dir::Cache "$dir/cache";
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$dir/sources";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
APT::Sandbox::User "root";
Acquire::Retries "2";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
CONF
  say "reading the package list of '$suite' from this machine's own mirror $uri"
  apt-get -c "$dir/apt.conf" -qq update >&2
}

# apt_versions FOLDER PACKAGE: the full versions that the opened suite offers, newest first.
apt_versions() { apt-cache -c "$1/apt.conf" madison "$2" 2>/dev/null | awk -F'|' '{ gsub(/ /, "", $2); print $2 }'; }

# apt_unpack FOLDER TARGET PACKAGE=VERSION...: downloads (apt checks signatures and sums) and unpacks into TARGET.
apt_unpack() {
  local dir="$1" target="$2" deb
  shift 2
  mkdir -p "$dir/debs" "$target"
  say "downloading $*"
  (cd "$dir/debs" && apt-get -c "$dir/apt.conf" -qq download "$@" >&2) || return 1
  for deb in "$dir"/debs/*.deb; do dpkg -x "$deb" "$target" || return 1; done
}
