// Mails about an invoice basis, to the customer's approvers and to the member of staff who sent it.
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError } from '#platform/http/app-error.ts'
import { enqueue, type Job, type Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { isFirstRun } from '#platform/mail/mail-attempts.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import { Id } from '#shared/contract.ts'
import { monthOf } from '#shared/dates.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { invoiceBasisNumber, invoiceBasisPath, portalInvoiceBasisPath } from '../invoice-bases.rules.ts'
import { INVOICE_BASIS_NOTIFY, type InvoiceBasisNews, invoiceBasisNews } from './change-invoice-basis.queries.ts'
import { invoiceBasisAttachment } from './invoice-basis-pdf.ts'

const INVOICE_BASIS_MAIL = 'basis-mail'
const Payload = z.object({ orgId: Id, basisId: Id, what: z.enum(invoiceBasisNews) })
const MailPayload = Payload.extend({ userId: Id, mailId: Id, forCustomer: z.boolean() })

type Parts = { database: Database; mailer: Mailer; appUrl: string; threads: MailThreads }

/** One job per change queues a job for each recipient, so that a failing address delays no other. */
export const invoiceBasisMailTasks = ({ database, mailer, appUrl, threads }: Parts): Tasks => ({
  [INVOICE_BASIS_NOTIFY]: (payload, job) =>
    database.as('jobs', async (db) => {
      const change = Payload.parse(payload)
      if (!(await isFirstRun(db, job))) return
      for (const recipient of await recipientsOf(db, change))
        await enqueue(db, INVOICE_BASIS_MAIL, { ...change, ...recipient, mailId: uuidv7() })
    }),
  [INVOICE_BASIS_MAIL]: (payload, job) => send({ database, mailer, appUrl, threads }, payload, job),
})

/**
 * The logins that get mail. The invoice address of a customer that addressees_of() in the database names without a login gets the
 * sent basis here, with its PDF.
 */
async function recipientsOf(db: Db, { orgId, basisId, what }: z.infer<typeof Payload>) {
  const basis = await findInvoiceBasis(db, orgId, basisId)
  if (!basis) return []
  const approvers = mails[what].approvers ? await approversOf(db, orgId, basis.customerId) : []
  const sender = mails[what].sender && basis.sentBy ? [basis.sentBy] : []
  return [
    ...approvers.map((userId) => ({ userId, forCustomer: true })),
    ...sender.map((userId) => ({ userId, forCustomer: false })),
  ]
}

const findInvoiceBasis = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('invoiceBases')
    .innerJoin('organizations', 'organizations.id', 'invoiceBases.orgId')
    .select(['invoiceBases.id', 'customerId', 'customerName', 'month', 'sentBy', 'netOre', 'totalOre', 'isPrivate'])
    .select(['numberYear', 'number', 'organizations.name as company'])
    .where('invoiceBases.orgId', '=', orgId)
    .where('invoiceBases.id', '=', id)
    .executeTakeFirst()

async function approversOf(db: Db, orgId: string, customerId: string) {
  const rows = await db
    .selectFrom('customerUsers')
    .innerJoin('auth.users as user', 'user.id', 'customerUsers.userId')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'customerUsers.orgId').onRef('customers.id', '=', 'customerUsers.customerId'),
    )
    .select('user.id')
    .where('customerUsers.orgId', '=', orgId)
    .where('customerUsers.customerId', '=', customerId)
    .where('approvesTime', '=', true)
    .where('user.disabledAt', 'is', null)
    .where('customers.archivedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

async function send({ database, mailer, appUrl, threads }: Parts, payload: unknown, job?: Job) {
  const { orgId, basisId, what, userId, mailId, forCustomer } = MailPayload.parse(payload)
  const found = await database.as('jobs', async (db) => {
    const basis = await findInvoiceBasis(db, orgId, basisId)
    const user = await db
      .selectFrom('auth.users as user')
      .leftJoin('profiles', 'profiles.id', 'user.id')
      .leftJoin('customerUsers', 'customerUsers.userId', 'user.id')
      .select('email')
      .select((eb) => eb.fn.coalesce('profiles.fullName', 'customerUsers.fullName').as('name'))
      .where('user.id', '=', userId)
      .where('disabledAt', 'is', null)
      .executeTakeFirst()
    return basis && user && { ...basis, ...user }
  })
  if (!found) return
  const mail = mails[what][forCustomer ? 'approvers' : 'sender']
  if (!mail) throw new Error('Recipients of this kind get no mail about this change')
  const { subject, text } = mail(valuesOf(found))
  const link = appUrl + (forCustomer ? portalInvoiceBasisPath(basisId) : invoiceBasisPath(basisId))
  await mailer.send(
    {
      orgId,
      to: found.email,
      subject: `${subject} – ${onOneLine(found.company)}`,
      text: mailText({ to: found.name }, text, link, onOneLine(found.company)),
      messageId:
        what === 'sent' || what === 'reminder'
          ? threads.messageIdOf({ about: 'basis', id: basisId }, { event: what, to: found.email })
          : `<basis-${mailId}@${new URL(appUrl).hostname}>`,
      ...(what === 'sent' && forCustomer && (await attachmentOf(database, basisId))),
    },
    job,
  )
}

/** A basis that is too large for a PDF is mailed without: the approver reads it in the portal. */
async function attachmentOf(database: Database, basisId: string): Promise<Pick<Mail, 'attachments'>> {
  try {
    const { filename, content } = await invoiceBasisAttachment(database, basisId)
    return { attachments: [{ filename, contentType: 'application/pdf', open: () => Readable.from([content]) }] }
  } catch (error) {
    if (error instanceof AppError) return {}
    throw error
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findInvoiceBasis>>>
type Values = ReturnType<typeof valuesOf>

const valuesOf = ({ month, customerName, netOre, totalOre, isPrivate, numberYear, number }: Found) => ({
  month: formatMonth(monthOf(month)),
  customer: onOneLine(customerName),
  amount: isPrivate ? `${formatKronor(totalOre)} med moms` : `${formatKronor(netOre)} utan moms`,
  number: invoiceBasisNumber(numberYear, number) ?? '',
})

type MailText = (values: Values) => { subject: string; text: string }

/** What the customer's approvers, and the member of staff who sent the basis, are told of a change; null: no mail. */
const mails: Record<InvoiceBasisNews, { approvers: MailText | null; sender: MailText | null }> = {
  sent: {
    approvers: ({ month, amount }) => ({
      subject: `Underlag för ${month} att godkänna`,
      text: `Underlaget för ${month} är klart: ${amount}. Läs raderna, fråga om något är oklart och godkänn det här:`,
    }),
    sender: null,
  },
  reminder: {
    approvers: ({ month, amount }) => ({
      subject: `Påminnelse: underlag för ${month} att godkänna`,
      text: `Underlaget för ${month} väntar på att du godkänner det: ${amount}. Läs raderna och godkänn, eller fråga om något är oklart:`,
    }),
    sender: null,
  },
  outdated: {
    approvers: ({ month }) => ({
      subject: `Underlaget för ${month} ändras`,
      text: `Tiden i underlaget för ${month} har ändrats. Ett godkännande av det gäller inte längre. Du får ett nytt underlag att läsa och godkänna.`,
    }),
    sender: ({ month, customer }) => ({
      subject: `Underlaget för ${customer}, ${month}, är inaktuellt`,
      text: `Tid, resor eller material för ${customer} i ${month} har ändrats sedan underlaget skickades. Ett godkännande gäller inte längre. Skapa ett nytt underlag och skicka det:`,
    }),
  },
  approved: {
    approvers: null,
    sender: ({ month, customer, amount }) => ({
      subject: `${customer} har godkänt ${month}`,
      text: `${customer} har godkänt underlaget för ${month}: ${amount}. Fakturera det här:`,
    }),
  },
  'approval-withdrawn': {
    approvers: null,
    sender: ({ month, customer }) => ({
      subject: `${customer} har tagit tillbaka godkännandet av ${month}`,
      text: `${customer} har tagit tillbaka sitt godkännande av underlaget för ${month}. Fakturera det inte. Fråga kunden vad som ska ändras, eller vänta på ett nytt godkännande:`,
    }),
  },
  asked: {
    approvers: null,
    sender: ({ month, customer }) => ({
      subject: `${customer} frågar om underlaget för ${month}`,
      text: `${customer} har frågat om en rad i underlaget för ${month}. Läs och svara här:`,
    }),
  },
  answered: {
    approvers: ({ month }) => ({
      subject: `Svar om underlaget för ${month}`,
      text: `Vi har svarat på en fråga om en rad i underlaget för ${month}. Läs svaret här:`,
    }),
    sender: null,
  },
  withdrawn: {
    approvers: ({ month, number }) => ({
      subject: `Underlag ${number} har tagits tillbaka`,
      text: `Underlag ${number} för ${month} har tagits tillbaka. Du får ett nytt underlag att läsa och godkänna.`,
    }),
    sender: null,
  },
}

/** Records that the mail with which a basis was sent did not reach an address. For the role `jobs`. */
export const noteUndeliveredBasis = (
  db: Db,
  { orgId, basisId, address }: { orgId: string; basisId: string; address: string },
) =>
  db
    .updateTable('invoiceBases')
    .set({ undelivered: sql<string[]>`array_append(undelivered, ${address})` })
    .where('orgId', '=', orgId)
    .where('id', '=', basisId)
    .where('state', '=', 'sent')
    .where(sql<boolean>`not ${address} = any(undelivered)`)
    .execute()

/** The approvers' addresses. For the role `jobs`. */
export async function listBasisAddresses(db: Db, orgId: string, basisId: string): Promise<string[]> {
  const basis = await findInvoiceBasis(db, orgId, basisId)
  if (!basis) return []
  const ids = await approversOf(db, orgId, basis.customerId)
  const users = await db
    .selectFrom('auth.users')
    .select('email')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return users.map(({ email }) => email)
}
