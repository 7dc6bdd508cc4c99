import type { z } from 'zod'
import type { NewTerms } from '../agreements.contract.ts'

type TermsInput = z.input<typeof NewTerms>

/** Terms as a request sends them: without fees, included hours or approval unless a test says so. */
export const aTerms = (given: Partial<TermsInput> = {}): TermsInput => ({
  name: 'Avtal',
  remoteOre: 100_000,
  onsiteOre: 120_000,
  afterHoursOre: 200_000,
  roundTo: 30,
  roundBy: 'row',
  smallestMinutes: 0,
  startFeeOre: 0,
  includedMinutes: 0,
  afterHoursDrawdowns: false,
  needsApproval: false,
  includesOnCall: false,
  ...given,
})

/** A statement that stores `aTerms` for each row of a query that gives `org_id`, `id`, `name` and `created_by`. */
export function insertTerms(query: string, given: Omit<Partial<TermsInput>, 'name'> = {}): string {
  const { name: _, ...values } = aTerms(given)
  const columns = Object.keys(values).map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const literals = Object.values(values).map((value) => (typeof value === 'string' ? `'${value}'` : value))
  return `insert into terms (org_id, id, series_id, number, name, created_by, ${columns.join(', ')})
    select org_id, id, id, 1, name, created_by, ${literals.join(', ')} from (${query}) rows`
}
