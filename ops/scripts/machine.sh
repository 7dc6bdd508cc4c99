# Sourced by the other scripts: reads /etc/stodpunkt/machine.env and defines how to query the two servers.
set -eu
set -a
. "${MACHINE_ENV:-/etc/stodpunkt/machine.env}"
set +a
export PGUSER=stodpunkt_replica PGDATABASE=postgres PGCONNECT_TIMEOUT=2

own() { timeout "${ASK_SECONDS:-30}" "$PG_BIN/psql" -XAtq -v ON_ERROR_STOP=1 -h "$OWN_HOST" -p "$OWN_PORT" -c "$1"; }
peer() { timeout "${ASK_SECONDS:-30}" "$PG_BIN/psql" -XAtq -v ON_ERROR_STOP=1 -h "$PEER_HOST" -p "$PEER_PORT" -c "$1"; }
say() { echo "$(date +%T) $*"; }
refuse() { echo "$*" >&2; exit 1; }
