#!/bin/sh
# Run on the replica, as postgres, when the primary has failed: promotes this machine. Refuses while the other one still
# answers as a primary; a machine that may return must be switched off or prevented from starting PostgreSQL.
. "$(dirname "$0")/machine.sh"

[ "$(own 'select pg_is_in_recovery()')" = t ] || refuse "$OWN_NAME är ingen replika."
if [ "$(ASK_SECONDS=3 peer 'select pg_is_in_recovery()' 2>/dev/null)" = f ]; then
  refuse "$PEER_NAME svarar fortfarande som primär. Stoppa den först."
fi
# There is no replica now: with synchronous replication every commit would wait.
own "alter system set synchronous_standby_names = ''"
own 'select pg_reload_conf()' >/dev/null
own 'select pg_promote(true, 60)' | grep -q t || refuse 'Det gick inte att befordra.'
own "select pg_create_physical_replication_slot('$PEER_NAME', true) where not exists (select from pg_replication_slots where slot_name = '$PEER_NAME')" >/dev/null
say "$OWN_NAME är primär."
