// Drawn sequences of changes of tickets and enquiries, by screens, portal, mail and jobs.
import fc from 'fast-check'
import { expect } from 'vitest'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { inboxMail } from '#features/inbox/inbox-mail.contract.ts'
import { storeEnquiry } from '#features/inbox/server/forms-intake.ts'
import { aMailboxScenario, type MailboxScenario, receiptsOfTests } from '#features/inbox/testing/mailbox-scenario.ts'
import { bulk } from '#features/tickets/bulk.contract.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { recurring } from '#features/tickets/recurring.contract.ts'
import { findWrongAnswers } from '#features/tickets/server/answer-history.queries.ts'
import { makeDueTickets } from '#features/tickets/server/recurring-tasks.ts'
import { TicketPriority, TicketStatus, tickets } from '#features/tickets/tickets.contract.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { CallError } from '#shared/web/call.ts'
import type { Harness } from '../../harness/harness.ts'

export type Company = MailboxScenario & { h: Harness; lo: string }

/** A company that is open at nearly all hours, so that each moment has its own due time whenever the test runs. */
export async function aCompany(h: Harness): Promise<Company> {
  const s = await aMailboxScenario(h)
  const all = '00:00–23:59'
  const days = ['Måndag', 'Tisdag', 'Onsdag', 'Torsdag', 'Fredag', 'Lördag', 'Söndag']
  await s.q(
    `update company_facts set opens = '00:00', closes = '23:59', day_hours = $2, hours_from = '2020-01-01' where org_id = $1`,
    ...[s.orgId, days.map((day) => `${day}: ${all}`).join('\n')],
  )
  await s.aContact('lo@kajen.example')
  return { ...s, h, lo: 'lo@kajen.example' }
}

type Row = { id: string; version: number; enquiryId: string | null; mergedInto: string | null }
type EnquiryRow = { id: string; version: number; email: string }

const ticketRows = ({ q, orgId }: Company) =>
  q(
    `select id, version, enquiry_id as "enquiryId", merged_into as "mergedInto" from tickets where org_id = $1 order by ticket_number`,
    orgId,
  ) as Promise<Row[]>
const enquiryRows = ({ q, orgId }: Company) =>
  q('select id, version, email from enquiries where org_id = $1 order by created_at, id', orgId) as Promise<
    EnquiryRow[]
  >

/** What an action does to the ticket or enquiry that it is drawn for; `n` decides the rest. */
type Act<Of> = (company: Company, of: Of, n: number) => Promise<unknown>

const texts = { title: 'WiFi nere', description: 'Ingen kontakt' }
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
const priorityOf = (n: number) => pick(TicketPriority.options, n)
const answerOf = (n: number) => ({
  comment: 'Vi kommer.',
  isInternal: n % 5 === 0,
  holds: n % 5 === 1,
  resolves: n % 5 === 2,
})
/** A mail that was received up to some minutes before it is read. */
const received = (n: number) => ({ receivedAt: new Date(Date.now() - (n % 4) * 60_000) })

let forms = 0
const sendForm = (company: Company, n: number, isSuspect: boolean) => {
  const kind = pick(['contact', 'support'] as const, n)
  const enquiry = { kind, name: 'Ida', email: `ida${++forms}@okand.example`, phone: null, message: `Hej ${forms}` }
  const intake = { database: company.h.database, key: receiptsOfTests.key, siteOrg: company.orgId, receiptsPerDay: 200 }
  const form = {
    isSuspect,
    ip: `2001:db8:${forms.toString(16)}::1`,
    now: new Date(),
    pictures: undefined,
    admission: undefined,
  }
  return storeEnquiry(intake, { enquiry: { ...enquiry, isUrgent: kind === 'support' && n % 3 === 0 }, ...form })
}

async function openRecurring({ h, anna, customer }: Company, n: number) {
  const body = {
    ...texts,
    priority: priorityOf(n),
    every: 'week',
    firstOn: todayInStockholm(),
  } as const
  await h.as(anna).call(recurring.create, { params: { id: customer.id }, body })
  await makeDueTickets(h.database)
}

