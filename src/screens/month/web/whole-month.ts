import type { QueryClient } from '@tanstack/react-query'
import { invoiceBases, type MonthCustomer } from '#features/billing/invoice-bases.contract.ts'
import { ALL_INVOICE_BASES } from '#features/billing/web/invoice-bases.keys.ts'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'

export type WholeMonth = {
  rows: MonthCustomer[]
  nextNumber: { year: number; number: number }
  isSendingMail: boolean
}

/** All customers of a month as they are now, also those that the list has not loaded. */
export async function fetchWholeMonth(month: string): Promise<WholeMonth> {
  const rows: MonthCustomer[] = []
  for (let after: string | undefined; ; ) {
    const page = await call(invoiceBases.list, { query: { month, ...(after && { after }) } })
    rows.push(...page.rows)
    if (page.next === null) return { rows, nextNumber: page.nextNumber, isSendingMail: page.isSendingMail }
    after = page.next
  }
}

export const refetchMonth = (client: QueryClient) =>
  Promise.all([[...ALL_INVOICE_BASES, 'list'], ['dashboard']].map((queryKey) => invalidate(client, queryKey)))

/** Marked rows move from the lists of active time to the archive. */
export const refetchMarked = (client: QueryClient) =>
  Promise.all([['time'], ['archive'], ['reports']].map((queryKey) => invalidate(client, queryKey)))
