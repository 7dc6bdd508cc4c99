// Where a ticket comes from, when it was made of an enquiry. Never sent to a customer.
import { Id } from '#shared/contract.ts'
import { SenderAuthentication } from './sender-authentication.contract.ts'

export const ticketOrigin = {
  enquiryId: Id.nullable(),
  /** How its sender was proven, when it is a mail; null for a form, whose sender is not verified. */
  enquiryAuthentication: SenderAuthentication.nullable(),
}
