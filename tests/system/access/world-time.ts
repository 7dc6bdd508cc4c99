import { reports } from '#features/reports/reports.contract.ts'
import { clocks } from '#features/time/clock.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import type { Put } from './world.ts'

type Scope = { customer: string; staff: Person }

/** A reported, an active and a removed time entry, with their reports, and a running clock. */
export async function fillTime(h: Harness, put: Put, { orgId, customer, staff }: Scope & { orgId: string }) {
  const { call } = h.as(staff)
  const work = async (workDate: string) => {
    const texts = { description: put('Arbete', 'staff'), notes: put('Minne', 'staff') }
    const body = { customerId: customer, workDate, timeFrom: '08:00', timeTo: '09:00', ...texts }
    return (await call(time.create, { body })).id
  }
  const report = async () =>
    (await call(reports.generate, { body: { customerId: customer, from: '2026-11-01', to: '2026-11-30' } })).id
  const reportedTime = await work('2026-11-02')
  await call(reports.mark, { params: { id: await report() } })
  const active = await work('2026-11-03')
  const removedTime = (
    await call(time.create, {
      body: { customerId: customer, workDate: '2026-11-04', timeFrom: '08:00', timeTo: '09:00' },
    })
  ).id
  await call(time.remove, { params: { id: removedTime } })
  // Of a user who is not an actor, because every actor may start a clock of its own.
  const { call: callOther } = h.as(await h.aTechnician({ orgId }))
  const clock = (await callOther(clocks.start, { body: { customerId: customer } })).id
  return { reportedTime, time: active, removedTime, clock, report: await report() }
}

export async function fillExpenses(h: Harness, put: Put, { customer, staff }: Scope) {
  const enter = async (texts: { article: string; description: string }) => {
    const body = { ...texts, customerId: customer, workDate: '2026-11-03', kind: 'travel' as const }
    return (
      await h.as(staff).call(expenses.create, { body: { ...body, hundredths: 1200, unit: 'km', priceOre: 2500 } })
    ).id
  }
  // Only the technician and administrators can restore it and see its texts.
  const removedExpense = await enter({ article: 'Resa', description: 'x' })
  await h.as(staff).call(expenses.remove, { params: { id: removedExpense } })
  const expense = await enter({ article: put('Artikel', 'staff'), description: put('Resan', 'staff') })
  return { expense, removedExpense }
}
