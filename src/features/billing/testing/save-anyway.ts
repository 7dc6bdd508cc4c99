import { type Confirmation, NEEDS_CONFIRMATION, ToConfirm } from '#shared/confirmation.contract.ts'
import type { ClientInput, Endpoint, Result } from '#shared/contract.ts'
import { type Call, CallError } from '#shared/web/call.ts'

/** Makes a change and confirms it, as a person does who reads what it concerns. */
export async function saveAnyway<E extends Endpoint & { query: typeof Confirmation }>(
  call: Call,
  endpoint: E,
  input: Omit<ClientInput<E>, 'query'>,
): Promise<Result<E>> {
  try {
    return await call(endpoint, input as unknown as ClientInput<E>)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== NEEDS_CONFIRMATION) throw error
    const query = { confirmed: ToConfirm.parse(error.current).seen }
    return call(endpoint, { ...input, query } as unknown as ClientInput<E>)
  }
}
