-- Once, on the primary, as postgres: who copies, rewinds, asks who is the primary, and turns synchronous replication on.
-- Then \password stodpunkt_replica, and the password in ~postgres/.pgpass of both machines.
create role stodpunkt_replica login replication;
grant pg_monitor to stodpunkt_replica;
grant execute on function pg_ls_dir(text, boolean, boolean) to stodpunkt_replica;
grant execute on function pg_stat_file(text, boolean) to stodpunkt_replica;
grant execute on function pg_read_binary_file(text) to stodpunkt_replica;
grant execute on function pg_read_binary_file(text, bigint, bigint, boolean) to stodpunkt_replica;
grant execute on function pg_promote(boolean, integer) to stodpunkt_replica;
grant execute on function pg_reload_conf() to stodpunkt_replica;
grant alter system on parameter synchronous_standby_names to stodpunkt_replica;
