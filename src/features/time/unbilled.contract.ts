// Work, travel and material that the customer sees but does not pay for (docs/decisions/125).
import { requiredLine } from '#shared/contract.ts'

export const UNBILLED = 'Debiteras inte'
/** In characters. */
export const UNBILLED_REASON_MAX = 200

/** Why the customer does not pay for the row; null when it does. */
export const UnbilledReason = requiredLine('Ange varför det inte debiteras')
  .max(UNBILLED_REASON_MAX, `Får max vara ${UNBILLED_REASON_MAX} tecken`)
  .nullable()

/** 'Debiteras inte: Garanti' */
export const unbilledText = (reason: string): string => `${UNBILLED}: ${reason}`
