import { ticketNumberIn } from '#features/tickets/ticket-number.rules.ts'
import type { Db } from '#platform/database/database.ts'
import type { EnquiryRow } from '../enquiries.contract.ts'
import { enquiryExcerpts, searchEnquiries, toEnquiry } from './enquiries.queries.ts'

/** The first enquiries that a search finds: the one with that number, then open ones. */
export async function listFirstEnquiries(db: Db, search: string, limit: number): Promise<EnquiryRow[]> {
  const number = ticketNumberIn(search)
  const [numbered, found] = await Promise.all([
    number === undefined ? undefined : enquiryExcerpts(db).where('enquiries.number', '=', number).executeTakeFirst(),
    listFound(db, search, limit),
  ])
  if (!numbered) return found
  return [toEnquiry(numbered), ...found.filter(({ id }) => id !== numbered.id)].slice(0, limit)
}

async function listFound(db: Db, search: string, limit: number): Promise<EnquiryRow[]> {
  const open = await searchEnquiries(db, { tab: 'open', search, position: undefined }, limit)
  const left = limit - open.length
  return left > 0 ? [...open, ...(await searchEnquiries(db, { tab: 'done', search, position: undefined }, left))] : open
}
