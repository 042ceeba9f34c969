# Sourced by run and scale: builds the benchmarks if a source is newer than their jar, finds the
# data folder, and leaves the command that starts a JVM with them in ${bench[@]}.
bench_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
jar=$bench_dir/target/gmnn-lab.jar

if [ ! -e "$jar" ] || [ -n "$(find "$bench_dir/src" "$bench_dir/pom.xml" "$bench_dir/../gmnn-core/src/main" \
    "$bench_dir"/../gmnn-{core/src/vector,baselines/src/main,cli/src/main} -newer "$jar" -print -quit)" ]; then
  (cd "$bench_dir/.." && mvn -q -pl gmnn-lab -am package -DskipTests)
fi

# $1: the folder asked for, or nothing.
data_folder() {
  local folder
  for folder in "$1" "$bench_dir/../../shared/data" "$bench_dir/../../../shared/data"; do
    if [ -n "$folder" ] && [ -d "$folder" ]; then
      (cd "$folder" && pwd)
      return
    fi
  done
}

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
bench=("$java" -cp "$jar:$bench_dir/target/lib/*")