const opening: Record<string, Act<undefined>> = {
  portalOpens: ({ h, kim }, _, n) => h.as(kim).call(portal.create, { body: { ...texts, priority: priorityOf(n) } }),
  staffOpens: ({ h, anna, customer }, _, n) =>
    h.as(anna).call(tickets.create, { body: { ...texts, customerId: customer.id, priority: priorityOf(n) } }),
  mailOpens: ({ write, lo }, _, n) => write({ from: lo, subject: `Hjälp ${n}`, text: `Nytt fel ${n}` }, received(n)),
  formArrives: (company, _, n) => sendForm(company, n, false),
  suspectFormArrives: (company, _, n) => sendForm(company, n, true),
  mailArrives: ({ write }, _, n) => write({ from: `ida${n}@okand.example`, text: `Hej ${n}` }, received(n)),
  jobOpens: (company, _, n) => openRecurring(company, n),
}

const version = (row: Row) => ({ params: { id: row.id }, version: row.version })

const ofTickets: Record<string, Act<Row>> = {
  customerComments: ({ h, kim }, { id }) =>
    h.as(kim).call(portal.comment, { params: { id }, body: { comment: 'Hur går det?' } }),
  staffComments: ({ h, anna }, { id }, n) => h.as(anna).call(tickets.comment, { params: { id }, body: answerOf(n) }),
  mailComments: (company, { id }, n) => mailAbout(company, id, n, []),
  programComments: (company, { id }, n) => mailAbout(company, id, n, ['Auto-Submitted: auto-generated']),
  setPriority: ({ h, anna }, row, n) =>
    h
      .as(anna)
      .call(tickets.change, { params: { id: row.id }, body: { priority: priorityOf(n), version: row.version } }),
  setStatus: ({ h, anna }, row, n) =>
    h.as(anna).call(tickets.change, {
      params: { id: row.id },
      body: { status: pick(TicketStatus.options, n), version: row.version },
    }),
  setHold: ({ h, anna }, row, n) =>
    h.as(anna).call(tickets.change, { params: { id: row.id }, body: { onHold: n % 2 === 0, version: row.version } }),
  merge: async (company, row, n) => {
    const into = row.mergedInto ? null : pick(await ticketRows(company), n).id
    await company.h
      .as(company.anna)
      .call(merging.merge, { params: version(row).params, body: { into, version: row.version, copies: [] } })
  },
  changeAllAndUndo: async (company, _, n) => {
    const rows = (await ticketRows(company)).filter(({ mergedInto }) => !mergedInto)
    const status = pick(['resolved', 'closed', 'open'] as const, n)
    const body = { tickets: rows.map(({ id, version }) => ({ id, version })), status }
    const { id } = await company.h.as(company.anna).call(bulk.change, { body })
    if (n % 3 === 0)
      await company.h
        .as(company.kim)
        .call(portal.comment, { params: { id: pick(rows, n).id }, body: { comment: 'Hallå?' } })
    if (id) await company.h.as(company.anna).call(bulk.undo, { params: { id } })
  },
  answerEnquiryOfTicket: ({ h, anna }, { enquiryId }) =>
    enquiryId
      ? h.as(anna).call(enquiries.reply, { params: { id: enquiryId }, body: { text: 'Vi hör av oss.' } })
      : nothing,
}

const nothing = Promise.resolve()

function mailAbout({ write, kim, lo }: Company, id: string, n: number, headers: string[]) {
  const from = n % 2 === 0 ? kim.email : lo
  const messageId = threadsOfTests.messageIdOf({ about: 'ticket', id }, { event: 'comment-1', to: from })
  return write(
    { from, subject: 'SV: WiFi', text: `Svar ${n}`, headers: [`In-Reply-To: ${messageId}`, ...headers] },
    received(n),
  )
}

