// A mail in Inkorg: why it is there, and what staff can do with it.
import { z } from 'zod'
import { Contact } from '#features/customers/contacts.contract.ts'
import { CustomerName } from '#features/customers/customers.contract.ts'
import { get, Id, IdParams, post, requiredId } from '#shared/contract.ts'
import { InboxReason } from './mailboxes.contract.ts'
import { SenderRule } from './sender-rules.contract.ts'

export const MAIL_NOT_FOUND = 'Mejlet finns inte'
export const MAIL_NAMES_NO_TICKET = 'Mejlet nämner inget ärende'
export const MAIL_HAS_NO_SENDER = 'Mejlet har ingen avsändare att spara'
export const SENDER_IS_NO_CONTACT = 'Avsändaren är ingen kontakt hos ärendets kund. Spara den som kontakt först.'

/** Why a mail is in Inkorg, as shown to staff. */
export const inboxReasonTexts = {
  no_proof: 'Inget visar att mejlet kommer från den som står som avsändare.',
  unknown: 'Ingen kontakt och ingen inloggning har avsändarens adress.',
  not_of_ticket: 'Avsändaren har inte rapporterat ärendet, får inte kopia på det och ser inte hela företagets ärenden.',
  several_customers: 'Avsändaren är kontakt hos flera kunder.',
  staff: 'Avsändaren är en kollega, och mejlet svarar inte på ett ärende.',
  limit: 'Avsändaren har skickat så många mejl på en timme att de inte blir ärenden av sig själva.',
  old: 'Mejlet är äldre än brevlådan här.',
  mailbox: 'Brevlådan är inställd så att nya mejl hamnar i Inkorg.',
  rule: 'En regel säger att mejl från avsändaren alltid hamnar i Inkorg.',
} as const satisfies Record<InboxReason, string>

const Sender = z.object({
  customer: CustomerName,
  contact: z.object({ id: Id, name: z.string() }),
  /** The contact reported the ticket, gets copies, or sees all tickets of the company. */
  seesTicket: z.boolean(),
})

export const InboxMail = z.object({
  /** Null for automatic mail. */
  reason: InboxReason.nullable(),
  /** The contacts with the sender's address. */
  senders: z.array(Sender),
  /** The ticket that the mail names. */
  ticket: z.object({ id: Id, ticketNumber: z.int(), title: z.string(), customer: CustomerName }).nullable(),
  /** The author of the comment that it would become on that ticket. */
  author: z.object({ id: Id, name: z.string() }).nullable(),
  /** The rule for the sender's address. */
  rule: SenderRule.nullable(),
  /** Customers that the sender may belong to: the ticket's, and those with addresses in the same domain. */
  suggested: z.array(CustomerName),
})
export type InboxMail = z.infer<typeof InboxMail>

/** The customer that the sender becomes a contact of. */
export const SenderOf = z.strictObject({ customerId: requiredId('Välj en kund') })
export type SenderOf = z.output<typeof SenderOf>

export const inboxMail = {
  get: get('/api/enquiries/:id/mail', {
    allow: 'staff',
    summary: 'Why a mail is in Inkorg, who its sender may be, and the ticket that it names; 404 for a form',
    params: IdParams,
    returns: InboxMail,
  }),
  accept: post('/api/enquiries/:id/acceptance', {
    allow: 'staff',
    summary:
      'Adds one mail to the ticket that it names, as its sender’s comment; 409 when it has become something already',
    params: IdParams,
    returns: z.object({ ticketId: Id, ticketNumber: z.int(), commentId: Id }),
    creates: true,
  }),
  saveSender: post('/api/enquiries/:id/contact', {
    allow: 'staff',
    summary: 'Saves the sender as a contact of a customer; 422 when the customer has one with the address',
    params: IdParams,
    body: SenderOf,
    returns: Contact,
    creates: true,
  }),
}
