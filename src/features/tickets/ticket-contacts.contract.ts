// The customer's people who are involved in a ticket, for staff only.
import { z } from 'zod'
import { get, Id, IdParams, requiredId } from '#shared/contract.ts'

/** How many contacts may get copies of a ticket. */
export const TICKET_COPIES_MAX = 20
export const CONTACT_OF_OTHER_CUSTOMER = 'Personen är inte en kontakt hos kunden. Välj någon annan.'

/** A contact of the ticket's customer, or '' for nobody. */
export const Reporter = z.union([requiredId('Välj en anmälare'), z.literal('')], 'Välj en anmälare').nullable()
/** The contacts that get copies of a ticket. */
export const Copies = z
  .array(requiredId('Välj en kontakt'))
  .max(TICKET_COPIES_MAX, `Högst ${TICKET_COPIES_MAX} kan få kopia`)
  .transform((ids) => [...new Set(ids)])

export const ContactName = z.object({ id: Id, name: z.string() })
export type ContactName = z.infer<typeof ContactName>

/** Whom to call or write to: the contact who reported it, the sender of the enquiry, the login that opened the ticket, or the customer. */
export const TicketContact = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the customer's side reported it; otherwise staff registered it. */
  hasReported: z.boolean(),
})
export type TicketContact = z.infer<typeof TicketContact>

/** A recipient of the mail with an answer to a ticket; the customer's own address has no name. */
const AnswerRecipient = z.object({ name: z.string().nullable(), email: z.string() })
export type AnswerRecipient = z.infer<typeof AnswerRecipient>

export const recipients = get('/api/tickets/:id/recipients', {
  allow: 'staff',
  keyScope: 'read',
  summary:
    'Who at the customer gets a mail with an answer written now, or about a visit planned now, the reporter first',
  params: IdParams,
  query: z.strictObject({ about: z.enum(['comment', 'visit']).default('comment') }),
  returns: z.array(AnswerRecipient),
})