const ofEnquiries: Record<string, Act<EnquiryRow>> = {
  staffAnswers: ({ h, anna }, { id }, n) =>
    h.as(anna).call(enquiries.reply, { params: { id }, body: { text: 'Vi hör av oss.', completes: n % 2 === 0 } }),
  senderAnswers: ({ write }, { id, email }, n) => {
    const messageId = threadsOfTests.messageIdOf({ about: 'enquiry', id }, { event: 'reply-1', to: email })
    return write({ from: email, text: `Och ${n}`, headers: [`In-Reply-To: ${messageId}`] }, received(n))
  },
  setDone: ({ h, anna }, { id, version }, n) =>
    h.as(anna).call(enquiries.change, { params: { id }, body: { isDone: n % 2 === 0, version } }),
  setSuspect: ({ h, anna }, { id, version }, n) =>
    h.as(anna).call(enquiries.change, { params: { id }, body: { isSuspect: n % 2 === 0, version } }),
  makeTicket: ({ h, anna, customer }, { id }, n) =>
    h.as(anna).call(enquiries.makeTicket, {
      params: { id },
      body: { ...texts, customerId: customer.id, priority: priorityOf(n) },
    }),
  remove: ({ h, admin }, { id }) => h.as(admin).call(enquiries.remove, { params: { id } }),
  accept: ({ h, anna }, { id }) => h.as(anna).call(inboxMail.accept, { params: { id } }),
}

export type Step = { act: string; of: number; n: number }

const namesOf = (acts: object) => Object.keys(acts)
/** What opens something is drawn less often than what changes it. */
const step = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...namesOf(opening)) },
  { weight: 5, arbitrary: fc.constantFrom(...namesOf(ofTickets)) },
  { weight: 3, arbitrary: fc.constantFrom(...namesOf(ofEnquiries)) },
)
export const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(fc.record({ act: fc.constantFrom(...namesOf(opening)), of: fc.nat(9), n: fc.nat(99) }), {
      minLength: 2,
      maxLength: 3,
    }),
    fc.array(fc.record({ act: step, of: fc.nat(9), n: fc.nat(99) }), { minLength: 4, maxLength: 14 }),
  )
  .map(([first, rest]) => [...first, ...rest])

/** Takes a step; one that is refused, as a change of a merged ticket, changes nothing. Returns whether it was taken. */
async function take(company: Company, { act, of, n }: Step): Promise<boolean> {
  try {
    const [opens, ofTicket, ofEnquiry] = [opening[act], ofTickets[act], ofEnquiries[act]]
    if (opens) await opens(company, undefined, n)
    const rows = ofTicket ? await ticketRows(company) : []
    if (ofTicket && rows.length > 0) await ofTicket(company, pick(rows, of), n)
    const inInbox = ofEnquiry ? await enquiryRows(company) : []
    if (ofEnquiry && inInbox.length > 0) await ofEnquiry(company, pick(inInbox, of), n)
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** A lock that another one holds for too long is refused too, and a mail about what was deleted meanwhile; both are tried again. */
const isRefused = (error: unknown) =>
  error instanceof CallError
    ? error.status < 500 || error.status === 503
    : ['42501', '55P03', '40P01'].includes((error as { code?: string }).code ?? '')

/** Every open ticket and enquiry of the company is due when its history says, and waits since when its words say. */
export async function expectSettled({ h, orgId, q }: Company, after: Step) {
  const wrong = await h.database.as('owner', (db) => findWrongAnswers(db, orgId))
  expect(wrong, JSON.stringify(after)).toEqual([])
  const waiting = await q(
    `select id, unanswered_since, due_at from tickets
     where org_id = $1 and ((unanswered_since is null) <> (due_at is null) or unsettled_in is not null)`,
    orgId,
  )
  expect(waiting, JSON.stringify(after)).toEqual([])
}

/** Takes the steps of a sequence in a new company and compares after each. */
export async function expectSequence(h: Harness, sequence: Step[], taken: (step: Step) => void) {
  const company = await aCompany(h)
  for (const step of sequence) {
    if (await take(company, step)) taken(step)
    await expectSettled(company, step)
  }
}

/** Takes two steps at once, again and again, and compares after both. */
export async function expectSettledAfterRaces(h: Harness, sequence: Step[]) {
  const company = await aCompany(h)
  for (const [at, step] of sequence.entries()) {
    const other = sequence[at + 1] ?? step
    await Promise.all([take(company, step), take(company, { ...other, of: step.of })])
    await expectSettled(company, step)
  }
}
