import { addDays, latestMonths, spanOfMonth } from '#shared/dates.rules.ts'
import type { ReportRow, ReportWithSums } from './reports.contract.ts'

/** The address of a report. */
export const reportPath = (id: string): string => `/backoffice/reports?report=${id}`

/** The name of the CSV file. */
export const reportFileName = ({ periodFrom, periodTo }: { periodFrom: string; periodTo: string }): string =>
  `tidrapport_${periodFrom}_${periodTo}.csv`

export const reportPdfName = (report: { periodFrom: string; periodTo: string }): string =>
  reportFileName(report).replace(/csv$/, 'pdf')

type Period = { from: string; to: string }

/** The calendar month a number of months before a date; 0 is the date's month. */
export function monthBack(today: string, months: number): Period {
  const month = latestMonths(today, months + 1).at(-1) ?? ''
  const { from, before } = spanOfMonth(month)
  return { from, to: addDays(before, -1) }
}

/** The period for display: '2026-11-01 – 2026-11-30'. */
export const periodOf = ({ periodFrom, periodTo }: { periodFrom: string; periodTo: string }) =>
  `${periodFrom} – ${periodTo}`

/** The customer's name, if all rows have the same customer. */
export const onlyCustomerOf = ({ customerName, customers }: Pick<ReportWithSums, 'customerName' | 'customers'>) =>
  customerName ?? (customers.length === 1 ? customers[0]?.name : undefined)

export type TechnicianSum = { name: string; rows: number; minutes: number }

/** The sums of each technician, by name. */
export function sumsByTechnician(rows: Iterable<Pick<ReportRow, 'technician' | 'minutes'>>): TechnicianSum[] {
  const sums = new Map<string, TechnicianSum>()
  for (const { technician, minutes } of rows) {
    const sum = sums.get(technician) ?? { name: technician, rows: 0, minutes: 0 }
    sums.set(technician, { ...sum, rows: sum.rows + 1, minutes: sum.minutes + minutes })
  }
  return [...sums.values()].sort((a, b) => a.name.localeCompare(b.name, 'sv'))
}

/** The description after its ticket number: '#1042 Bytt switch'. */
export const workOf = ({ ticketNumber, description }: Pick<ReportRow, 'ticketNumber' | 'description'>): string | null =>
  [ticketNumber !== null && `#${ticketNumber}`, description].filter(Boolean).join(' ') || null
