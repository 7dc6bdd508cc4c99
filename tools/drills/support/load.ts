// Writing without a pause for breath: time, tickets and comments by turns, each row with a mark of its own. What got no
// answer or a refusal is sent again with the same Idempotency-Key until it is acknowledged.
import { setTimeout as wait } from 'node:timers/promises'
import { customers } from '#customers/customers.contract.ts'
import { CallError } from '#lib/web/call.ts'
import { tickets } from '#tickets/tickets.contract.ts'
import { time } from '#time/time.contract.ts'
import { type Answered, type Client, openClient } from './drill-client.ts'

const AGAIN_AFTER_MS = 50

export type Load = {
  client: Client
  acknowledged: string[]
  sentAgain: () => number
  /** Answers from 500 up, and those that never came. */
  refusals: Answered[]
  /** Resolves with the next acknowledgement of a row that was sent from now on; rejects after 30 seconds. */
  nextAcknowledged(): Promise<void>
  /** One more comment, in nobody's account. */
  comment: () => Promise<unknown>
  /** Lets every writer finish its row. */
  stop(): Promise<void>
  customerId: string
  ticketId: string
}

export async function startLoad(url: string, { writers = 4 } = {}): Promise<Load> {
  const refusals: Answered[] = []
  const client = openClient(url, (answered) => {
    if (answered.status === 'hung' || answered.status >= 500) refusals.push(answered)
  })
  const { call } = client
  const { id: customerId } = await call(customers.create, { body: { name: `Övning ${crypto.randomUUID()}` } })
  const { id: ticketId } = await call(tickets.create, { body: { title: 'Samtal', description: 'x', customerId } })
  const acknowledged: string[] = []
  let isStopping = false
  let sentAgain = 0

  const kinds = [
    (mark: string, idempotencyKey: string) => {
      const body = { customerId, workDate: '2026-11-02', timeFrom: '08:00', timeTo: '08:30', description: mark }
      return call(time.create, { body }, { idempotencyKey })
    },
    (mark: string, idempotencyKey: string) =>
      call(tickets.create, { body: { title: mark, description: 'x', customerId } }, { idempotencyKey }),
    (mark: string, idempotencyKey: string) =>
      call(tickets.comment, { params: { id: ticketId }, body: { comment: mark } }, { idempotencyKey }),
  ] as const

  const writeOne = async (mark: string, write: (typeof kinds)[number]) => {
    const key = crypto.randomUUID()
    for (let attempt = 1; ; attempt++) {
      if (attempt === 2) sentAgain++
      try {
        await write(mark, key)
        acknowledged.push(mark)
        return
      } catch (error) {
        if (!isWorthAnotherTry(error)) throw error
        await wait(AGAIN_AFTER_MS)
      }
    }
  }
  const write = async (writer: number) => {
    for (let row = 1; !isStopping; row++) {
      await writeOne(`${writer}-${row}`, kinds[row % 3] ?? kinds[0])
      await wait(5)
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  writing.catch(() => undefined) // stop() tells
  return {
    ...{ client, acknowledged, refusals, customerId, ticketId },
    sentAgain: () => sentAgain,
    nextAcknowledged: async () => {
      // A row of each writer may have been under way already.
      const enough = acknowledged.length + writers + 1
      const deadline = Date.now() + 30_000
      while (acknowledged.length < enough) {
        if (Date.now() > deadline) throw new Error('Nothing is acknowledged any more')
        await Promise.race([wait(10), writing.then(() => wait(10))])
      }
    },
    comment: () => call(tickets.comment, { params: { id: ticketId }, body: { comment: crypto.randomUUID() } }),
    stop: async () => {
      isStopping = true
      await writing
    },
  }
}

/** Connections that break, and the product's own word that it cannot now. */
const isWorthAnotherTry = (error: unknown) =>
  error instanceof CallError ? error.status === 0 || error.status >= 500 : error instanceof Error
