#!/bin/sh
# Run on the primary, as postgres. `on`: a commit is acknowledged when it is on the replica's disk too. `off`: without waiting,
# for when the replica is unreachable and writes wait for it.
. "$(dirname "$0")/machine.sh"

case "${1:-}" in
on)
  [ "$(own "select 1 from pg_stat_replication where application_name = '$PEER_NAME' and state = 'streaming'")" = 1 ] ||
    refuse "$PEER_NAME är inte ansluten: skrivningar skulle vänta på den."
  names=$PEER_NAME
  ;;
off) names= ;;
*) refuse 'synchronous.sh on eller off' ;;
esac
own "alter system set synchronous_standby_names = '$names'"
own 'select pg_reload_conf()' >/dev/null
say "Synkron replikering: $1"
