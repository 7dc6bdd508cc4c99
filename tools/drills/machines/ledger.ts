import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { type Load, startLoad } from '../support/load.ts'

const WRITERS = 3

/** The acknowledged rows of all steps. Each load has its own customer. */
export function openLedger(url: string) {
  const loads: Load[] = []
  return {
    /** Starts writers; `stop` resolves with the number of retried rows. */
    write: async () => {
      const load = await startLoad(url, { writers: WRITERS })
      loads.push(load)
      return { stop: () => load.stop().then(load.retried) }
    },
    /** Reads all rows back through the API. Throws when one is missing or stored twice. */
    compare: async () => {
      let [acknowledged, missing, duplicates] = [0, 0, 0]
      for (const load of loads) {
        const stored = await storedMarks(load)
        const unique = new Set(stored)
        acknowledged += load.acknowledged.length
        missing += load.acknowledged.filter((mark) => !unique.has(mark)).length
        duplicates += stored.length - unique.size
      }
      const summary = `${acknowledged} acknowledged, ${missing} missing, ${duplicates} duplicates`
      if (missing + duplicates > 0) throw new Error(summary)
      return summary
    },
  }
}

/** Time, tickets and comments of the load's customer. */
async function storedMarks({ client: { call }, customerId, ticketId }: Load): Promise<string[]> {
  const logged = await allPages((after) => call(time.list, { query: { customerId, ...after } }))
  const opened = await allPages((after) => call(tickets.list, { query: after }))
  const thread = await call(tickets.thread, { params: { id: ticketId } })
  return [
    ...logged.map(({ description }) => description ?? ''),
    ...opened.filter(({ id, customer }) => customer.id === customerId && id !== ticketId).map(({ title }) => title),
    ...thread.flatMap((entry) => (entry.kind === 'comment' ? [entry.comment] : [])),
  ]
}

async function allPages<Row>(fetchPage: (after: { after?: string }) => Promise<{ rows: Row[]; next: string | null }>) {
  const rows: Row[] = []
  let after: string | null = null
  do {
    const page: { rows: Row[]; next: string | null } = await fetchPage(after === null ? {} : { after })
    rows.push(...page.rows)
    after = page.next
  } while (after !== null)
  return rows
}
