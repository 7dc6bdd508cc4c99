// The rows of an invoice basis.
import { z } from 'zod'

export const invoiceBasisSources = ['time', 'expense', 'pot'] as const
const InvoiceBasisSource = z.enum(invoiceBasisSources)
export type InvoiceBasisSource = z.infer<typeof InvoiceBasisSource>

/** A row as it was when the invoice basis was created; never with an internal note. */
export const InvoiceBasisRow = z.object({
  position: z.int(),
  source: InvoiceBasisSource,
  workDate: z.iso.date(),
  /** Null for time without clock times, and for travel and material. */
  timeFrom: z.string().nullable(),
  timeTo: z.string().nullable(),
  fromIsFirst: z.boolean(),
  toIsFirst: z.boolean(),
  kind: z.string(),
  technician: z.string().nullable(),
  description: z.string().nullable(),
  ticketNumber: z.int().nullable(),
  minutes: z.int(),
  chargedMinutes: z.int(),
  afterHoursMinutes: z.int(),
  /** Why it is shown at 0 kr; null for what is billed. */
  unbilledReason: z.string().nullable(),
  /** Positions of its lines. */
  lines: z.array(z.int()),
})
export type InvoiceBasisRow = z.infer<typeof InvoiceBasisRow>
