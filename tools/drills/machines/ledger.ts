import { tickets } from '#tickets/tickets.contract.ts'
import { time } from '#time/time.contract.ts'
import { type Load, startLoad } from '../support/load.ts'

const WRITERS = 3

/** Rows that were acknowledged while machines died, by a customer of each death's own. */
export function openLedger(url: string) {
  const loads: Load[] = []
  return {
    /** Starts writers; `stop` resolves with how many rows were sent more than once. */
    write: async () => {
      const load = await startLoad(url, { writers: WRITERS })
      loads.push(load)
      return { stop: () => load.stop().then(load.sentAgain) }
    },
    /** Reads all of them back, as the product shows them. Throws when one is missing or stands twice. */
    compare: async () => {
      let [acknowledged, missing, twice] = [0, 0, 0]
      for (const load of loads) {
        const stored = await storedMarks(load)
        const known = new Set(stored)
        acknowledged += load.acknowledged.length
        missing += load.acknowledged.filter((mark) => !known.has(mark)).length
        twice += stored.length - known.size
      }
      const told = `${acknowledged} acknowledged, ${missing} missing, ${twice} twice`
      if (missing + twice > 0) throw new Error(told)
      return told
    },
  }
}

/** Time, tickets and comments of the load's customer. */
async function storedMarks({ client: { call }, customerId, ticketId }: Load): Promise<string[]> {
  const logged = await all((after) => call(time.list, { query: { customerId, ...after } }))
  const opened = await all((after) => call(tickets.list, { query: after }))
  const said = await call(tickets.thread, { params: { id: ticketId } })
  return [
    ...logged.map(({ description }) => description ?? ''),
    ...opened.filter(({ id, customer }) => customer.id === customerId && id !== ticketId).map(({ title }) => title),
    ...said.flatMap((entry) => (entry.kind === 'comment' ? [entry.comment] : [])),
  ]
}

async function all<Row>(ask: (after: { after?: string }) => Promise<{ rows: Row[]; next: string | null }>) {
  const found: Row[] = []
  let after: string | null = null
  do {
    const page: { rows: Row[]; next: string | null } = await ask(after === null ? {} : { after })
    found.push(...page.rows)
    after = page.next
  } while (after !== null)
  return found
}
