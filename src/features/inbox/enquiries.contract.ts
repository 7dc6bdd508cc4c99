// Enquiries sent by visitors with the forms of the public site; staff read and answer them in Inkorg.
import { z } from 'zod'
import { CustomerName, NewCustomer } from '#features/customers/customers.contract.ts'
import { AttachedFile } from '#features/files/files.contract.ts'
import { SenderAuthentication, senderAuthenticationLabels } from '#features/tickets/sender-authentication.contract.ts'
import { Assignee, Person, TicketPriority, ticketTexts, Viewers } from '#features/tickets/tickets.contract.ts'
import {
  Cursor,
  del,
  get,
  Id,
  IdParams,
  nothing,
  pageOf,
  post,
  put,
  requiredId,
  SearchText,
  Version,
} from '#shared/contract.ts'
import { EnquiryForward, EnquiryReply, NewForward, NewReply } from './answers.contract.ts'
import { enquirySorts } from './enquiry-order.rules.ts'

export const ENQUIRY_NOT_FOUND = 'Förfrågan finns inte'
export const ENQUIRY_HAS_TICKET = 'Förfrågan har redan blivit ett ärende'
/** Label of a ticket created from an enquiry whose sender is not authenticated. */
const SENDER_UNVERIFIED = 'avsändare ej verifierad'

/** Whether a mail's sender is authenticated; never true of a form, which has no sender authentication. */
export const isSenderAuthenticated = (
  authentication: SenderAuthentication | null,
): authentication is SenderAuthentication => authentication !== null && authentication !== 'none'

/** The text about the sender in a ticket created from an enquiry. */
export const senderText = (authentication: SenderAuthentication | null) =>
  isSenderAuthenticated(authentication) ? senderAuthenticationLabels[authentication] : SENDER_UNVERIFIED

/** A form of the site, a mail, or automatic mail. */
export const enquiryKinds = ['contact', 'support', 'mail', 'automatic'] as const
export const EnquiryKind = z.enum(enquiryKinds)
export type EnquiryKind = z.infer<typeof EnquiryKind>
export const enquiryKindLabels = {
  contact: 'Meddelande',
  support: 'Felanmälan',
  mail: 'Mejl',
  automatic: 'Automatiskt mejl',
} as const satisfies Record<EnquiryKind, string>

