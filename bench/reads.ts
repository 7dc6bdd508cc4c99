// Every list, search and screen. Each row is measured as the data grow, the first ones also saturated. reads.unit.test.ts
// compares them with the contracts.
import { enquiryTabs } from '#features/inbox/enquiries.contract.ts'
import { enquirySorts } from '#features/inbox/enquiry-order.rules.ts'
import { directions, ticketSorts } from '#features/tickets/ticket-order.rules.ts'
import { priorities, statuses } from '#features/tickets/tickets.contract.ts'
import { type Askers, type Client, pick } from './client.ts'
import type { Data } from './data.ts'
import type { PortalPerson } from './logins.ts'

/** By parameter of the path or the query, the values of which each request takes one; undefined leaves it out. */
type Choices = Record<string, readonly (string | undefined)[]>
export type Read = {
  name: string
  endpoint: string
  /** Who asks: by default each member of staff in turn. */
  as: keyof Askers
  choices: (data: Data, person: PortalPerson) => Choices
}

const nothing = (): Choices => ({})
const row =
  (as: Read['as']) =>
  (name: string, path: string, choices: Read['choices'] = nothing): Read => ({
    name,
    endpoint: `GET ${path}`,
    as,
    choices,
  })
const staff = row('staff')
const admin = row('admin')
const portal = row('portal')
const approver = row('approver')

const ofCustomer = ({ customers }: Data): Choices => ({ id: customers })
const ofTicket = ({ tickets }: Data): Choices => ({ id: tickets })
const ofOwnTicket = (_data: Data, { tickets }: PortalPerson): Choices => ({ id: tickets })
const ofOwnInvoiceBasis = (_data: Data, { invoiceBases }: PortalPerson): Choices => ({ id: invoiceBases })
const ofEnquiry = ({ enquiries }: Data): Choices => ({ id: enquiries })
const ofReport = ({ reports }: Data): Choices => ({ id: reports })
const ofInvoiceBasis = ({ invoiceBases }: Data): Choices => ({ id: invoiceBases })
const orNone = (values: readonly string[]) => [undefined, ...values]
const inSomeOrder = { sort: ticketSorts, direction: directions }
const isTrue = ['true']
const absentWords = Array.from({ length: 1000 }, (_, nth) => `finnsinte${nth}`)

/** As a phone asks for its first screen. */
const aPhone = { phone: ['true'], wide: ['false'], height: ['844'] }

