#!/bin/sh
# Run once on the first primary, as postgres (over the socket): creates the role that copies, rewinds and turns on synchronous
# replication, with its password from ~postgres/.pgpass.
. "$(dirname "$0")/machine.sh"

password=$(sed -n 's/^.*:stodpunkt_replica://p' "$PGPASSFILE" | head -n 1)
[ -n "$password" ] || refuse "$PGPASSFILE nämner inte stodpunkt_replica."
PGUSER=postgres "$PG_BIN/psql" -Xq -v ON_ERROR_STOP=1 -v password="$password" -p "$OWN_PORT" <<'SQL'
create role stodpunkt_replica login replication password :'password';
grant pg_monitor, pg_checkpoint to stodpunkt_replica;
grant execute on function pg_ls_dir(text, boolean, boolean) to stodpunkt_replica;
grant execute on function pg_stat_file(text, boolean) to stodpunkt_replica;
grant execute on function pg_read_binary_file(text) to stodpunkt_replica;
grant execute on function pg_read_binary_file(text, bigint, bigint, boolean) to stodpunkt_replica;
grant execute on function pg_promote(boolean, integer) to stodpunkt_replica;
grant execute on function pg_reload_conf() to stodpunkt_replica;
grant alter system on parameter synchronous_standby_names to stodpunkt_replica;
SQL
