// The requests of bench/mixed.ts, each for another row.
import { statuses, type TicketStatus } from '#tickets/tickets.contract.ts'
import type { Request } from './send.ts'
import type { Stage } from './stage.ts'

type Ticket = { id: string; version: number; status: TicketStatus }
/** The state of one client; only it changes its tickets. */
export type Office = {
  random: () => number
  tickets: Ticket[]
  customerIds: string[]
  words: string[]
  /** URL of the next page of the list that was read last. */
  nextPage?: string | undefined
}
/** `onSuccess` is called with the body of a 2xx response. */
type OfficeRequest = Omit<Request, 'headers'> & { onSuccess?: (body: string) => void }
export type Kind = { name: string; percent: number; isWriting?: true; request: (office: Office) => OfficeRequest }

const get = (path: string): OfficeRequest => ({ method: 'GET', path })
const post = (path: string, body: object): OfficeRequest => ({ method: 'POST', path, body: JSON.stringify(body) })
const pick = <T>({ random }: Office, choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T
const wordOf = (office: Office) => encodeURIComponent(pick(office, office.words))
const dayOf = (office: Office, month: string, days: number) =>
  `${month}-${String(1 + Math.floor(office.random() * days)).padStart(2, '0')}`

const filters = ['', '?tab=archived', '?status=in_progress', '?priority=urgent', '?assignee=me', '?assignee=nobody']

function listTickets(office: Office): OfficeRequest {
  const path = `/api/tickets${pick(office, filters)}`
  const onSuccess = (body: string) => {
    const { next } = JSON.parse(body) as { next: string | null }
    office.nextPage = next ? `${path}${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(next)}` : undefined
  }
  return { ...get(path), onSuccess }
}

function createTime(office: Office): OfficeRequest {
  const workDate = dayOf(office, '2026-11', 20)
  const hour = String(7 + Math.floor(office.random() * 9)).padStart(2, '0')
  const description = `Hjälp med ${pick(office, office.words)}`
  const customerId = pick(office, office.customerIds)
  return post('/api/time', { customerId, workDate, timeFrom: `${hour}:00`, timeTo: `${hour}:45`, description })
}

const comment = (office: Office): OfficeRequest =>
  post(`/api/tickets/${pick(office, office.tickets).id}/comments`, {
    comment: `Vi har tittat på ${pick(office, office.words)}.`,
    isInternal: office.random() < 0.25,
  })

function createTicket(office: Office): OfficeRequest {
  const title = `${pick(office, office.words)} ${pick(office, office.words)}`
  const customerId = pick(office, office.customerIds)
  const onSuccess = (body: string) => {
    const { id, version, status } = JSON.parse(body) as Ticket
    office.tickets.push({ id, version, status })
  }
  return { ...post('/api/tickets', { title, description: 'Det slutade fungera i morse.', customerId }), onSuccess }
}

function changeStatus(office: Office): OfficeRequest {
  const ticket = pick(office, office.tickets)
  const others = statuses.filter((status) => status !== ticket.status)
  const body = JSON.stringify({ status: pick(office, others), version: ticket.version })
  const onSuccess = (saved: string) => {
    const { status, version } = JSON.parse(saved) as Ticket
    Object.assign(ticket, { status, version })
  }
  return { method: 'PUT', path: `/api/tickets/${ticket.id}`, body, onSuccess }
}

const months = [
  { from: '2026-10-01', to: '2026-10-31' },
  { from: '2026-11-01', to: '2026-11-30' },
]
const report = (office: Office): OfficeRequest =>
  post('/api/reports', { customerId: pick(office, office.customerIds), ...pick(office, months) })

export const kinds: Kind[] = [
  { name: 'list of tickets', percent: 9, request: listTickets },
  { name: 'its next page', percent: 3, request: (office) => get(office.nextPage ?? '/api/tickets') },
  { name: 'a ticket', percent: 16, request: (office) => get(`/api/tickets/${pick(office, office.tickets).id}`) },
  {
    name: 'its thread',
    percent: 16,
    request: (office) => get(`/api/tickets/${pick(office, office.tickets).id}/thread`),
  },
  {
    name: 'search',
    percent: 10,
    request: (office) => get(`/api/tickets?tab=${pick(office, ['active', 'archived'])}&search=${wordOf(office)}`),
  },
  { name: 'dashboard', percent: 6, request: () => get('/api/dashboard') },
  {
    name: 'time',
    percent: 6,
    request: (office) => get(`/api/time${pick(office, ['', `?customerId=${pick(office, office.customerIds)}`])}`),
  },
  {
    name: 'customers',
    percent: 5,
    request: (office) => get(`/api/customers${pick(office, ['', `?search=${wordOf(office)}`])}`),
  },
  {
    name: 'archive',
    percent: 5,
    request: (office) => get(`/api/archive${pick(office, ['', '?year=2025', `?search=${wordOf(office)}`])}`),
  },
  { name: 'inbox', percent: 4, request: (office) => get(`/api/enquiries?tab=${pick(office, ['open', 'done'])}`) },
  { name: 'new time row', percent: 7, isWriting: true, request: createTime },
  { name: 'comment', percent: 6, isWriting: true, request: comment },
  { name: 'change of status', percent: 4, isWriting: true, request: changeStatus },
  { name: 'new ticket', percent: 2, isWriting: true, request: createTicket },
  { name: 'month report', percent: 1, isWriting: true, request: report },
]

/** One client for each random generator, with a share of the tickets of the viewer's organization. */
export async function openOffices({ query, viewer }: Stage, randoms: (() => number)[]): Promise<Office[]> {
  const { rows: customers } = await query<{ id: string }>(
    'select id from customers where org_id = $1 and archived_at is null order by id',
    [viewer.orgId],
  )
  const customerIds = customers.map(({ id }) => id)
  const { rows: tickets } = await query<Ticket & { title: string }>(
    'select id, version, status, title from tickets where org_id = $1 order by id',
    [viewer.orgId],
  )
  const words = [...new Set(tickets.flatMap(({ title }) => title.match(/\p{L}{3,}/gu) ?? []))]
  return randoms.map((random, nth) => ({
    ...{ random, customerIds, words },
    tickets: tickets.filter((_, index) => index % randoms.length === nth),
  }))
}
