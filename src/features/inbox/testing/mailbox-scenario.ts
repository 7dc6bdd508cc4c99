// A company with a mailbox, a customer with a login, and factories of contacts, tickets and mails.
import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { storeSentMail } from '#platform/mail/sent-mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import type { Harness } from '#tests/harness/harness.ts'
import type { PlacedMail } from '../server/mail-records.queries.ts'
import type { AddableField } from '../server/reading/authenticate-sender.ts'
import { type ExaminedMail, markUnsigned } from '../server/reading/examine-here.ts'
import { parseMail } from '../server/reading/parse-mail.ts'
import { receiveMail } from '../server/receive-mail.ts'

export type MailboxScenario = Awaited<ReturnType<typeof aMailboxScenario>>

/** The same key and limit as the harness uses for the forms. */
export const receiptsOfTests = { key: Buffer.alloc(32, 7), perDay: 200 }

type Written = {
  from: string
  subject?: string
  text?: string
  headers?: readonly string[]
  authentication?: SenderAuthentication
}

export async function aMailboxScenario(h: Harness) {
  const q = async (sql: string, ...values: unknown[]) => (await h.test.superuser.query(sql, values)).rows
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  await q('select start_ticket_numbers($1)', orgId)
  const anna = await h.aTechnician({ orgId, fullName: 'Anna Berg' })
  const admin = await h.anAdmin({ orgId, fullName: 'Bo Ek' })
  const customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
  const kim = await h.aPortalUser(customer)
  await q('insert into vault_keys (id) values ($1) on conflict do nothing', 'key-of-tests')
  const mailboxId = uuidv7()
  await q(
    `insert into mailboxes (org_id, id, address, host, port, tls, login, secret, key_id)
     values ($1, $2, 'support@nordnat.example', '127.0.0.1', 143, 'none', 'support', 'x', 'key-of-tests')`,
    ...[orgId, mailboxId],
  )
  const [{ createdAt }] = (await q(
    `select created_at::text as "createdAt" from mailboxes where id = $1`,
    mailboxId,
  )) as [{ createdAt: string }]
  const mailbox = { orgId, id: mailboxId, opensTickets: true, createdAt }

  async function aContact(email: string, of = customer) {
    const id = uuidv7()
    await q(
      'insert into contacts (org_id, customer_id, id, name, email) values ($1, $2, $3, $4, $5)',
      ...[orgId, of.id, id, `Kontakt ${email}`, email],
    )
    return id
  }

  async function aTicket(reportedBy: string | null = null) {
    const id = uuidv7()
    const [row] = await q(
      `insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by, reported_by)
       values ($1, $2, nextval(ticket_sequence($1)::regclass), $3, 'WiFi nere', 'Ingen kontakt.', $4, $5)
       returning ticket_number`,
      ...[orgId, id, customer.id, anna.userId, reportedBy],
    )
    const thread = { about: 'ticket', id } as const
    const sent = (to: string) => threadsOfTests.messageIdOf(thread, { event: 'comment-1', to })
    /** The Message-ID of a sent mail with this text. */
    const sentWith = async (to: string, text: string) => {
      const messageId = sent(to)
      await h.database.as('jobs', (db) => storeSentMail(db, { orgId, messageId, thread, subject: 'WiFi nere', text }))
      return messageId
    }
    return { id, number: row.ticket_number as number, sent, sentWith }
  }

  let uid = 0
  const aMail = ({ from, subject = 'Hej', text = 'Nu blinkar det.', headers = [] }: Written) =>
    Buffer.from(
      [
        ...[
          `From: ${from}`,
          'To: support@nordnat.example',
          `Subject: ${subject}`,
          `Message-ID: <${uuidv7()}@x.example>`,
        ],
        ...['Content-Type: text/plain; charset=utf-8', ...headers],
        ...['', text, ''],
      ].join('\r\n'),
    )
  const examine = async (
    raw: Uint8Array,
    authentication: SenderAuthentication,
    unsigned: AddableField[],
  ): Promise<ExaminedMail> => {
    const mail = markUnsigned(await parseMail(raw), unsigned)
    return { mail, authentication: mail.from ? authentication : 'none' }
  }
  async function arrive(
    raw: Uint8Array,
    {
      authentication = 'dkim' as SenderAuthentication,
      unsigned = [] as AddableField[],
      placed = {} as Partial<PlacedMail>,
      to = mailbox,
      checksFiles = false,
    } = {},
  ) {
    uid++
    const place = { uidValidity: 1, uid, receivedAt: new Date(), isOld: false, raw, ...placed }
    const parts = { database: h.database, threads: threadsOfTests, checksFiles, receipts: receiptsOfTests }
    return receiveMail(parts, to, place, await examine(raw, authentication, unsigned))
  }
  const write = ({ authentication = 'dkim', ...written }: Written, placed: Partial<PlacedMail> = {}) =>
    arrive(aMail(written), { authentication, placed })
  const jobs = async () => await q(`select task, payload from ${queuedJobs}`)
  return { q, orgId, anna, admin, customer, kim, mailbox, aContact, aTicket, aMail, arrive, write, jobs }
}
