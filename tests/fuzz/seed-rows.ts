// Rows that generated requests would seldom create, because each needs another row, or several fields that agree.
import { anArticle } from '#features/billing/testing/articles.ts'
import {
  aMailbox,
  aReport,
  aSpan,
  aTicket,
  aTrip,
  aVisit,
  someCharge,
  someFreeLine,
  someRecurring,
  someTerms,
} from '../system/access/bodies.ts'
import type { FuzzActors } from './actors.ts'
import type { Transport } from './fuzz.ts'
import type { Pool } from './pool.ts'

const MONTH = '2026-11'
const IN_MONTH = '2026-11-01'

/** Creates rows of every kind as an administrator, and adds their ids to the pool under the kind of their paths. */
export async function seedRows(pool: Pick<Pool, 'add' | 'collect'>, actors: FuzzActors, send: Transport) {
  const { customerId, technicianId } = actors
  const ask = async (method: string, url: string, body: object) => {
    const answer = await send({
      method,
      url,
      network: '10.0.0.1',
      body: JSON.stringify(body),
      headers: [
        ['authorization', `Bearer ${await actors.tokenOf('admin')}`],
        ['content-type', 'application/json'],
      ],
    })
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.body}`)
    return answer.body === '' ? {} : (JSON.parse(answer.body) as { id?: string })
  }
  const make = async (kind: string, url: string, body: object) => {
    const row = await ask('POST', url, body)
    pool.collect(row, `/api/${kind}`)
    return row.id ?? ''
  }
  const ofCustomer = `/api/customers/${customerId}`
  for (const name of ['Kim', 'Lo']) await make('contacts', `${ofCustomer}/contacts`, { name })
  for (const name of ['Dator', 'Skrivare']) await make('equipment', `${ofCustomer}/equipment`, { name })
  const ticketId = await make('tickets', '/api/tickets', { ...aTicket, customerId })
  await make('visits', `/api/tickets/${ticketId}/visits`, { ...aVisit, userId: technicianId, note: '' })
  const termsId = await make('terms', '/api/terms', someTerms)
  await ask('PUT', `${ofCustomer}/agreement`, { validFrom: IN_MONTH, termsId })
  const prepaid = { boughtOn: IN_MONTH, validUntil: null, minutes: 600, priceOre: 850_000 }
  await make('prepaid-hours', `${ofCustomer}/prepaid-hours`, prepaid)
  await make('recurring', `${ofCustomer}/recurring`, someRecurring)
  await make('time', '/api/time', { customerId, ...aSpan })
  await make('expenses', '/api/expenses', { customerId, ...aTrip })
  await make('articles', '/api/articles', anArticle())
  await make('charges', `${ofCustomer}/charges`, someCharge)
  const basisId = await make('invoice-bases', '/api/invoice-bases', { customerId, month: MONTH, replaces: null })
  await ask('POST', `/api/invoice-bases/${basisId}/send`, {})
  const other = await make('customers', '/api/customers', { name: 'Ås Bygg AB' })
  await make('charges', `/api/customers/${other}/charges`, someCharge)
  const draftId = await make('invoice-bases', '/api/invoice-bases', { customerId: other, month: MONTH, replaces: null })
  await make('free-lines', `/api/invoice-bases/${draftId}/free-lines`, someFreeLine)
  await make('reports', '/api/reports', aReport)
  await make('mailboxes', '/api/mailboxes', aMailbox)
}