export const reads: readonly Read[] = [
  staff('Dashboard', '/api/dashboard'),
  staff('tickets', '/api/tickets', ({ staff: people }) => ({
    ...inSomeOrder,
    priority: orNone(priorities),
    assignee: ['nobody', ...orNone(people)],
    status: [undefined, 'open'],
  })),
  staff('screen of a ticket', '/api/tickets/:id/screen', ofTicket),
  staff('visits of a week', '/api/visits', ({ days, staff: people }) => ({
    from: days,
    days: ['7'],
    userId: orNone(people),
  })),
  staff('screen of a customer', '/api/customers/:id/screen', ofCustomer),
  staff('tickets searched', '/api/tickets', ({ words }) => ({ search: words, priority: orNone(priorities) })),
  staff('tickets searched, two words', '/api/tickets', ({ wordPairs }) => ({ search: wordPairs })),
  staff('tickets searched, no hit', '/api/tickets', () => ({ search: absentWords })),
  staff('tickets searched, a telephone number', '/api/tickets', ({ contactPhones }) => ({ search: contactPhones })),
  staff('tickets searched, a rare word', '/api/tickets', ({ serials }) => ({ search: serials })),
  staff('tickets searched, a typing error', '/api/tickets', ({ words }) => ({
    search: words.filter((word) => word.length > 5).map((word) => `${word.slice(0, 3)}${word.slice(4)}`),
  })),
  staff('tickets searched, a name', '/api/tickets', ({ contactNames }) => ({ search: contactNames })),
  staff('hits of a search', '/api/search-counts', ({ words, contactNames, serials }) => ({
    search: [...words, ...contactNames, ...serials],
  })),
  staff('hits of a search, none', '/api/search-counts', () => ({ search: absentWords })),
  staff('palette', '/api/palette', ({ words, customerWords, contactNames, serials, contactPhones }) => ({
    search: [...words, ...customerWords, ...contactNames, ...serials, ...contactPhones],
  })),
  staff('palette, no hit', '/api/palette', () => ({ search: absentWords })),
  staff('tickets of a status', '/api/tickets', ({ staff: people }) => ({
    status: statuses.filter((status) => status !== 'closed'),
    assignee: orNone(people),
  })),
  staff('unanswered tickets', '/api/tickets', ({ staff: people }) => ({ waiting: ['us'], assignee: orNone(people) })),
  staff('tickets on hold', '/api/tickets', ({ staff: people }) => ({
    waiting: ['customer'],
    assignee: orNone(people),
  })),
  staff('archived tickets', '/api/tickets', ({ staff: people }) => ({
    tab: ['archived'],
    ...inSomeOrder,
    assignee: orNone(people),
  })),
  staff('archived tickets searched', '/api/tickets', ({ words }) => ({ tab: ['archived'], search: words })),
  staff('to do', '/api/todo'),
  staff('views of tickets', '/api/ticket-views'),
  staff('canned answers', '/api/canned-answers'),
  staff('counts of the menu', '/api/counts'),
  staff('notifications', '/api/notifications'),
  staff('days of jour', '/api/on-call/days', () => ({ from: ['2026-11-02'], to: ['2026-12-06'] })),
  staff('own login', '/api/me'),
  staff('running clock', '/api/clock'),

  staff('ticket', '/api/tickets/:id', ofTicket),
  staff('other tickets of the customer', '/api/tickets/:id/others', ofTicket),
  staff('thread of a ticket', '/api/tickets/:id/thread', ofTicket),
  staff('recipients of a ticket', '/api/tickets/:id/recipients', ofTicket),
  staff('draft of a ticket', '/api/tickets/:id/draft', ofTicket),

  staff('customers', '/api/customers', () => ({ archived: [undefined, 'true'] })),
  staff('customers searched, name', '/api/customers', ({ customerWords }) => ({ search: customerWords })),
  staff('customers searched, telephone', '/api/customers', ({ phones }) => ({
    search: phones.flatMap((phone) => [phone.slice(0, 3), phone.slice(0, 5), phone]),
  })),
  staff('names of customers', '/api/customers/names', ({ customerWords }) => ({
    search: [undefined, ...customerWords, ...customerWords.map((word) => word.slice(0, 2))],
  })),
  staff('similar customers', '/api/customers/similar', ({ customerNames, emails, phones }) => ({
    name: customerNames,
    email: emails,
    phone: phones,
  })),
  staff('customer', '/api/customers/:id', ofCustomer),
  staff('tickets of a customer', '/api/customers/:id/tickets', ofCustomer),
  staff('contacts', '/api/customers/:id/contacts', ofCustomer),
  staff('billing details', '/api/customers/:id/billing-details', ofCustomer),
  staff('invoice recipients', '/api/customers/:id/recipients', ofCustomer),
  staff('portal logins', '/api/customers/:id/logins', ofCustomer),
  staff('documents', '/api/customers/:id/documents', ofCustomer),
  staff('equipment', '/api/customers/:id/equipment', ofCustomer),
  staff('types of equipment', '/api/equipment/types'),
  staff('equipment searched', '/api/customers/:id/equipment', ({ customers }) => ({
    id: customers,
    search: ['dator', 'skrivare', 'router', 'server', 'switch', 'kamera'],
  })),
  staff('technical information', '/api/customers/:id/credentials', ofCustomer),
  staff('versions of technical information', '/api/customers/:id/credentials/versions', ofCustomer),
  admin('log of technical information', '/api/customers/:id/credentials/log', ofCustomer),
  staff('agreement', '/api/customers/:id/agreement', ofCustomer),
  staff('recurring charges', '/api/customers/:id/charges', ofCustomer),
  staff('prepaid hours', '/api/customers/:id/prepaid-hours', ofCustomer),
  staff('price of a month', '/api/customers/:id/price', ({ customers, months }) => ({
    id: customers,
    month: months.slice(0, 2),
  })),
  staff('register of articles', '/api/articles', () => ({
    archived: [undefined, 'true'],
    search: [undefined, 'resa'],
  })),
  staff('choices of articles', '/api/articles/choices', () => ({ search: [undefined, 'micro', '10'] })),
  staff('articles of work', '/api/work-articles'),
  staff('answer recomputation', '/api/answer-recomputation'),
  staff('recurring tickets', '/api/customers/:id/recurring', ofCustomer),

  staff('time', '/api/time', ({ customers }) => ({ customerId: orNone(customers.slice(0, 50)), mine: orNone(isTrue) })),
  staff('time of a customer', '/api/time', ({ customers }) => ({ customerId: customers, reported: isTrue })),
  staff('time of a month, reported too', '/api/time', ({ months }) => ({ month: months, reported: isTrue })),
  staff('time, reported too', '/api/time', () => ({ reported: isTrue, mine: [undefined, 'true'] })),
  staff('week', '/api/time/week', ({ days }) => ({ date: days })),
  staff('first screen: tickets', '/api/first-screen', ({ words }) => ({
    path: words.map((word) => `/backoffice/tickets?search=${encodeURIComponent(word)}`),
    ...aPhone,
  })),
  staff('first screen: a ticket', '/api/first-screen', ({ tickets }) => ({
    path: tickets.map((id) => `/backoffice/tickets/${id}`),
    ...aPhone,
  })),
  staff('times until now', '/api/time/until-now', ({ tickets }) => ({
    minutes: ['15', '30', '45', '60'],
    ticketId: orNone(tickets.slice(0, 500)),
  })),
  staff('travel and material', '/api/expenses', () => ({ mine: [undefined, 'true'], unpriced: [undefined, 'true'] })),
  staff('travel and material of a month', '/api/expenses', ({ months }) => ({ month: months })),
  staff('travel and material of a customer', '/api/expenses', ({ customers }) => ({ customerId: customers })),
  staff('articles', '/api/expenses/articles'),

  staff('archive', '/api/archive', ({ years, customers }) => ({
    year: orNone(years),
    customerId: orNone(customers.slice(0, 50)),
  })),
  staff('archive searched', '/api/archive', ({ archiveWords, years }) => ({
    search: archiveWords,
    year: orNone(years),
  })),
  staff('sum of a search of the archive', '/api/archive/total', ({ archiveWords, years }) => ({
    search: archiveWords,
    year: orNone(years),
  })),
  staff('years of the archive', '/api/archive/years'),
  staff('reports', '/api/reports'),
  staff('report', '/api/reports/:id', ofReport),
  staff('rows of a report', '/api/reports/:id/rows', ofReport),
  staff('company of a report', '/api/reports/company'),
  staff('invoice bases of a month', '/api/invoice-bases', ({ months }) => ({ month: months })),
  staff('lines of a month', '/api/month/lines', ({ months }) => ({ month: months })),
  staff('invoice basis', '/api/invoice-bases/:id', ofInvoiceBasis),
  staff('rows of an invoice basis', '/api/invoice-bases/:id/rows', ofInvoiceBasis),

  staff('enquiries', '/api/enquiries', () => ({ tab: enquiryTabs, sort: enquirySorts })),
  staff('enquiries searched', '/api/enquiries', ({ words }) => ({ search: words })),
  staff('enquiry', '/api/enquiries/:id', ofEnquiry),
  staff('customers of an enquiry', '/api/enquiries/:id/suggestions', ofEnquiry),
  staff('sender rules', '/api/sender-rules'),

  staff('terms', '/api/terms'),
  staff('users', '/api/users'),
  staff('names of users', '/api/users/names'),
  staff('own settings', '/api/own-settings'),
  staff('own sessions', '/api/settings/sessions'),
  staff('own API keys', '/api/api-keys'),
  staff('brand', '/api/settings/brand'),
  staff('organization', '/api/settings/organization'),
  staff('company facts', '/api/settings/facts'),
  staff('opening hours', '/api/settings/hours'),
  admin('security', '/api/settings/security'),
  admin('sign-ins', '/api/settings/sign-ins'),
  admin('API keys', '/api/settings/api-keys'),
  admin('mail settings', '/api/settings/mail'),
  admin('mailboxes', '/api/mailboxes'),
  admin('mail server', '/api/settings/mail-server'),
  admin('first hour', '/api/first-hour'),
  admin('file usage', '/api/files/usage'),
  admin('backups', '/api/backup/status'),

  portal('portal: company', '/api/portal/company'),
  portal('portal: promise', '/api/portal/promise'),
  portal('portal: tickets', '/api/portal/tickets'),
  portal('portal: ticket', '/api/portal/tickets/:id', ofOwnTicket),
  portal('portal: thread', '/api/portal/tickets/:id/thread', ofOwnTicket),
  portal('portal: draft', '/api/portal/tickets/:id/draft', ofOwnTicket),
  portal('portal: documents', '/api/portal/documents'),
  portal('portal: invoice bases', '/api/portal/invoice-bases'),
  approver('portal: invoice basis', '/api/portal/invoice-bases/:id', ofOwnInvoiceBasis),
  approver('portal: rows of an invoice basis', '/api/portal/invoice-bases/:id/rows', ofOwnInvoiceBasis),
]

