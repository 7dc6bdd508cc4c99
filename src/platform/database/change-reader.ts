// Reads the live events that transactions have written (live_changes) and that the previous read did not show.
import type pg from 'pg'

/** Rows are deleted when they have been visible for this long, and by then read by every process. */
const STORED_MS = 2 * 60_000

type Read = { snapshot: string; at: number }

/**
 * A transaction may commit after one with a higher number. What is new is therefore decided by snapshots: transactions that
 * had not ended in the previous read's. Duplicates of one transaction are one event. Rights that ended come first, as a change
 * that was written before they ended may have been committed after.
 */
const newChanges = {
  name: 'new changes',
  text: `
  select snapshot, at, change from (
      select pg_current_snapshot() as snapshot, extract(epoch from clock_timestamp())::float8 * 1000 as at) as now
    left join lateral (
      select change::text, change ->> 'about' is not distinct from 'actor' as is_of_actor, min(id) as id from stodpunkt.live_changes
      where xact >= pg_snapshot_xmin($1) and not pg_visible_in_snapshot(xact, $1)
      group by xact, change) as changes on true
  order by is_of_actor desc, id`,
}

/** Passes each change once, as JSON; the first read, and the first after `restart`, passes none. */
export function openChangeReader(onChange: (change: string) => void) {
  let previous: Read | undefined
  /** The first read since rows were last deleted. */
  let oldest: Read | undefined
  return {
    /** The next read may be of another server. */
    restart: () => {
      previous = undefined
      oldest = undefined
    },
    /** Returns whether changes may have been deleted since the previous read. */
    read: async (client: pg.Client): Promise<boolean> => {
      const { rows } = await client.query<Read & { change: string | null }>({
        ...newChanges,
        values: [previous?.snapshot],
      })
      const [now] = rows
      if (!now) throw new Error('A read has at least one row')
      const isLate = previous !== undefined && now.at - previous.at > STORED_MS / 2
      if (!isLate) for (const { change } of rows) if (change !== null) onChange(change)
      previous = { snapshot: now.snapshot, at: now.at }
      oldest ??= previous
      if (now.at - oldest.at > STORED_MS) {
        await client.query('delete from stodpunkt.live_changes where xact < pg_snapshot_xmin($1)', [oldest.snapshot])
        oldest = previous
      }
      return isLate
    },
  }
}
