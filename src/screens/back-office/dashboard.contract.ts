import { z } from 'zod'
import { HoursLeft } from '#features/billing/hours-left.contract.ts'
import { CustomerName } from '#features/customers/customers.contract.ts'
import { AllAnswers } from '#features/tickets/kept-answers.contract.ts'
import { UnloggedTickets } from '#features/tickets/ticket-counts.contract.ts'
import { DayVisit } from '#features/tickets/visits.contract.ts'
import { ToDoRow } from '#screens/ticket/to-do.contract.ts'
import { Amount, get, Id } from '#shared/contract.ts'

export const TO_DO_SHOWN = 8
export const TOP_CUSTOMERS = 5
export const CHART_WEEKS = 12
/** How many charges whose binding ends soon are listed. */
export const ENDING_BINDINGS_SHOWN = 8
/** How many customers with prepaid or included hours running out are listed. */
export const RUNNING_OUT_SHOWN = 8

const Day = z.object({ date: z.iso.date(), minutes: z.int(), expectedMinutes: z.int() })

/** The actor's own time: each day of this week from Monday, and the total of last week. */
export const OwnWeek = z.object({
  days: z.array(Day),
  lastWeek: z.object({ minutes: z.int(), expectedMinutes: z.int() }),
})
export type OwnWeek = z.infer<typeof OwnWeek>

/** Invoice bases: how many, their sum without VAT, and their months; null if there are none. */
const InvoiceBasesLeft = z.object({ count: z.int(), netOre: Amount, months: z.array(z.string()) }).nullable()
export type InvoiceBasesLeft = z.infer<typeof InvoiceBasesLeft>

/** Hours of which most or all are used, prepaid hours before included ones; `total` counts also those not listed. */
const RunningOut = z.object({
  rows: z
    .array(z.object({ customer: z.object({ id: Id, name: z.string() }), hours: HoursLeft }))
    .max(RUNNING_OUT_SHOWN),
  total: z.int(),
})
export type RunningOut = z.infer<typeof RunningOut>

/**
 * Charges whose binding ends within BINDING_ENDS_WITHIN_DAYS, the soonest first; `total` counts also those not listed.
 * Their fields are written out, as the contract of charges is large and this one opens the back office.
 */
const EndingBindings = z.object({
  rows: z
    .array(
      z.object({
        id: Id,
        name: z.string(),
        noticeMonths: z.int(),
        customer: z.object({ id: Id, name: z.string() }),
        bindingUntil: z.iso.date(),
      }),
    )
    .max(ENDING_BINDINGS_SHOWN),
  total: z.int(),
})
export type EndingBindings = z.infer<typeof EndingBindings>

export const Dashboard = z.object({
  /** The first rows of 'Att göra'. */
  toDo: z.array(ToDoRow).max(TO_DO_SHOWN),
  unlogged: UnloggedTickets,
  week: OwnWeek,
  /** The actor's planned visits of today and the days after it, VISIT_DAYS_MAX together, first the next. */
  visits: z.array(DayVisit),
  /** All time entries of the organization. */
  unreported: z.object({ rows: z.int(), minutes: z.int() }),
  /** Reported and unreported, by work date. */
  currentMonth: z.object({ month: z.string(), minutes: z.int() }),
  /** Archived customers are not counted. */
  customers: z.int(),
  topCustomers: z.array(z.object({ customer: CustomerName, minutes: z.int() })),
  /** ISO weeks named by their Monday, oldest first, the current one last. */
  weeks: z.array(z.object({ monday: z.iso.date(), minutes: z.int() })),
  bases: z.object({
    /** Sent to the customer and not yet approved. */
    waiting: InvoiceBasesLeft,
    /** Nothing remains but to report the rows. */
    ready: InvoiceBasesLeft,
  }),
  runningOut: RunningOut,
  endingBindings: EndingBindings,
  answers: AllAnswers,
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboard = {
  get: get('/api/dashboard', {
    allow: 'staff',
    summary: 'What to do now, the own week, hours, customers and the last weeks',
    returns: Dashboard,
  }),
}
