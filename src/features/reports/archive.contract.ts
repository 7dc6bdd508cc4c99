import { z } from 'zod'
import { TimeEntry } from '#features/time/time.contract.ts'
import { Cursor, get, Id, IdParams, pageOf, post, Year } from '#shared/contract.ts'
import { SEARCH_MAX } from '#shared/limits.rules.ts'
import { composed } from '#shared/text.rules.ts'

export const ALREADY_ACTIVE = 'Tidraden är redan återaktiverad'

export const ArchiveFilter = z.strictObject({
  /**
   * Search terms: all must match the description, the notes, or the customer's or technician's name; one or two letters
   * match as a prefix.
   */
  search: z.string().overwrite(composed).trim().max(SEARCH_MAX, `Sök på högst ${SEARCH_MAX} tecken`).optional(),
  customerId: Id.optional(),
  /** The year of the work date. */
  year: Year.optional(),
  after: Cursor.optional(),
})
export type ArchiveFilter = z.output<typeof ArchiveFilter>

const ArchiveTotal = z.object({ rows: z.int(), minutes: z.int() })

export const archive = {
  list: get('/api/archive', {
    allow: 'staff',
    keyScope: 'read',
    summary:
      'Reported time, newest work date first; `total` is the sum of all rows, null on later pages and for a search',
    query: ArchiveFilter,
    returns: pageOf(TimeEntry).extend({ total: ArchiveTotal.nullable() }),
  }),
  total: get('/api/archive/total', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The sum of all matches of a search, apart from its rows, as it reads every match',
    query: ArchiveFilter.omit({ after: true }),
    returns: ArchiveTotal,
  }),
  years: get('/api/archive/years', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The years that reported time was worked in, newest first',
    returns: z.array(z.string()),
  }),
  reactivate: post('/api/archive/:id/reactivate', {
    allow: 'staff',
    summary: 'Makes a reported row active again; 409 when it already is',
    params: IdParams,
    returns: TimeEntry,
  }),
}
