// Which minutes of a customer's rows are charged: rounded up, and at least the smallest charge.
import type { OpeningCalendar } from '#features/company/working-time.rules.ts'
import type { TimeKind } from '#features/time/time.contract.ts'
import { type Part, partsBy, type WorkTime } from '#features/time/work-parts.rules.ts'
import type { InvoicedTo } from './invoice-lines.rules.ts'
import type { Terms } from './terms.rules.ts'

export type Work = WorkTime &
  InvoicedTo & {
    id: string
    ticketId: string | null
    kind: TimeKind
    /** Applies only to work on site for a private customer. */
    isRut: boolean
    /** Why the row is shown at 0 kr and draws nothing; null for what is billed. */
    unbilledReason: string | null
    /** Priced after rows of its month with a lower one. */
    rank?: number
  }

export type WorkWithTerms = { work: Work; terms: Terms }
type ChargedPart = Part & { charged: number }
export type ChargedWork = WorkWithTerms & { parts: ChargedPart[] }

/** Worked minutes rounded up to the unit of the terms, and at least their smallest charge. */
function chargedMinutes(minutes: number, { roundTo, smallestMinutes }: Terms): number {
  const over = roundTo === 0 ? 0 : minutes % roundTo
  return Math.max(over === 0 ? minutes : minutes - over + roundTo, smallestMinutes)
}

type Placed = ChargedWork & { starts: number; ends: number }

/**
 * Sorts the rows in the order in which they were worked, those of later ranks last. Minutes that rounding adds go to the part that ends last. Rows of one
 * ticket and day are rounded together when the terms say so; a row without a ticket is always rounded alone.
 */
export function chargedWork(rows: readonly WorkWithTerms[], calendar: OpeningCalendar): ChargedWork[] {
  const split = partsBy(calendar)
  const placed = rows
    .map(({ work, terms }): Placed => {
      const { starts, ends, parts } = split(work)
      return { work, terms, starts, ends, parts: parts.map((part) => ({ ...part, charged: part.minutes })) }
    })
    .sort(inTimeOrder)
  for (const group of roundedTogether(placed)) addMinutes(group)
  return placed.map(({ work, terms, parts }) => ({ work, terms, parts }))
}

const inTimeOrder = (one: Placed, other: Placed) =>
  (one.work.rank ?? 0) - (other.work.rank ?? 0) ||
  compare(one.work.workDate, other.work.workDate) ||
  one.starts - other.starts ||
  compare(one.work.id, other.work.id)

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const roundedTogether = (placed: Placed[]) =>
  Map.groupBy(placed, ({ work, terms }) =>
    terms.roundBy === 'ticket' && work.ticketId ? `${work.workDate} ${work.ticketId}` : work.id,
  ).values()

function addMinutes(group: Placed[]) {
  const last = group.reduce((latest, one) => (one.ends >= latest.ends ? one : latest))
  const real = group.reduce((sum, { work }) => sum + work.minutes, 0)
  const part = last.parts.at(-1)
  if (part) part.charged += chargedMinutes(real, last.terms) - real
}
