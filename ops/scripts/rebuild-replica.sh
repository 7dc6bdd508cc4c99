#!/bin/sh
# Run as postgres on the machine that becomes the replica: a new one, or the old primary. Discards data that only it has.
# Rewinds the data folder if possible, otherwise copies everything; then waits until it has caught up.
. "$(dirname "$0")/machine.sh"

[ "$(peer 'select pg_is_in_recovery()')" = f ] || refuse "$PEER_NAME är inte primär."
$STOP_POSTGRES >/dev/null 2>&1 || true
source="host=$PEER_HOST port=$PEER_PORT user=$PGUSER dbname=postgres passfile=$PGPASSFILE application_name=$OWN_NAME"
peer "select pg_create_physical_replication_slot('$OWN_NAME', true) where not exists (select from pg_replication_slots where slot_name = '$OWN_NAME')" >/dev/null

# pg_rewind reads the timeline from the control file, which a new primary updates at its first checkpoint.
peer checkpoint
if [ -f "$PG_DATA/PG_VERSION" ] && "$PG_BIN/pg_rewind" --target-pgdata="$PG_DATA" --config-file="$PG_CONFIG_FILE" \
  --source-server="$source" --write-recovery-conf; then
  echo "primary_slot_name = '$OWN_NAME'" >>"$PG_DATA/postgresql.auto.conf"
  say 'Återspolad.'
else
  find "$PG_DATA" -mindepth 1 -delete
  "$PG_BIN/pg_basebackup" -D "$PG_DATA" -d "$source" --slot="$OWN_NAME" --wal-method=stream --checkpoint=fast --write-recovery-conf
  say 'Kopierad.'
fi
$START_POSTGRES >/dev/null
tries=0
until [ "$(peer "select 1 from pg_stat_replication where application_name = '$OWN_NAME' and state = 'streaming'")" = 1 ]; do
  tries=$((tries + 1))
  [ $tries -lt 600 ] || refuse "$OWN_NAME kom inte ikapp på fem minuter. Läs PostgreSQL:s logg."
  sleep 0.5
done
say "$OWN_NAME är replika och har kommit ikapp. Slå på synkron replikering på $PEER_NAME: synchronous.sh on"
