// Continuous writes: time, tickets and comments in turn, each row with a unique mark. A failed or refused request is
// retried with the same Idempotency-Key until it is acknowledged.
import { setTimeout as wait } from 'node:timers/promises'
import { customers } from '#features/customers/customers.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { CallError } from '#shared/web/call.ts'
import { type Client, type Outcome, openClient } from './drill-client.ts'

const RETRY_DELAY_MS = 50

export type Load = {
  client: Client
  acknowledged: string[]
  retried: () => number
  /** Responses with status 500 or more, and timeouts, but not broken connections. */
  refusals: Outcome[]
  /** Resolves when a row sent after the call is acknowledged; rejects after 30 seconds. */
  nextAcknowledged(): Promise<void>
  /** Adds one more comment, which is not counted as acknowledged. */
  comment: () => Promise<unknown>
  /** Resolves when every writer has finished its row. */
  stop(): Promise<void>
  customerId: string
  ticketId: string
}

export async function startLoad(url: string, { writers = 4 } = {}): Promise<Load> {
  const refusals: Outcome[] = []
  const client = openClient(url, (outcome) => {
    if (outcome.status === 'timeout' || outcome.status >= 500) refusals.push(outcome)
  })
  const { call } = client
  const { id: customerId } = await call(customers.create, { body: { name: `Övning ${crypto.randomUUID()}` } })
  const { id: ticketId } = await call(tickets.create, { body: { title: 'Samtal', description: 'x', customerId } })
  const acknowledged: string[] = []
  let isStopping = false
  let retried = 0

  const writes = writesFor(client, { customerId, ticketId })
  const writeOne = async (mark: string, write: Write) => {
    const key = crypto.randomUUID()
    for (let attempt = 1; ; attempt++) {
      if (attempt === 2) retried++
      try {
        await write(mark, key)
        acknowledged.push(mark)
        return
      } catch (error) {
        if (!isRetryable(error)) throw error
        await wait(RETRY_DELAY_MS)
      }
    }
  }
  const write = async (writer: number) => {
    for (let row = 1; !isStopping; row++) {
      await writeOne(`${writer}-${row}`, writes[row % 3] ?? writes[0])
      await wait(5)
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  writing.catch(() => undefined) // stop() rejects with the same error
  return {
    client,
    acknowledged,
    refusals,
    customerId,
    ticketId,
    retried: () => retried,
    nextAcknowledged: async () => {
      // One row of each writer may have been sent before the call.
      const enough = acknowledged.length + writers + 1
      const deadline = Date.now() + 30_000
      while (acknowledged.length < enough) {
        if (Date.now() > deadline) throw new Error('No row was acknowledged')
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

/** Creates a row that has the mark as its text. */
type Write = (mark: string, idempotencyKey: string) => Promise<unknown>

const writesFor = ({ call }: Client, { customerId, ticketId }: Pick<Load, 'customerId' | 'ticketId'>) =>
  [
    (mark, idempotencyKey) => {
      const body = { customerId, workDate: '2026-11-02', timeFrom: '08:00', timeTo: '08:30', description: mark }
      return call(time.create, { body }, { idempotencyKey })
    },
    (mark, idempotencyKey) =>
      call(tickets.create, { body: { title: mark, description: 'x', customerId } }, { idempotencyKey }),
    (mark, idempotencyKey) =>
      call(tickets.comment, { params: { id: ticketId }, body: { comment: mark } }, { idempotencyKey }),
  ] as const satisfies readonly Write[]

/** Whether it is a broken connection or a response with status 500 or more. */
const isRetryable = (error: unknown) =>
  error instanceof CallError ? error.status === 0 || error.status >= 500 : error instanceof Error
