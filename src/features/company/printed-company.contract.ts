import { z } from 'zod'
import { get } from '#shared/contract.ts'

/** The company in the header and footer of a printout; null fields are left out. */
export const PrintedCompany = z.object({
  name: z.string(),
  orgNumber: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
})
export type PrintedCompany = z.infer<typeof PrintedCompany>

export const printedCompany = {
  get: get('/api/reports/company', {
    allow: 'staff',
    summary: 'The company as shown on a printed report',
    returns: PrintedCompany,
  }),
}
