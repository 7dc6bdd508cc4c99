// The form 'Skapa ärende': its values, and the request body built from them.
import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { z } from 'zod'
import { NewCustomer } from '#features/customers/customers.contract.ts'
import { TicketPriority, ticketTexts } from '#features/tickets/tickets.contract.ts'
import { requiredId } from '#shared/contract.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { type Enquiry, isSenderAuthenticated, type TicketOfEnquiry } from '../enquiries.contract.ts'
import { mailTextOf, titleOf } from '../enquiries.rules.ts'

/** Values of the field `customer` besides the id of a suggested one: another existing customer, or a new one. */
export const OTHER = 'other'
export const NEW = 'new'

export type Values = {
  customer: string
  otherId: string
  name: string
  email: string
  phone: string
  title: string
  description: string
  priority: TicketPriority
  assignedTo: string
  savesSender: boolean
}
export type Body = z.input<typeof TicketOfEnquiry>

/** The customer is not preselected: staff must confirm who the sender is. */
export const valuesOf = ({
  kind,
  name,
  email,
  phone,
  message,
  isUrgent,
  assignee,
  authentication,
}: Enquiry): Values => ({
  customer: '',
  otherId: '',
  name,
  email: readableAddress(email),
  phone: phone ?? '',
  title: titleOf(message),
  description: kind === 'mail' ? mailTextOf(message) : message,
  priority: isUrgent ? 'urgent' : 'normal',
  assignedTo: assignee?.id ?? '',
  savesSender: isSenderAuthenticated(authentication),
})

const ticketShape = {
  ...ticketTexts('Titel'),
  priority: TicketPriority,
  assignedTo: z.string(),
  savesSender: z.boolean(),
}
const { name, email, phone } = NewCustomer.shape

const suggested = z
  .object({ customer: requiredId('Välj en kund'), ...ticketShape })
  .transform(({ customer, ...ticket }) => ({ ...ticket, customerId: customer }))
const other = z
  .object({ otherId: requiredId('Välj en kund'), ...ticketShape })
  .transform(({ otherId, ...ticket }) => ({ ...ticket, customerId: otherId }))
const added = z
  .object({ name, email, phone, ...ticketShape })
  .transform(({ name, email, phone, ...ticket }) => ({ ...ticket, newCustomer: { name, email, phone } }))

const schemaOf = (customer: string): z.ZodType<Body, unknown> => {
  if (customer === NEW) return added
  return customer === OTHER ? other : suggested
}

export const resolver: Resolver<Values, unknown, Body> = (values, context, options) =>
  (zodResolver(schemaOf(values.customer) as z.ZodType<Body, Values>) as Resolver<Values, unknown, Body>)(
    values,
    context,
    options,
  )

/** The first message in the order of the form. */
export const firstErrorOf = (errors: FieldErrors<Values>): string | undefined =>
  (['customer', 'otherId', 'name', 'email', 'phone', 'title', 'description', 'priority', 'assignedTo'] as const)
    .map((field) => errors[field]?.message)
    .find(Boolean)
