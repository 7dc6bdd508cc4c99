// Changes that a person confirms after the server has listed what they concern.
import { type Confirmation, NEEDS_CONFIRMATION, ToConfirm } from '../confirmation.contract.ts'
import type { ClientInput, Endpoint, Result } from '../contract.ts'
import { CallError, call } from './call.ts'
import { askToConfirm, NotConfirmed } from './confirmation-question.ts'

/**
 * Calls an endpoint that may need a confirmation: shows what the change concerns and calls it again, until the list is the one that
 * was confirmed. Rejects with NotConfirmed when the person says no.
 */
export async function confirmedCall<E extends Endpoint & { query: typeof Confirmation }>(
  endpoint: E,
  input: Omit<ClientInput<E>, 'query'>,
  options: { idempotencyKey?: string } = {},
): Promise<Result<E>> {
  for (let query: Confirmation = {}; ; ) {
    try {
      return await call(endpoint, { ...input, query } as unknown as ClientInput<E>, options)
    } catch (error) {
      const refused = toConfirmIn(error)
      if (!refused) throw error
      if (!(await askToConfirm(refused.list, refused.message))) throw new NotConfirmed()
      query = { confirmed: refused.list.seen }
    }
  }
}

function toConfirmIn(error: unknown): { list: ToConfirm; message: string } | undefined {
  if (!(error instanceof CallError) || error.code !== NEEDS_CONFIRMATION) return undefined
  const { data: list } = ToConfirm.safeParse(error.current)
  return list && { list, message: error.message }
}
