import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import { plural } from '#shared/plural.rules.ts'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { call } from '#shared/web/call.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { type BulkResult, bulk, UNDO_OFFERED_SECONDS, type UndoneBulk } from '../bulk.contract.ts'
import type { TicketRow, TicketStatus } from '../tickets.contract.ts'

export type BulkAct = {
  tickets: readonly Pick<TicketRow, 'id' | 'version'>[]
  change: { status: TicketStatus } | { assignedTo: string | null }
  /** What was done, after '3 ärenden': 'lösta'; the first is of a single one. */
  done: readonly [one: string, many: string]
}

type Body = { tickets: { id: string; version: number }[]; status?: TicketStatus; assignedTo?: string | null }

/** Changes several tickets and offers to undo it. Resolves to whether any was changed; shows failures itself. */
export function useBulkChange() {
  const client = useQueryClient()
  const idempotency = useIdempotencyKey()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Body) => call(bulk.change, { body }, { idempotencyKey: idempotency.keyFor(body) }),
    onSettled: () => refetchTickets(client),
  })
  const change = async ({ tickets, change: fields, done }: BulkAct): Promise<boolean> => {
    try {
      const result = await mutateAsync({ tickets: tickets.map(({ id, version }) => ({ id, version })), ...fields })
      idempotency.clear()
      showResult(client, result, done)
      return result.id !== null
    } catch (error) {
      showFailure('Kunde inte ändra ärendena', error)
      return false
    }
  }
  return { change, isPending }
}

const countOf = (count: number, [one, many]: BulkAct['done']) =>
  `${plural(count, 'ärende', 'ärenden')} ${count === 1 ? one : many}`

function showResult(client: QueryClient, { id, changed, unchanged }: BulkResult, done: BulkAct['done']) {
  const text = reasonsText(unchanged)
  if (id === null) return showToast({ title: 'Inget ändrades', text, tone: 'error' })
  const undo = () => undoChange(client, id)
  showToast({ title: countOf(changed.length, done), text, tone: 'success', undo, undoSeconds: UNDO_OFFERED_SECONDS })
}

/** Resolves to the first ticket that is as it was. */
async function undoChange(client: QueryClient, id: string): Promise<string | undefined> {
  try {
    return showUndone(await call(bulk.undo, { params: { id } }))
  } catch (error) {
    showFailure('Kunde inte ångra', error)
    return undefined
  } finally {
    refetchTickets(client)
  }
}

function showUndone({ restored, unrestored }: UndoneBulk): string | undefined {
  showToast({
    title: restored.length > 0 ? countOf(restored.length, ['återställt', 'återställda']) : 'Inget kunde återställas',
    text: reasonsText(unrestored),
    tone: restored.length > 0 ? 'success' : 'error',
  })
  return restored[0]?.id
}

const NAMED_MAX = 3

/** '#1131 har arkiverats, #1132 var redan så och 4 till'; undefined when nothing was left out. */
function reasonsText(tickets: readonly { ticketNumber: number | null; reason: string }[]): string | undefined {
  if (tickets.length === 0) return undefined
  const named = tickets
    .slice(0, NAMED_MAX)
    .map(({ ticketNumber, reason }) => `${ticketNumber === null ? 'Ett ärende' : `#${ticketNumber}`} ${reason}`)
  const others = tickets.length - named.length
  return `${named.join(', ')}${others > 0 ? ` och ${others} till` : ''}`
}

function refetchTickets(client: QueryClient) {
  for (const queryKey of [['tickets', 'list'], ['tickets', 'one'], CUSTOMER_SCREENS]) void invalidate(client, queryKey)
}
