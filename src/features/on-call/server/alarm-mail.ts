// The mail of an alarm. Its link leads to the screen where the signed-in person presses 'Jag tar den': a link changes nothing.
import { z } from 'zod'
import { listTicketMailStaff } from '#features/tickets/server/ticket-recipients.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { formatPhone } from '#shared/phone.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { minutesToNext } from '../on-call.rules.ts'

export const ALARM_MAIL = 'on-call-alarm-mail'

const Payload = z.object({ orgId: Id, alarmId: Id, userId: Id })

/** How much of the description or the message is quoted, in characters: it is read on a telephone, at night. */
const QUOTED_MAX = 1000

type Parts = { database: Database; mailer: Mailer; appUrl: string }

/** The task that sends it, unless the alarm is over or the person has left meanwhile. */
export const alarmMail =
  ({ database, mailer, appUrl }: Parts) =>
  async (payload: unknown, job?: Job) => {
    const { orgId, alarmId, userId } = Payload.parse(payload)
    const mail = await database.as('jobs', async (db) => {
      const alarm = await findRunning(db, orgId, alarmId)
      if (!alarm) return undefined
      const person = (await listTicketMailStaff(db, orgId)).find(({ id }) => id === userId)
      return person && mailOf({ orgId, ...alarm }, { to: person.email, name: person.name }, appUrl)
    })
    if (mail) await mailer.send(mail, job)
  }

type RunningAlarm = NonNullable<Awaited<ReturnType<typeof findRunning>>>

const findRunning = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('onCallAlarms as alarm')
    .innerJoin('organizations', 'organizations.id', 'alarm.orgId')
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'alarm.orgId').onRef('tickets.id', '=', 'alarm.ticketId'),
    )
    .leftJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'tickets.orgId').onRef('customers.id', '=', 'tickets.customerId'),
    )
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.orgId', '=', 'tickets.orgId').onRef('contacts.id', '=', 'tickets.reportedBy'),
    )
    .leftJoin('enquiries', (join) =>
      join.onRef('enquiries.orgId', '=', 'alarm.orgId').onRef('enquiries.id', '=', 'alarm.enquiryId'),
    )
    .select(['tickets.id as ticketId', 'ticketNumber', 'tickets.title', 'tickets.description'])
    .select(['customers.name as customerName', 'customers.phone as customerPhone'])
    .select(['contacts.name as contactName', 'contacts.mobile', 'contacts.phone as contactPhone'])
    .select(['enquiries.id as enquiryId', 'enquiries.name as senderName', 'enquiries.phone as formPhone', 'message'])
    .select(['organizations.name as company', 'alarm.steps'])
    .where((eb) => eb.and({ 'alarm.orgId': orgId, 'alarm.id': id }))
    .where('alarm.endedAt', 'is', null)
    .where((eb) => eb.or([eb('tickets.id', 'is not', null), eb('enquiries.id', 'is not', null)]))
    .executeTakeFirst()

type Recipient = { to: string; name: string | null }

function mailOf(alarm: RunningAlarm & { orgId: string }, { to, name }: Recipient, appUrl: string): Mail {
  const { orgId, ticketId, enquiryId, company, steps } = alarm
  const isTicket = ticketId !== null
  const path = isTicket ? `tickets/${ticketId}` : `inbox/${enquiryId}`
  return {
    orgId,
    to,
    subject: `Jour: ${isTicket ? ticketHeading(alarm) : `Akut felanmälan från ${onOneLine(alarm.senderName ?? '')}`}`,
    text: mailText(
      { to: name },
      'Det här är akut och kom utanför öppettiderna:',
      ...(isTicket ? ticketParagraphs(alarm) : enquiryParagraphs(alarm)),
      `Öppna och tryck på Jag tar den:\n${appUrl}/backoffice/${path}`,
      `Tar ingen den går larmet vidare om ${plural(minutesToNext(steps), 'minut', 'minuter')}, så länge ni har stängt.`,
      onOneLine(company),
    ),
  }
}

const ticketHeading = ({ ticketNumber, title }: RunningAlarm) =>
  `Akut ärende #${ticketNumber} ${onOneLine(title ?? '')}`

/** Everything that is needed to ring, without opening the ticket. */
function ticketParagraphs(alarm: RunningAlarm): string[] {
  const phones = [
    phoneLine('Mobil', alarm.mobile),
    phoneLine('Telefon', alarm.contactPhone),
    phoneLine('Kundens telefon', alarm.customerPhone),
  ].filter((line) => line !== undefined)
  const lines = [onOneLine(alarm.customerName ?? ''), onOneLine(alarm.contactName ?? ''), ...phones]
  if (phones.length === 0) lines.push('Vi har inget telefonnummer.')
  return [ticketHeading(alarm), lines.filter(Boolean).join('\n'), beginningOf(alarm.description ?? '')]
}

const enquiryParagraphs = ({ senderName, formPhone, message }: RunningAlarm): string[] => [
  [onOneLine(senderName ?? ''), phoneLine('Telefon', formPhone)].filter(Boolean).join('\n'),
  beginningOf(message ?? ''),
  'Ingen har kontrollerat vem avsändaren är.',
]

const phoneLine = (label: string, phone: string | null) =>
  phone === null || phone === '' ? undefined : `${label}: ${onOneLine(formatPhone(phone))}`

function beginningOf(text: string): string {
  const characters = Array.from(text)
  return characters.length > QUOTED_MAX ? `${characters.slice(0, QUOTED_MAX).join('').trimEnd()} …` : text
}
