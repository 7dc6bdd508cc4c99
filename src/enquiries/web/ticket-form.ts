// The form 'Skapa ärende': its values, validation and request body.
import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { z } from 'zod'
import { NewCustomer } from '#customers/customers.contract.ts'
import { requiredId } from '#lib/contract.ts'
import { TicketPriority, ticketTexts } from '#tickets/tickets.contract.ts'
import type { Enquiry, TicketOfEnquiry } from '../enquiries.contract.ts'
import { titleOf } from '../enquiries.rules.ts'

/** Values of the field `customer` besides the id of a suggested customer. */
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
}
export type Body = z.input<typeof TicketOfEnquiry>

/** The customer is left empty: staff confirm who the sender is. */
export const valuesOf = ({ name, email, phone, message, isUrgent, assignee }: Enquiry): Values => ({
  customer: '',
  otherId: '',
  name,
  email,
  phone: phone ?? '',
  title: titleOf(message),
  description: message,
  priority: isUrgent ? 'urgent' : 'normal',
  assignedTo: assignee?.id ?? '',
})

const ticketFields = { ...ticketTexts('Titel'), priority: TicketPriority, assignedTo: z.string() }
const { name, email, phone } = NewCustomer.shape

const forSuggested = z
  .object({ customer: requiredId('Välj en kund'), ...ticketFields })
  .transform(({ customer, ...ticket }) => ({ ...ticket, customerId: customer }))
const forOther = z
  .object({ otherId: requiredId('Välj en kund'), ...ticketFields })
  .transform(({ otherId, ...ticket }) => ({ ...ticket, customerId: otherId }))
const forNew = z
  .object({ name, email, phone, ...ticketFields })
  .transform(({ name, email, phone, ...ticket }) => ({ ...ticket, newCustomer: { name, email, phone } }))

const schemaOf = (customer: string): z.ZodType<Body, unknown> => {
  if (customer === NEW) return forNew
  return customer === OTHER ? forOther : forSuggested
}

export const resolver: Resolver<Values, unknown, Body> = (values, context, options) =>
  (zodResolver(schemaOf(values.customer) as z.ZodType<Body, Values>) as Resolver<Values, unknown, Body>)(
    values,
    context,
    options,
  )

/** The first error message in the order of the fields. */
export const firstMessageOf = (errors: FieldErrors<Values>): string | undefined =>
  (['customer', 'otherId', 'name', 'email', 'phone', 'title', 'description', 'priority', 'assignedTo'] as const)
    .map((field) => errors[field]?.message)
    .find(Boolean)
