// Mails about an invoice basis, to the customer's approvers or its invoice address, and to the member of staff who sent it.
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError } from '#platform/http/app-error.ts'
import { enqueue, type Job, type Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { isFirstRun } from '#platform/mail/mail-attempts.ts'
import { MailRefused } from '#platform/mail/mail-refused.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import { Id } from '#shared/contract.ts'
import { monthOf } from '#shared/dates.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { hasChangedRows } from '../difference.rules.ts'
import { invoiceBasisNumber, invoiceBasisPath, portalInvoiceBasisPath } from '../invoice-bases.rules.ts'
import { listAddressees } from './addressees.queries.ts'
import { INVOICE_BASIS_NOTIFY, invoiceBasisNews } from './change-invoice-basis.queries.ts'
import { invoiceBasisMails, type MailRecipient } from './invoice-basis-mail-texts.ts'
import { invoiceBasisAttachment } from './invoice-basis-pdf.ts'
import { approversToRemind } from './waiting-approvals.queries.ts'

const INVOICE_BASIS_MAIL = 'basis-mail'
const Payload = z.object({ orgId: Id, basisId: Id, what: z.enum(invoiceBasisNews) })
/** Without a user it is for the invoice address, which is read when the mail is sent. */
const MailPayload = Payload.extend({ userId: Id.nullable(), mailId: Id, forCustomer: z.boolean() })

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

/** The logins that get mail; null for the invoice address, which a customer without approvers has. */
async function recipientsOf(db: Db, { orgId, basisId, what }: z.infer<typeof Payload>) {
  const basis = await findInvoiceBasis(db, orgId, basisId)
  if (!basis) return []
  const { approvers, invoiceAddress, sender } = invoiceBasisMails[what]
  const addressees = await listAddressees(db, orgId, basis.customerId)
  const reminded = what === 'reminder' && new Set(await approversToRemind(db, { ...basis, orgId }))
  const ofCustomer = addressees.filter(({ userId }) =>
    userId === null ? invoiceAddress : approvers && (reminded === false || reminded.has(userId)),
  )
  return [
    ...ofCustomer.map(({ userId }) => ({ userId, forCustomer: true })),
    ...(sender && basis.sentBy ? [{ userId: basis.sentBy, forCustomer: false }] : []),
  ]
}

const findInvoiceBasis = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('invoiceBases')
    .innerJoin('organizations', 'organizations.id', 'invoiceBases.orgId')
    .innerJoin('companyFacts', 'companyFacts.orgId', 'invoiceBases.orgId')
    .select(['invoiceBases.id', 'customerId', 'customerName', 'month', 'sentBy', 'netOre', 'totalOre', 'isPrivate'])
    .select(['numberYear', 'number', 'organizations.name as company', 'companyFacts.email as companyEmail'])
    .select(['needsApproval', 'silentApprovalOn', 'difference'])
    .where('invoiceBases.orgId', '=', orgId)
    .where('invoiceBases.id', '=', id)
    .executeTakeFirst()

async function findUser(db: Db, userId: string) {
  return db
    .selectFrom('auth.users as user')
    .leftJoin('profiles', 'profiles.id', 'user.id')
    .leftJoin('customerUsers', 'customerUsers.userId', 'user.id')
    .select('email')
    .select((eb) => eb.fn.coalesce('profiles.fullName', 'customerUsers.fullName').as('name'))
    .where('user.id', '=', userId)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
}

async function findInvoiceAddress(db: Db, orgId: string, customerId: string) {
  return (await listAddressees(db, orgId, customerId)).find(({ userId }) => userId === null)
}

async function send({ database, mailer, appUrl, threads }: Parts, payload: unknown, job?: Job) {
  const { orgId, basisId, what, userId, mailId, forCustomer } = MailPayload.parse(payload)
  const found = await database.as('jobs', async (db) => {
    const basis = await findInvoiceBasis(db, orgId, basisId)
    if (!basis) return undefined
    const to = await (userId === null ? findInvoiceAddress(db, orgId, basis.customerId) : findUser(db, userId))
    return to && { basis, to }
  })
  if (!found) return
  const { basis, to } = found
  const recipient: MailRecipient = userId === null ? 'invoiceAddress' : forCustomer ? 'approvers' : 'sender'
  const mail = invoiceBasisMails[what][recipient]
  if (!mail) throw new Error('Recipients of this kind get no mail about this change')
  const isSent = what === 'sent' || what === 'sent-again'
  const attachments = isSent && forCustomer ? await attachmentsOf(database, basisId) : []
  const { subject, text } = mail({ ...valuesOf(basis), isAttached: attachments.length > 0 })
  const company = onOneLine(basis.company)
  const link = linkFor(recipient, appUrl, basisId)
  const event = what === 'sent-again' ? `${what} ${mailId}` : what
  const sending = mailer.send(
    {
      orgId,
      to: to.email,
      subject: `${subject} – ${company}`,
      text: mailText({ to: to.name }, text, ...(link === undefined ? [] : [link]), company),
      messageId:
        isSent || what === 'reminder'
          ? threads.messageIdOf({ about: 'basis', id: basisId }, { event, to: to.email })
          : `<basis-${mailId}@${new URL(appUrl).hostname}>`,
      ...(recipient === 'invoiceAddress' && basis.companyEmail !== null && { replyTo: basis.companyEmail }),
      attachments,
    },
    job,
  )
  try {
    const outcome = await sending
    const hasLeft = outcome === 'sent' || outcome === undefined
    if (isSent && forCustomer && hasLeft)
      await database.as('jobs', (db) => noteTold(db, { orgId, basisId, address: to.email }))
  } catch (error) {
    if (!isSent || !isRefusedRecipient(error)) throw error
    // As a mail that comes back: trying again needs another address.
    await database.as('jobs', (db) => noteUndeliveredBasis(db, { orgId, basisId, address: to.email }))
  }
}

function linkFor(recipient: MailRecipient, appUrl: string, basisId: string): string | undefined {
  switch (recipient) {
    case 'approvers':
      return appUrl + portalInvoiceBasisPath(basisId)
    case 'sender':
      return appUrl + invoiceBasisPath(basisId)
    case 'invoiceAddress':
      return undefined
  }
}

/** The mail server says for good that the recipient does not exist. */
const isRefusedRecipient = (error: unknown) =>
  error instanceof MailRefused &&
  error.code === 'EENVELOPE' &&
  error.command !== 'MAIL FROM' &&
  (error.responseCode ?? 0) >= 500

/** The PDF; none of a basis that is too large for one. */
async function attachmentsOf(database: Database, basisId: string): Promise<NonNullable<Mail['attachments']>> {
  try {
    const { filename, content } = await invoiceBasisAttachment(database, basisId)
    return [{ filename, contentType: 'application/pdf', open: () => Readable.from([content]) }]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findInvoiceBasis>>>

const valuesOf = ({ month, customerName, netOre, totalOre, isPrivate, numberYear, number, ...basis }: Found) => ({
  month: formatMonth(monthOf(month)),
  customer: onOneLine(customerName),
  amount: isPrivate ? `${formatKronor(totalOre)} med moms` : `${formatKronor(netOre)} utan moms`,
  number: invoiceBasisNumber(numberYear, number) ?? '',
  needsApproval: basis.needsApproval,
  silentOn: basis.silentApprovalOn,
  hasChangedRows: basis.difference === null || hasChangedRows(basis.difference),
})

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

/** Records that the mail about a sent basis has left, so that silence counts as an answer to it. */
const noteTold = (db: Db, { orgId, basisId, address }: { orgId: string; basisId: string; address: string }) =>
  db
    .updateTable('invoiceBases')
    .set({ toldTo: sql<string[]>`array_append(told_to, ${address})` })
    .where('orgId', '=', orgId)
    .where('id', '=', basisId)
    .where('state', '=', 'sent')
    .where(sql<boolean>`not ${address} = any(told_to)`)
    .execute()

/** The addresses that the basis goes to now. For the role `jobs`. */
export async function listBasisAddresses(db: Db, orgId: string, basisId: string): Promise<string[]> {
  const basis = await findInvoiceBasis(db, orgId, basisId)
  if (!basis) return []
  return (await listAddressees(db, orgId, basis.customerId)).map(({ email }) => email)
}
