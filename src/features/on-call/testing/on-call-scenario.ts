// A company that is closed at all hours, with three of staff of whom two have jour, and a customer with a login.
import { inboxTasks } from '#features/inbox/server/tasks.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { ticketTasks } from '#features/tickets/server/tasks.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { addDays } from '#shared/dates.rules.ts'
import { until } from '#shared/testing/until.ts'
import { type Person, startHarness } from '#tests/harness/harness.ts'
import { startMailJobs } from '#tests/harness/mail-jobs.ts'
import { onCallDay } from '../on-call.rules.ts'
import { onCallTasks } from '../server/tasks.ts'

export type OnCallHarness = Awaited<ReturnType<typeof startOnCallHarness>>
export type OnCallScenario = Awaited<ReturnType<OnCallHarness['aScenario']>>

const CLOSED = ['Måndag', 'Tisdag', 'Onsdag', 'Torsdag', 'Fredag', 'Lördag', 'Söndag']
  .map((day) => `${day}: stängt`)
  .join('\n')

export async function startOnCallHarness() {
  const h = await startHarness()
  const jobs = await startMailJobs(h, (parts) => ({
    ...ticketTasks(parts),
    ...inboxTasks(parts),
    ...onCallTasks(parts),
  }))
  const q = async (query: string, ...values: unknown[]) => (await h.test.superuser.query(query, values)).rows
  /** Waits until every job has been tried. */
  const settled = () =>
    until(async () => {
      if ((await q(`select from ${queuedJobs} where last_error is null`)).length > 0) throw new Error('jobs are queued')
    })

  async function aScenario() {
    const { id: orgId } = await h.anOrganization('Nordnät AB')
    await q('update company_facts set day_hours = $2 where org_id = $1', orgId, CLOSED)
    const anna = await h.aTechnician({ orgId, fullName: 'Anna Berg' })
    const bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
    const cia = await h.anAdmin({ orgId, fullName: 'Cia Dahl' })
    const customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
    const kim = await h.aPortalUser(customer)
    await q('select start_ticket_numbers($1)', orgId)

    const fill = async (days: string[], people: Person[]) => {
      for (const day of days) {
        await q('delete from on_call_days where org_id = $1 and day = $2', orgId, day)
        for (const [index, { userId }] of people.entries())
          await q('insert into on_call_days values ($1, $2, $3, $4)', orgId, day, index + 1, userId)
      }
    }
    const today = onCallDay(new Date())
    await fill([today, addDays(today, 1)], [anna, bo])

    /** A login reports something urgent. Returns the ticket's id. */
    const report = async (priority: 'urgent' | 'normal' = 'urgent') => {
      const body = { title: 'Kassan står still', description: 'Inget går att betala.', priority }
      return (await h.as(kim).call(portal.create, { body })).id
    }
    /** The public form. Returns the enquiry's id. */
    const submit = (fields: { email?: string; isSuspect?: boolean; isUrgent?: boolean } = {}) =>
      anEnquiry(h, { orgId, kind: 'support', isUrgent: true, ...fields })
    const alarm = async () => (await q('select * from on_call_alarms where org_id = $1', orgId))[0]
    /** The steps so far, each with the first names of those that it reached. */
    const steps = async () => {
      const rows = await q(
        `select step, string_agg(split_part(full_name, ' ', 1), ' ' order by full_name) as names
         from on_call_alarm_steps join profiles on profiles.id = user_id where on_call_alarm_steps.org_id = $1
         group by step order by step`,
        orgId,
      )
      return rows.map(({ names }) => String(names))
    }
    return { orgId, anna, bo, cia, customer, kim, today, fill, report, submit, alarm, steps }
  }

  return {
    h,
    q,
    settled,
    aScenario,
    mails: jobs.mails,
    /** The first names of those who got mail of an alarm, sorted. */
    alarmed: async (...people: (Person & { fullName: string })[]) => {
      await settled()
      const mails = jobs.mails.filter(({ subject }) => subject.startsWith('Jour:'))
      return mails
        .flatMap(({ to }) => to)
        .flatMap((email) => people.filter((person) => person.email === email))
        .map(({ fullName }) => fullName.split(' ')[0] ?? '')
        .toSorted()
    },
    stop: async () => {
      await jobs.stop()
      await h.stop()
    },
  }
}
