// Tables of time and expenses (platform/database/schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'
import type { Ore } from '#shared/money.rules.ts'
import type { ExpenseKind } from './expenses.contract.ts'
import type { TimeKind } from './time.contract.ts'

type Clocks = {
  userId: string
  orgId: string
  id: string
  customerId: string | null
  ticketId: string | null
  startedAt: GeneratedAlways<string>
  stoppedAt: string | null
  confirmedAt: string | null
}

type TimeEntries = {
  orgId: string
  id: string
  userId: string
  customerId: string
  /** A ticket of the same customer. */
  ticketId: string | null
  kind: Generated<TimeKind>
  workDate: string
  timeFrom: string
  timeTo: string
  isPlaced: Generated<boolean>
  /** For times in the hour that is repeated in autumn: whether it is the first occurrence, in summer time. */
  fromIsFirst: Generated<boolean>
  toIsFirst: Generated<boolean>
  isRut: Generated<boolean>
  /** Why the customer does not pay for the row; null when it does. */
  unbilledReason: Generated<string | null>
  /** Set by the database: elapsed minutes in Europe/Stockholm. */
  minutes: GeneratedAlways<number>
  description: string | null
  notes: string | null
  createdBy: string
  reported: Generated<boolean>
  reportedAt: string | null
  /** The last report that marked it; remains when the row is re-activated. */
  reportId: string | null
  deletedAt: string | null
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

type Expenses = {
  orgId: string
  id: string
  customerId: string
  /** A ticket of the same customer. */
  ticketId: string | null
  userId: string
  workDate: string
  kind: ExpenseKind
  article: string
  /** Of the register of articles. */
  articleId: string | null
  /** Exact: '12.50'. */
  quantity: string
  unit: string
  /** Per unit, without VAT. */
  priceOre: Ore | null
  /** As of time. */
  unbilledReason: Generated<string | null>
  description: string | null
  createdBy: string
  deletedAt: string | null
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

type OpenTimeSums = { orgId: string; customerId: string; entries: number; minutes: number }

type CustomerTimeSums = OpenTimeSums

type ReportedTimeSums = { orgId: string; year: number; entries: number; minutes: number }

type DailyTimeSums = { orgId: string; workDate: string; userId: string; entries: number; minutes: number }

/** `month`: its first day. */
type ExpenseSums = {
  orgId: string
  month: string
  userId: string
  entries: number
  ore: number
  unpriced: number
  hundredthsOfKm: number
}

declare module '#platform/database/schema.ts' {
  interface Schema {
    clocks: Clocks
    timeEntries: TimeEntries
    expenses: Expenses
    expenseSums: ExpenseSums
    openTimeSums: OpenTimeSums
    customerTimeSums: CustomerTimeSums
    reportedTimeSums: ReportedTimeSums
    dailyTimeSums: DailyTimeSums
  }
}