export const EnquiryRow = z.object({
  id: Id,
  /** In one series with the tickets'; its ticket has the same. Null for automatic mail and for enquiries of before. */
  number: z.int().nullable(),
  kind: EnquiryKind,
  name: z.string(),
  email: z.string(),
  /** Other addresses at which the sender of a mail wants answers, not verified to be theirs. */
  replyTo: z.array(z.string()),
  phone: z.string().nullable(),
  /** The beginning of the message. */
  excerpt: z.string(),
  isUrgent: z.boolean(),
  /** A bot trap matched: the enquiry is stored, and no mail is sent. */
  isSuspect: z.boolean(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
  doneAt: z.iso.datetime().nullable(),
  /** When our answer is due; null when the sender waits for none. */
  dueAt: z.iso.datetime().nullable(),
  assignee: Person.nullable(),
  ticket: z.object({ id: Id, ticketNumber: z.int() }).nullable(),
  /** How the sender of a mail was authenticated; null for a form. */
  authentication: SenderAuthentication.nullable(),
  /** The sender of its mail, or of an answer by mail, is not authenticated. */
  hasUnauthenticatedMail: z.boolean(),
  /** The ticket that a mail named, into which its sender may not write. */
  namedTicket: z.object({ id: Id, ticketNumber: z.int() }).nullable(),
  version: z.int(),
})
export type EnquiryRow = z.infer<typeof EnquiryRow>

export const Enquiry = EnquiryRow.omit({ excerpt: true }).extend({
  message: z.string(),
  /** Quotation and signature of the mail that it was received as. */
  folded: z.string().nullable(),
  /** Its pictures; empty once it has a ticket, which then owns them. */
  files: z.array(AttachedFile),
  /** The mail that it was received as; null for a form. */
  mailId: Id.nullable(),
  /** The DKIM signature that authenticates the sender does not cover Reply-To, which may have been added on the way. */
  isReplyToUnsigned: z.boolean(),
  replies: z.array(EnquiryReply),
  forwards: z.array(EnquiryForward),
  /** The other recipients of the sender's newest mail, whom a reply may be copied to. */
  alsoGot: z.array(z.object({ name: z.string(), address: z.string() })),
  /** The addresses that a reply or a forwarded mail did not reach. */
  undelivered: z.array(z.string()),
})
export type Enquiry = z.infer<typeof Enquiry>

export const enquiryTabs = ['open', 'automatic', 'done', 'suspect'] as const

export const EnquiryFilter = z.strictObject({
  /**
   * Open: neither done, suspect nor automatic. Automatic: mail written by a program. Suspect: suspected spam,
   * since a bot trap matched, that staff have not cleared.
   */
  tab: z.enum(enquiryTabs).default('open'),
  /** Search terms in name, address, phone and text. */
  search: SearchText.optional(),
  /** Of the open ones, when they are not searched. */
  sort: z.enum(enquirySorts).optional(),
  after: Cursor.optional(),
})
export type EnquiryFilter = z.output<typeof EnquiryFilter>

export const EnquiryCounts = z.object({ open: z.int(), automatic: z.int(), done: z.int(), suspect: z.int() })
export type EnquiryCounts = z.infer<typeof EnquiryCounts>

/** A partial update; `assignedTo` '' or null unassigns. */
export const ChangedEnquiry = z.strictObject({
  assignedTo: Assignee.optional().transform((id) => (id === undefined ? undefined : id || null)),
  isDone: z.boolean().optional(),
  isSuspect: z.boolean().optional(),
  version: Version,
})
export type ChangedEnquiry = z.output<typeof ChangedEnquiry>

/** A customer with the sender's e-mail or phone number. Staff confirm it; nothing is matched automatically. */
export const CustomerSuggestion = CustomerName.extend({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  matches: z.array(z.enum(['email', 'phone'])),
})
export type CustomerSuggestion = z.infer<typeof CustomerSuggestion>

const ticketFields = {
  ...ticketTexts('Titel'),
  priority: TicketPriority.default('normal'),
  assignedTo: Assignee.optional().transform((id) => id || null),
}
/** Either an existing customer or a new one with the sender's details. */
export const TicketOfEnquiry = z
  .strictObject({
    ...ticketFields,
    customerId: requiredId('Välj en kund').optional(),
    newCustomer: NewCustomer.optional(),
    /** The sender becomes a contact of the customer, and so the reporter, who gets the answers. */
    savesSender: z.boolean().default(false),
  })
  .refine(({ customerId, newCustomer }) => (customerId === undefined) !== (newCustomer === undefined), {
    error: 'Välj en kund',
    path: ['customerId'],
  })
export type TicketOfEnquiry = z.output<typeof TicketOfEnquiry>

export const enquiries = {
  list: get('/api/enquiries', {
    allow: 'staff',
    summary:
      'Enquiries, newest first or by when answers are due; `counts` has the number in each tab, null on later pages',
    query: EnquiryFilter,
    returns: pageOf(EnquiryRow).extend({ counts: EnquiryCounts.nullable() }),
  }),
  get: get('/api/enquiries/:id', { allow: 'staff', summary: 'One enquiry', params: IdParams, returns: Enquiry }),
  read: put('/api/enquiries/:id/read', {
    allow: 'staff',
    summary: 'Marks the enquiry as read; later calls change nothing',
    params: IdParams,
    returns: nothing,
  }),
  change: put('/api/enquiries/:id', {
    allow: 'staff',
    summary:
      'Assigns, marks done, reopens or clears the suspicion; 409 with the current enquiry for an outdated version',
    params: IdParams,
    body: ChangedEnquiry,
    returns: Enquiry,
  }),
  remove: del('/api/enquiries/:id', {
    allow: 'admin',
    summary: 'Deletes the enquiry and its replies; a ticket created from it remains',
    params: IdParams,
    returns: nothing,
  }),
  reply: post('/api/enquiries/:id/replies', {
    allow: 'staff',
    summary:
      'Replies to the sender by mail, or to an address in Reply-To, with copies and files, and with `completes` marks the enquiry done; 422 for another address, for an own mailbox and for more than a mail can carry',
    params: IdParams,
    body: NewReply,
    returns: EnquiryReply,
    creates: true,
  }),
  forward: post('/api/enquiries/:id/forwards', {
    allow: 'staff',
    summary:
      'Mails the enquiry, the replies and the sender’s files to somebody else; 422 for an own mailbox and for more than a mail can carry',
    params: IdParams,
    body: NewForward,
    returns: EnquiryForward,
    creates: true,
  }),
  renewPresence: put('/api/enquiries/:id/presence', {
    allow: 'staff',
    summary: 'Renews the user’s presence entry on the enquiry and returns the other viewers',
    params: IdParams,
    returns: Viewers,
  }),
  endPresence: del('/api/enquiries/:id/presence', {
    allow: 'staff',
    summary: 'Deletes the user’s presence entry on the enquiry',
    params: IdParams,
    returns: nothing,
  }),
  suggestions: get('/api/enquiries/:id/suggestions', {
    allow: 'staff',
    summary: 'Customers with the sender’s e-mail or phone number, e-mail first',
    params: IdParams,
    returns: z.array(CustomerSuggestion),
  }),
  makeTicket: post('/api/enquiries/:id/ticket', {
    allow: 'staff',
    summary: 'Creates a ticket from the enquiry and marks it done; 409 when it has one',
    params: IdParams,
    body: TicketOfEnquiry,
    returns: z.object({ id: Id, ticketNumber: z.int() }),
    creates: true,
  }),
}
