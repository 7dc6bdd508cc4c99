import { z } from 'zod'
import { CustomerName } from '#customers/customers.contract.ts'
import { get } from '#lib/contract.ts'

export const TOP_CUSTOMERS = 5
export const CHART_WEEKS = 12

export const Dashboard = z.object({
  /** All time entries of the organization. */
  unreported: z.object({ rows: z.int(), minutes: z.int() }),
  /** Reported or not, by work date. */
  currentMonth: z.object({ month: z.string(), minutes: z.int() }),
  /** Archived customers are not counted. */
  customers: z.int(),
  topCustomers: z.array(z.object({ customer: CustomerName, minutes: z.int() })),
  /** ISO weeks named by their Monday, oldest first, the current one last. */
  weeks: z.array(z.object({ monday: z.iso.date(), minutes: z.int() })),
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboard = {
  get: get('/api/dashboard', { allow: 'staff', summary: 'Hours, customers and the last weeks', returns: Dashboard }),
}
