#!/bin/sh
# Answers one HTTP request on stdin (systemd socket, Accept=yes): 200 when this machine's PostgreSQL is the primary, else 503.
# If both servers are primaries, the one on the later timeline counts: a returning old primary must get no connections.
. "$(dirname "$0")/machine.sh"
ASK_SECONDS=1
# The timeline, 8 hexadecimal digits, on a primary; empty on a replica or an unreachable server.
timeline="select case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end"

while read -r line && [ "$line" != "$(printf '\r')" ] && [ -n "$line" ]; do :; done
mine=$(own "$timeline" 2>/dev/null) || mine=
other=
[ -z "$mine" ] || other=$(peer "$timeline" 2>/dev/null) || other=
status='503 Service Unavailable'
if [ -n "$mine" ] && [ "$(printf '%s\n' "$other" "$mine" | sort | tail -n 1)" = "$mine" ]; then status='200 OK'; fi
printf 'HTTP/1.0 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' "$status"
