// The enquiry that a ticket was created from. Never sent to a customer.
import { Id } from '#shared/contract.ts'
import { SenderAuthentication } from './sender-authentication.contract.ts'

export const ticketOrigin = {
  enquiryId: Id.nullable(),
  /** How the sender of a mail was authenticated; null for a form, whose sender is not verified. */
  enquiryAuthentication: SenderAuthentication.nullable(),
}
