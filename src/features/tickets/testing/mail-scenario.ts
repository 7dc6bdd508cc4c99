// A server that sends mail by a real SMTP server, and a ticket to send mail about.
import { expect } from 'vitest'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { until } from '#shared/testing/until.ts'
import { type Person, startHarness } from '#tests/harness/harness.ts'
import { startMailJobs } from '#tests/harness/mail-jobs.ts'
import { settleAnswers } from '../server/answer-clock.queries.ts'
import { notifyOfComment, notifyOfStatus, notifyOfTicket } from '../server/notifications.queries.ts'
import { ticketTasks } from '../server/tasks.ts'
import type { TicketStatus } from '../tickets.contract.ts'

export type MailHarness = Awaited<ReturnType<typeof startMailHarness>>
export type MailScenario = Awaited<ReturnType<MailHarness['aScenario']>>

export async function startMailHarness() {
  const h = await startHarness()
  const log: string[] = []
  const { mails, ...jobs } = await startMailJobs(h, ticketTasks, {
    warn: (text) => log.push(text),
    log: (message, meta) => void log.push(`${message} ${JSON.stringify(meta)}`),
  })

  const q = (query: string, ...values: unknown[]) => h.test.superuser.query(query, values)
  const as = <T>(person: Person, work: (db: Db) => Promise<T>) =>
    h.database.asActor(
      person.sessionId,
      () => undefined,
      (db) => work(db),
    )
  /** Waits until every job has been tried. */
  const settled = () =>
    until(async () => {
      const { rowCount } = await q(`select from ${queuedJobs} where last_error is null`)
      expect(rowCount).toBe(0)
    })

  /** A company with two members of staff, a customer with two logins, and the customer's unassigned ticket. */
  async function aScenario({ title = 'WiFi nere' } = {}) {
    const { id: orgId } = await h.anOrganization('Nordnät AB')
    const anna = await h.aTechnician({ orgId, fullName: 'Anna Berg' })
    const bo = await h.anAdmin({ orgId, fullName: 'Bo Ek' })
    const customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
    const kim = await h.aPortalUser(customer)
    const lo = await h.aPortalUser(customer)
    await q('update customer_users set full_name = $1 where user_id = $2', 'Kim Lund', kim.userId)
    const ticketId = uuidv7()
    const ticket = { orgId, id: ticketId, ticketNumber: 1001, customerId: customer.id, createdBy: kim.userId }
    const texts = { title, description: 'Ingen kontakt sedan i morse.', priority: 'urgent' as const }
    await as(kim, async (db) => {
      await db
        .insertInto('tickets')
        .values({ ...ticket, ...texts })
        .execute()
      await settleAnswers(db)
    })

    const insertComment = async (db: Db, row: { id: string; userId: string; comment: string; isInternal: boolean }) => {
      await db
        .insertInto('ticketComments')
        .values({ ...row, orgId, customerId: customer.id, ticketId })
        .execute()
      await settleAnswers(db)
    }

    /** Adds a comment and enqueues its mail in the same transaction. */
    async function comment(by: Person, text = 'Vi tittar på det.', isInternal = false) {
      const id = uuidv7()
      await as(by, async (db) => {
        await insertComment(db, { id, userId: by.userId, comment: text, isInternal })
        await notifyOfComment(db, { orgId, commentId: id, isSolution: false })
      })
      return id
    }
    const changeStatus = (by: Person, status: TicketStatus) =>
      as(by, async (db) => {
        await db.updateTable('tickets').set({ status }).where('id', '=', ticketId).execute()
        await settleAnswers(db)
        await notifyOfStatus(db, { orgId, ticketId, changedBy: by.userId })
      })
    const mailTicket = (by: Person = kim) => as(by, (db) => notifyOfTicket(db, { orgId, ticketId }))
    const assign = ({ userId }: Person) => q('update tickets set assigned_to = $1 where id = $2', userId, ticketId)
    return { orgId, anna, bo, customer, kim, lo, ticketId, insertComment, comment, changeStatus, mailTicket, assign }
  }

  return {
    h,
    mails,
    log,
    q,
    as,
    settled,
    aScenario,
    enable: ({ userId }: Person) => q('update auth.users set disabled_at = null where id = $1', userId),
    disable: ({ userId }: Person) => q('update auth.users set disabled_at = now() where id = $1', userId),
    /** The addresses that got mail, sorted. */
    recipients: async () => {
      await settled()
      return mails.flatMap(({ to }) => to).sort()
    },
    stop: async () => {
      await jobs.stop()
      await h.stop()
    },
  }
}

export const emails = (...people: Person[]) => people.map(({ email }) => email).sort()
