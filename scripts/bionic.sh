#!/bin/sh
# `npx bionic`: runs the operator's program on the Node that the install brings, whichever one is on the PATH.
root=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$root/node_modules/.bin/node" "$root/scripts/bionic.ts" "$@"
