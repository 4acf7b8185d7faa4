#!/bin/sh
# Starts AgriDesk, or one of its commands, with the Node of this release: bin/agridesk --help
home=$(dirname "$(dirname "$(readlink -f "$0")")")
if ! reason=$("$home/bin/node" --version 2>&1); then
  echo "bin/node does not run on this machine. It needs Linux with glibc 2.28 or newer, libstdc++ and libatomic (Debian: apt install libstdc++6 libatomic1). $reason" >&2
  exit 1
fi
exec "$home/bin/node" --disable-warning=ExperimentalWarning "$home/scripts/release/agridesk.ts" "$@"
