# Sourced by the start scripts: builds a module where a source is newer than its jar, and runs a
# main class of it. JAVA_HOME chooses the Java, JAVA_OPTS adds options of the JVM; with
# GMNN_CLASS_PATH nothing is built and these classes are run.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
flags=(--add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED)

is_stale() { # module
  [[ ! -f $(jar_of "$1") || ! -d $root/$1/target/lib ]] || [[ -n $(find "$root"/{pom.xml,{gmnn-core,gmnn-baselines,gmnn-adapters,gmnn-cli,"$1"}/{pom.xml,src}} \
    -newer "$(jar_of "$1")" -type f -not -path '*/src/test*' -print -quit) ]]
}

jar_of() { # module
  echo "$root/$1/target/$1.jar"
}

build() { # module
  local started=$root/$1/target/build-started
  echo "gmnn: building gmnn-core and $1 with Maven: about a minute, and once some minutes" \
    "more to download 150 MB of dependencies" >&2
  touch "$started"
  rm -rf "$root/$1/target/lib" # versions of dependencies may have changed
  # Without the colour codes that Maven writes even into a file; and stamped with the time of the
  # start, so that sources changed during the build count as newer.
  local built=true
  mvn -q -B -f "$root/pom.xml" -pl "$1" -am -DskipTests package 2>&1 \
    | sed $'s/\033\\[[0-9;]*m//g' >&2 && touch -r "$started" "$(jar_of "$1")" || built=false
  rm -f "$started"
  $built || return 1
  case $1 in
    gmnn-cli) make_archive "$1" io.github.gmnn.cli.Main demo ;;
    gmnn-examples) make_archive "$1" io.github.gmnn.examples.QuickStart ;;
  esac
}

java_version() {
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p'
}

# Where the classes of a short run are kept as the JVM has them in memory, so that the next start need
# not parse and verify them. A JVM takes no file but its own version's.
archive_of() { # module, version of Java
  echo "$root/$1/target/classes-$2.jsa"
}

make_archive() { # module, main class, arguments
  local archive
  archive=$(archive_of "$1" "$(java_version)")
  if "${JAVA_HOME:+$JAVA_HOME/bin/}java" "${flags[@]}" -XX:ArchiveClassesAtExit="$archive.new" \
    -cp "$(jar_of "$1"):$root/$1/target/lib/*" "${@:2}" >/dev/null 2>&1; then
    mv "$archive.new" "$archive"
  else
    rm -f "$archive.new" # the command is only slower to start without
  fi
}

build_if_stale() { # module
  if ! is_stale "$1"; then
    return
  fi
  mkdir -p "$root/$1/target"
  if command -v flock >/dev/null; then # two commands at once must not build into one folder
    exec 9>"$root/$1/target/lock"
    flock 9
  fi
  if is_stale "$1"; then
    SECONDS=0
    build "$1" || { echo "gmnn: the build failed" >&2; exit 1; }
    echo "gmnn: built in $SECONDS s" >&2
  fi
  exec 9>&-
}

# Takes the JVM's remark on incubator modules, always its first line, off stderr.
without_incubator_remark() {
  trap '' INT
  local first
  if IFS= read -r first && [[ $first != "WARNING: Using incubator modules"* ]]; then
    printf '%s\n' "$first"
  fi
  exec cat
}

start() { # module, main class, arguments
  local module=$1 main=$2
  shift 2
  if [[ -z ${GMNN_CLASS_PATH:-} ]]; then
    build_if_stale "$module"
  fi
  local java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  local version archive
  version=$(java_version)
  archive=$(archive_of "$module" "$version")
  if [[ $archive -nt $(jar_of "$module") ]]; then # a file that does not fit is passed over in silence
    flags+=(-XX:SharedArchiveFile="$archive" '-Xlog:cds*=off' '-Xlog:class+path*=off')
  fi
  if ((${version%%[!0-9]*} >= 24)); then
    flags+=(--sun-misc-unsafe-memory-access=allow) # JavaCPP reads memory so
  fi
  if [[ -t 2 ]]; then # what follows makes stderr a pipe: tell that people are watching
    flags+=("-Dgmnn.terminal=$(tput cols 2>/dev/null || echo 80)")
  fi
  # shellcheck disable=SC2086  # JAVA_OPTS is a list of words
  exec "$java" "${flags[@]}" ${JAVA_OPTS:-} \
    -cp "${GMNN_CLASS_PATH:-$(jar_of "$module"):$root/$module/target/lib/*}" "$main" "$@" \
    2> >(without_incubator_remark >&2)
}
