// The form 'Skapa ärende': what it holds, and what is sent of it.
import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { z } from 'zod'
import { NewCustomer } from '#customers/customers.contract.ts'
import { requiredId } from '#lib/contract.ts'
import { TicketPriority, ticketTexts } from '#tickets/tickets.contract.ts'
import type { Enquiry, TicketOfEnquiry } from '../enquiries.contract.ts'
import { titleOf } from '../enquiries.rules.ts'

/** Whose the ticket becomes: a suggested customer (the id), another one, or a new one. */
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

const ofTicket = { ...ticketTexts('Titel'), priority: TicketPriority, assignedTo: z.string() }
const { name, email, phone } = NewCustomer.shape

const suggested = z
  .object({ customer: requiredId('Välj en kund'), ...ofTicket })
  .transform(({ customer, ...ticket }) => ({ ...ticket, customerId: customer }))
const other = z
  .object({ otherId: requiredId('Välj en kund'), ...ofTicket })
  .transform(({ otherId, ...ticket }) => ({ ...ticket, customerId: otherId }))
const added = z
  .object({ name, email, phone, ...ofTicket })
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
export const firstOf = (errors: FieldErrors<Values>): string | undefined =>
  (['customer', 'otherId', 'name', 'email', 'phone', 'title', 'description', 'priority', 'assignedTo'] as const)
    .map((field) => errors[field]?.message)
    .find(Boolean)
