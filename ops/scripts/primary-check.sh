#!/bin/sh
# Answers one HTTP request on stdin (systemd socket, Accept=yes): 200 when this machine's PostgreSQL is the primary, else 503.
# Of two that both believe they are, the one that was promoted later is: an old primary that comes back is let nobody near.
. "$(dirname "$0")/machine.sh"
ASK_SECONDS=1
# The timeline's number, 8 hexadecimal digits, on a primary; nothing on a replica or a server that is away.
timeline="select case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end"

while read -r line && [ "$line" != "$(printf '\r')" ] && [ -n "$line" ]; do :; done
mine=$(own "$timeline" 2>/dev/null) || mine=
other=
[ -z "$mine" ] || other=$(peer "$timeline" 2>/dev/null) || other=
status='503 Service Unavailable'
if [ -n "$mine" ] && [ "$(printf '%s\n' "$other" "$mine" | sort | tail -n 1)" = "$mine" ]; then status='200 OK'; fi
printf 'HTTP/1.0 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' "$status"
