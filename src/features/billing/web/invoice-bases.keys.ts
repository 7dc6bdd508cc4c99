// In a file of its own, so that the frame of the back office loads none of the queries.
import type { QueryKey } from '@tanstack/react-query'
import { CUSTOMER_AGREEMENTS, CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import type { LiveEvent } from '#platform/live/live.contract.ts'

export const ALL_INVOICE_BASES = ['invoice-bases']
/** Terms, default terms and rates, and what applies to each customer. */
export const AGREEMENTS = ['agreements']

/** The keys of the queries to refetch after an event. */
export function invoiceBasisKeysOf({ about }: LiveEvent): QueryKey[] {
  // The company's facts say from when it bills. Whether it has a mail server decides whom a basis reaches.
  if (about === 'time' || about === 'company' || about === 'mail-alarm') return [ALL_INVOICE_BASES]
  // Charges and fees put customers in the months' lists.
  if (about === 'agreement') return [AGREEMENTS, CUSTOMER_SCREENS, ALL_INVOICE_BASES]
  // The event 'basis' is also sent when hours are used, bought or drawn.
  return about === 'basis' ? [ALL_INVOICE_BASES, CUSTOMER_AGREEMENTS, CUSTOMER_SCREENS] : []
}
