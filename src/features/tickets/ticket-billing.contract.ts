// To whom the work on a ticket is invoiced (docs/decisions/126).
import { z } from 'zod'
import { RecipientChoice } from '#features/customers/recipients.contract.ts'
import { requiredId } from '#shared/contract.ts'
import { sanitizedLine } from '#shared/text.rules.ts'

export const TICKET_ORDER_NUMBER_MAX = 50

/** Fields of a ticket. */
export const ticketBilling = {
  /** Null: the customer's first. */
  invoiceRecipient: RecipientChoice.nullable(),
  /** Null: the customer's. */
  orderNumber: z.string().nullable(),
}

/** Fields of a change; those that are omitted stay, '' or null takes the recipient or the number off. */
export const changedBilling = {
  invoiceRecipientId: z
    .union([requiredId('Välj en fakturamottagare'), z.literal('')], 'Välj en fakturamottagare')
    .nullish()
    .transform((id) => (id === undefined ? undefined : id || null)),
  orderNumber: z
    .string('Ogiltigt värde')
    .overwrite(sanitizedLine)
    .max(TICKET_ORDER_NUMBER_MAX, `Får max vara ${TICKET_ORDER_NUMBER_MAX} tecken`)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null)),
}

/** What can be chosen; null for a customer with one recipient at most, and without order numbers. */
export const TicketBillingChoice = z.object({
  /** Those that are not archived; the first is the default. */
  recipients: z.array(RecipientChoice),
})
export type TicketBillingChoice = z.infer<typeof TicketBillingChoice>
