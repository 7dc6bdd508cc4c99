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
import { isOpen } from './opened.queries.ts'

export const ALARM_MAIL = 'on-call-alarm-mail'

const Payload = z.object({ orgId: Id, alarmId: Id, userId: Id })

type Parts = { database: Database; mailer: Mailer; appUrl: string; now?: () => Date }

/** The task that sends it, unless the alarm is over, the company has opened or the person has left meanwhile. */
export const alarmMail =
  ({ database, mailer, appUrl, now = () => new Date() }: Parts) =>
  async (payload: unknown, job?: Job) => {
    const { orgId, alarmId, userId } = Payload.parse(payload)
    const mail = await database.as('jobs', async (db) => {
      const alarm = await findRunning(db, orgId, alarmId)
      if (!alarm || (await isOpen(db, orgId, [now()]))) return undefined
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
    .leftJoin('enquiries', (join) =>
      join.onRef('enquiries.orgId', '=', 'alarm.orgId').onRef('enquiries.id', '=', 'alarm.enquiryId'),
    )
    .select(['tickets.id as ticketId', 'ticketNumber', 'title', 'customers.name as customerName'])
    .select(['enquiries.id as enquiryId', 'enquiries.name as senderName', 'enquiries.phone', 'enquiries.message'])
    .select(['organizations.name as company', 'alarm.steps'])
    .where((eb) => eb.and({ 'alarm.orgId': orgId, 'alarm.id': id }))
    .where('alarm.endedAt', 'is', null)
    .where((eb) => eb.or([eb('tickets.id', 'is not', null), eb('enquiries.id', 'is not', null)]))
    .executeTakeFirst()

type Recipient = { to: string; name: string | null }

function mailOf(alarm: RunningAlarm & { orgId: string }, { to, name }: Recipient, appUrl: string): Mail {
  const { orgId, ticketId, enquiryId, company } = alarm
  const heading = ticketId === null ? `Akut felanmälan från ${onOneLine(alarm.senderName ?? '')}` : ticketHeading(alarm)
  const path = ticketId === null ? `inbox/${enquiryId}` : `tickets/${ticketId}`
  return {
    orgId,
    to,
    subject: `Jour: ${heading}`,
    text: mailText(
      { to: name },
      'Det här är akut och kom utanför öppettiderna:',
      ticketId === null ? enquiryText(alarm) : `${heading}\n${onOneLine(alarm.customerName ?? '')}`,
      `Öppna och tryck på Jag tar den:\n${appUrl}/backoffice/${path}`,
      `Tar ingen den går larmet vidare om ${plural(minutesToNext(alarm.steps), 'minut', 'minuter')}.`,
      onOneLine(company),
    ),
  }
}

const ticketHeading = ({ ticketNumber, title }: RunningAlarm) => `#${ticketNumber} ${onOneLine(title ?? '')}`

const enquiryText = ({ senderName, phone, message }: RunningAlarm) =>
  [onOneLine(senderName ?? ''), phone && `Telefon: ${onOneLine(formatPhone(phone))}`, `\n${message}`]
    .filter(Boolean)
    .join('\n')
