// Reports and invoice bases, of which the demo of this size has none.
import { BILLED_YEARS } from './billed-years.ts'
import type { Build } from './stage.ts'

const INVOICE_BASES = 20

/** Makes reports and invoice bases of last month, which is not reported yet; the company bills since the years of billed-years.ts. */
export async function prepareSnapshots({ product, people: [admin], data, query }: Build) {
  await query('update company_facts set billing_from = billing_from - make_interval(years => $2) where org_id = $1', [
    data.orgId,
    BILLED_YEARS,
  ])
  const headers = { authorization: `Bearer ${await admin.token()}`, 'content-type': 'application/json' }
  const send = async (path: string, body?: object) => {
    const response = await fetch(`${product.url}${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  // Material of the current month may have no price yet.
  const [, month = ''] = data.months
  for (const customerId of ['', ...data.customers.slice(0, 5)]) {
    const { id } = (await send('/api/reports', { customerId, from: `${month}-01`, to: `${month}-28` })) as {
      id: string
    }
    data.reports.push(id)
  }
  const { rows } = (await send(`/api/invoice-bases?month=${month}`)) as { rows: { customer: { id: string } }[] }
  for (const { customer } of rows.slice(0, INVOICE_BASES)) {
    const body = { customerId: customer.id, month, replaces: null }
    const { id } = (await send('/api/invoice-bases', body)) as { id: string }
    data.invoiceBases.push(id)
  }
}
