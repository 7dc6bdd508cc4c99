import { CallError } from '#shared/web/call.ts'

/** Whether the server may have done what was asked although the call failed. */
export const isAnswerLost = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.status >= 500)
