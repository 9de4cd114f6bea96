# shellcheck shell=bash
# How our launchers start a JVM, whatever its version.

# quiet_flags JAVA_HOME: sets quiet_flags to what keeps the JVM from warning about our libraries on the terminal:
# SQLite is native code, and Pekko and Netty use sun.misc.Unsafe, which JDK 23 and later can be told to allow.
quiet_flags() {
  quiet_flags=(--enable-native-access=ALL-UNNAMED)
  local version
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null) || true
  [ "${version:-21}" -lt 23 ] || quiet_flags+=(--sun-misc-unsafe-memory-access=allow)
}
