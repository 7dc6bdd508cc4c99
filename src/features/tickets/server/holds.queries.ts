// Tickets that wait for their customer: what the database refuses.
import { onConstraint } from '#platform/database/constraints.ts'
import { invalidField } from '#platform/http/app-error.ts'
import { HOLD_NEEDS_ANSWER } from '../hold.rules.ts'

/** Throws 422 for the field when the ticket cannot wait for its customer. */
export const mappingHoldErrors = <T>(field: 'holds' | 'onHold', statement: () => Promise<T>) =>
  onConstraint({ tickets_hold_is_answered: () => invalidField(field, HOLD_NEEDS_ANSWER) }, statement)
