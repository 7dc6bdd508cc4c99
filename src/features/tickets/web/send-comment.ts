import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import { NOT_PLACED } from '#features/time/time.contract.ts'
import { timesText } from '#features/time/time.rules.ts'
import { formatHours } from '#shared/ui/format.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import type { NewComment } from '../ticket-comments.contract.ts'
import { type CommentWithTime, tickets } from '../tickets.contract.ts'
import { patchTicket, ticketScreenQuery } from './tickets.api.ts'

/** What a comment also does with the ticket. */
export type AfterComment = 'resolves' | 'holds' | undefined

type CommentToSend = { comment: z.input<typeof NewComment>; then: AfterComment; idempotencyKey: string }

/** Sends a comment, which may resolve the ticket or wait for the customer, and log time, and appends it to the cached thread. */
export function useSendComment(id: string) {
  const client = useQueryClient()
  const { queryKey } = ticketScreenQuery(id)
  return useMutation({
    mutationFn: ({ comment, then, idempotencyKey }: CommentToSend) =>
      call(
        tickets.comment,
        { params: { id }, body: { ...comment, resolves: then === 'resolves', holds: then === 'holds' } },
        { idempotencyKey },
      ),
    onSuccess: async ({ time, ...sent }, { then }) => {
      // A response in flight may not contain the comment yet.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (screen) =>
        !screen || screen.thread.some((entry) => entry.id === sent.id)
          ? screen
          : { ...screen, thread: [...screen.thread, sent] },
      )
      if (then) patchTicket(client, id, then === 'resolves' ? { status: 'resolved' } : { onHoldSince: sent.createdAt })
      if (time) announceTime(client, time)
      void invalidate(client, queryKey)
    },
  })
}

function announceTime(client: QueryClient, time: NonNullable<CommentWithTime['time']>) {
  const { isPlaced, minutes } = time
  const text = `${isPlaced ? timesText(time) : NOT_PLACED}, ${formatHours(minutes)} tim`
  showToast({ title: 'Tidrad sparad!', text, tone: 'success' })
  for (const queryKey of [['time'], ['dashboard'], CUSTOMER_SCREENS]) void invalidate(client, queryKey)
}
