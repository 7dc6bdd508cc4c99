import { z } from 'zod'
import {
  Cursor,
  del,
  file,
  get,
  Id,
  IdParams,
  optionalEmail,
  optionalLine,
  optionalText,
  pageOf,
  post,
  put,
  requiredLine,
  SearchText,
  Version,
} from '#shared/contract.ts'
import { ADDRESS_MAX, PHONE_MAX } from '#shared/limits.rules.ts'

export const NAME_MAX = 200
const NOTES_MAX = 5000
export const CUSTOMER_NOT_FOUND = 'Kund hittades inte'
export const ADDRESS_IS_WRITTEN = 'Adressen står under Fakturering. Ändra den där.'

export const customerVats = ['standard', 'reverse'] as const
export const CustomerVat = z.enum(customerVats, 'Välj moms')
export type CustomerVat = z.infer<typeof CustomerVat>

/** Why a customer has reverse charge: construction work, or services to another country of the European Union. */
export const reverseReasons = ['bygg', 'eu'] as const
export const ReverseReason = z.enum(reverseReasons, 'Välj varför kunden har omvänd betalningsskyldighet')
export type ReverseReason = z.infer<typeof ReverseReason>

const inputFields = {
  name: requiredLine('Namn krävs').max(NAME_MAX, `Namn får max vara ${NAME_MAX} tecken`),
  email: optionalEmail,
  phone: optionalLine(PHONE_MAX),
  address: optionalLine(ADDRESS_MAX),
  notes: optionalText(NOTES_MAX),
}

export type CustomerField = keyof typeof inputFields

/** The labels of a customer's fields, in the order of the export, the import, the customer's page and the edit conflict. */
export const customerLabels: Record<CustomerField, string> = {
  name: 'Namn',
  email: 'E-post',
  phone: 'Telefon',
  address: 'Adress',
  notes: 'Anteckningar',
}
export const customerFields = Object.keys(customerLabels) as CustomerField[]

/** An object with a value for every field of a customer. */
export const mapCustomerFields = <T>(choose: (field: CustomerField) => T) =>
  Object.fromEntries(customerFields.map((field) => [field, choose(field)])) as Record<CustomerField, T>

export const NewCustomer = z.strictObject(inputFields)
export type NewCustomer = z.output<typeof NewCustomer>

export const ChangedCustomer = z.strictObject({ ...inputFields, version: Version })
export type ChangedCustomer = z.output<typeof ChangedCustomer>

const storedFields = {
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  notes: z.string().nullable(),
} satisfies Record<CustomerField, z.ZodType>

export const Customer = z.object({
  ...storedFields,
  id: Id,
  version: z.int(),
  archivedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  isPrivate: z.boolean(),
  customerNumber: z.string(),
  /** Whether the address is written from that of the billing details, and cannot be changed here. */
  hasPostalAddress: z.boolean(),
})
export type Customer = z.infer<typeof Customer>

/** A customer as a row of the list. */
export const ListedCustomer = Customer.extend({
  /** Portal logins that are not revoked. */
  logins: z.int(),
})
export type ListedCustomer = z.infer<typeof ListedCustomer>

/** A customer in pickers and other lists. */
export const CustomerName = z.object({ id: Id, name: z.string(), isArchived: z.boolean() })
export type CustomerName = z.infer<typeof CustomerName>

/** The typed fields of a customer, to find similar existing ones; `except` is the customer being changed. */
export const SimilarTo = z.strictObject({
  name: SearchText.default(''),
  email: SearchText.default(''),
  phone: SearchText.default(''),
  except: Id.optional(),
})
export type SimilarTo = z.output<typeof SimilarTo>

export const SimilarCustomer = CustomerName.extend({
  sameName: z.boolean(),
  sameEmail: z.boolean(),
  samePhone: z.boolean(),
})
export type SimilarCustomer = z.infer<typeof SimilarCustomer>

/** Selects customers for the list, and for the export of customers and contacts. */
export const CustomerSelection = z.strictObject({
  search: SearchText.optional(),
  /** Archived customers instead of active ones. */
  archived: z.stringbool().optional(),
})
export type CustomerSelection = z.output<typeof CustomerSelection>

/** Only the list has pages and an order. */
const CustomerFilter = CustomerSelection.extend({ after: Cursor.optional() })
export type CustomerFilter = z.output<typeof CustomerFilter>

export const customers = {
  list: get('/api/customers', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'Customers by name with their number of portal logins; `total` counts all matches',
    query: CustomerFilter,
    returns: pageOf(ListedCustomer).extend({ total: z.int() }),
  }),
  names: get('/api/customers/names', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The first matching customers, for pickers; archived ones only on request',
    query: z.strictObject({
      search: SearchText.optional(),
      includeArchived: z.stringbool().optional(),
    }),
    returns: z.array(CustomerName),
  }),
  similar: get('/api/customers/similar', {
    allow: 'staff',
    keyScope: 'read',
    summary:
      'Customers, also archived, with the same name apart from the legal form, the same e-mail or telephone number',
    query: SimilarTo,
    returns: z.array(SimilarCustomer),
  }),
  exportFile: get('/api/customers/export', {
    allow: 'staff',
    keyScope: 'read',
    summary:
      'All customers that match with their billing details, as CSV; the numbers of sole traders only with `personalNumbers`',
    query: CustomerSelection.extend({ personalNumbers: z.stringbool().optional() }),
    returns: file('text/csv; charset=utf-8'),
  }),
  get: get('/api/customers/:id', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'One customer',
    params: IdParams,
    returns: Customer,
  }),
  create: post('/api/customers', {
    allow: 'staff',
    keyScope: 'customers',
    summary: 'Adds a customer',
    body: NewCustomer,
    returns: Customer,
    creates: true,
  }),
  change: put('/api/customers/:id', {
    allow: 'staff',
    keyScope: 'customers',
    summary: 'Changes a customer; 409 with the current row for an outdated version',
    params: IdParams,
    body: ChangedCustomer,
    returns: Customer,
  }),
  remove: del('/api/customers/:id', {
    allow: 'admin',
    summary: 'Deletes a customer without records that must be retained, archives any other; 409 for an archived one',
    params: IdParams,
    returns: z.object({ outcome: z.enum(['deleted', 'archived']) }),
  }),
  restore: post('/api/customers/:id/restore', {
    allow: 'admin',
    summary: 'Restores an archived customer; 409 for an active one',
    params: IdParams,
    returns: Customer,
  }),
}
