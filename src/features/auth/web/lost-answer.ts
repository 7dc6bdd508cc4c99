import { CallError } from '#shared/web/call.ts'

/** Whether the server may have carried out the request although the call failed. */
export const isAnswerLost = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.status >= 500)
