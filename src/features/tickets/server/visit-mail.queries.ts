// The recipients of mail about a visit, and what each address got last (docs/decisions/113). The queries require the jobs' role.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { VisitTime } from '../visits.rules.ts'
import { listPausedAddresses } from './mail-addresses.queries.ts'
import type { CalendarVisit } from './visit-calendar.ts'

export type MailedVisit = CalendarVisit & {
  /** The address of the company; null if it has stated none. */
  companyEmail: string | null
}

/** `changeId`: of the ticket's history. */
export type VisitChange = { orgId: string; changeId: string }

export type VisitRecipient = {
  id: string
  address: string
  /** Whether the visit is for it; another one gets a cancellation of what it got. */
  isRecipient: boolean
  /** The visit as in the last mail to it; null before the first one and after a cancellation. */
  mailed: (VisitTime & { version: number }) | null
}

/** The visit as the change left it; undefined if another change followed. */
export const findMailedVisit = (db: Db, { orgId, changeId }: VisitChange): Promise<MailedVisit | undefined> =>
  db
    .selectFrom('visits')
    .innerJoin('profiles as person', 'person.id', 'visits.userId')
    .innerJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'visits.orgId').onRef('tickets.id', '=', 'visits.ticketId'),
    )
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'visits.orgId').onRef('customers.id', '=', 'visits.customerId'),
    )
    .innerJoin('organizations', 'organizations.id', 'visits.orgId')
    .leftJoin('companyFacts', 'companyFacts.orgId', 'visits.orgId')
    .select(['visits.id', 'visits.version', 'visits.startsAt', 'visits.endsAt', 'visits.note'])
    .select(['tickets.ticketNumber', 'tickets.title', 'person.fullName as who', 'organizations.name as company'])
    .select(['customers.address as place', 'companyFacts.email as companyEmail'])
    .select(sql<boolean>`visits.cancelled_at is not null`.as('isCancelled'))
    .where('visits.orgId', '=', orgId)
    .where('visits.changeId', '=', changeId)
    .executeTakeFirst()

/**
 * Stores for which addresses the visit is after a change, and returns the recipients whose calendar has something else: those
 * addresses, and others that got it before. None if another change followed. Paused addresses get no mail.
 */
export async function decideRecipients(db: Db, { orgId, changeId }: VisitChange, emails: string[]): Promise<string[]> {
  // Locks the visit, so that a concurrent change waits.
  const visit = await db
    .updateTable('visits')
    .set({ enqueuedVersion: sql<number>`version` })
    .where('orgId', '=', orgId)
    .where('changeId', '=', changeId)
    .returning(['id', 'version', 'cancelledAt'])
    .executeTakeFirst()
  if (!visit) return []
  const addresses = visit.cancelledAt === null ? [...new Set(emails.map((email) => email.toLowerCase()))] : []
  if (addresses.length > 0)
    await db
      .insertInto('visitRecipients')
      .values(addresses.map((address) => ({ orgId, visitId: visit.id, address })))
      .onConflict((conflict) => conflict.constraint('visit_recipients_once').doNothing())
      .execute()
  const recipients = await db
    .updateTable('visitRecipients')
    .set({ isRecipient: sql<boolean>`address = any(${addresses}::text[])` })
    .where((eb) => eb.and({ orgId, visitId: visit.id }))
    .returning(['id', 'address', 'isRecipient', 'mailedVersion'])
    .execute()
  const paused = await listPausedAddresses(db, orgId)
  return recipients
    .filter(({ isRecipient, mailedVersion }) =>
      isRecipient ? mailedVersion !== visit.version : mailedVersion !== null,
    )
    .filter(({ address }) => !paused.has(address))
    .map(({ id }) => id)
}

export async function findVisitRecipient(db: Db, orgId: string, id: string): Promise<VisitRecipient | undefined> {
  const row = await db
    .selectFrom('visitRecipients')
    .select(['id', 'address', 'isRecipient', 'mailedVersion', 'mailedStartsAt', 'mailedEndsAt'])
    .where((eb) => eb.and({ orgId, id }))
    .executeTakeFirst()
  if (!row) return undefined
  const { mailedVersion: version, mailedStartsAt: startsAt, mailedEndsAt: endsAt, ...recipient } = row
  const isMailed = version !== null && startsAt !== null && endsAt !== null
  return { ...recipient, mailed: isMailed ? { version, startsAt, endsAt } : null }
}

const ofRecipient = (db: Db, orgId: string, { id }: Pick<VisitRecipient, 'id'>) =>
  db.updateTable('visitRecipients').where((eb) => eb.and({ orgId, id }))

/** The mail server has taken a mail with the visit, unless it has taken a newer one. */
export const noteSent = (
  db: Db,
  orgId: string,
  recipient: VisitRecipient,
  { version, startsAt, endsAt }: MailedVisit,
) =>
  ofRecipient(db, orgId, recipient)
    .set({ mailedVersion: version, mailedStartsAt: startsAt, mailedEndsAt: endsAt, isReturned: false })
    .where((eb) => eb.or([eb('mailedVersion', 'is', null), eb('mailedVersion', '<', version)]))
    .execute()

/** The mail server has taken a cancellation of what the recipient got. */
export const noteCancelled = (db: Db, orgId: string, recipient: VisitRecipient) =>
  ofRecipient(db, orgId, recipient)
    .set({ mailedVersion: null, mailedStartsAt: null, mailedEndsAt: null, isReturned: false })
    .where('mailedVersion', '=', recipient.mailed?.version ?? null)
    .execute()

/** Without a mail server the mail does not leave. */
export const noteNotSent = (db: Db, orgId: string, recipient: VisitRecipient) =>
  ofRecipient(db, orgId, recipient).set({ isRecipient: false }).execute()

/** The last change of a visit. */
export async function lastChangeOf(db: Db, orgId: string, id: string): Promise<string | undefined> {
  const visit = await db
    .selectFrom('visits')
    .select('changeId')
    .where((eb) => eb.and({ orgId, id }))
    .executeTakeFirst()
  return visit?.changeId
}

/** The mail about a change was returned; nothing if the address has got another one since. */
export const noteReturned = (db: Db, { orgId, changeId }: VisitChange, address: string) =>
  db
    .updateTable('visitRecipients')
    .from('visits')
    .set({ isReturned: true })
    .whereRef('visits.orgId', '=', 'visitRecipients.orgId')
    .whereRef('visits.id', '=', 'visitRecipients.visitId')
    .whereRef('visits.version', '=', 'visitRecipients.mailedVersion')
    .where('visits.orgId', '=', orgId)
    .where('visits.changeId', '=', changeId)
    .where('visitRecipients.address', '=', address)
    .execute()