/** Responses without a row, by the reason. Files and event streams need none. */
export const exempt: Record<string, string> = {
  'GET /auth/v1/user': 'the login of auth-js, as /api/me',
  'GET /auth/v1/passkeys': 'the few passkeys of one login, by its key',
  'GET /auth/v1/factors/recovery-codes': 'two rows of one login, on the page of the own account',
  'GET /auth/v1/.well-known/jwks.json': 'a constant',
  'GET /healthz': 'no data',
  'GET /readyz': 'no data',
  'GET /api/openapi.json': 'a constant',
  'GET /api/form-token': 'no data',
  'GET /api/articles/:id/prices': 'the few dated rows of one article, by its key',
  'GET /api/enquiries/:id/mail': 'one row, and the demo has no incoming mail',
  'GET /api/mail-messages/:id': 'one row, and the demo has no incoming mail',
  'GET /api/portal/invoice-bases/:id/current': 'one id, and the demo has no basis that was replaced',
}

/** Sends a request of the row, as one of those who may ask it. */
export function askRead(client: Client, { data }: { data: Data }, askers: Askers, read: Read, random: () => number) {
  const asker = pick(askers[read.as], random)
  return client.ask(asker, { method: 'GET', path: chosenPath(read, data, asker, random) })
}

const positions = new WeakMap<readonly unknown[], number>()

/** The values in turn: none repeats before all have been used. */
function next<T>(values: readonly T[]): T | undefined {
  const position = positions.get(values) ?? 0
  positions.set(values, position + 1)
  return values[position % values.length]
}

/** Its path with ids in turn, and other values chosen at random. */
function chosenPath(read: Read, data: Data, person: PortalPerson, random: () => number): string {
  const chosen = Object.entries(read.choices(data, person)).map(([name, values]) => {
    if (values.length === 0) throw new Error(`${read.name}: the data have no ${name}`)
    return [name, read.endpoint.includes(`:${name}`) ? next(values) : pick(values, random)] as const
  })
  let path = read.endpoint.slice('GET '.length)
  const query = new URLSearchParams()
  for (const [name, value] of chosen) {
    if (path.includes(`:${name}`)) path = path.replace(`:${name}`, value ?? '')
    else if (value !== undefined) query.set(name, value)
  }
  return query.size > 0 ? `${path}?${query}` : path
}
