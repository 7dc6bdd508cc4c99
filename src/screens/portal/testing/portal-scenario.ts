// Set-up of the portal's endpoint tests: logins of two customers and of another organization, and calls as them.
import { type TicketStatus, tickets } from '#features/tickets/tickets.contract.ts'
import type { App } from '#platform/http/app.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { portal } from '../portal.contract.ts'

/** Part of every internal comment; must not occur in any response to a customer. */
export const CANARY = 'kanariefågel-4711'

export type PortalScenario = Awaited<ReturnType<typeof startPortalScenario>>

export async function startPortalScenario() {
  let staffToken: string | undefined
  const sentToCustomers: string[] = []
  const recordResponses = (app: App) => {
    app.addHook('onSend', async (request, reply, payload) => {
      const isStaff = request.headers.authorization === `Bearer ${staffToken}`
      if (!isStaff) sentToCustomers.push(JSON.stringify([reply.getHeaders(), payload]))
    })
  }
  const h = await startHarness({ register: recordResponses })
  const org = await h.anOrganization()
  const technician = await h.aTechnician({ orgId: org.id, fullName: 'Tove Teknik' })
  staffToken = technician.token
  const admin = await h.anAdmin({ orgId: org.id })
  const customer = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
  const anna = await h.aPortalUser(customer)
  const colleague = await h.aPortalUser(customer)
  const sibling = await h.aPortalUser(await h.aCustomer({ orgId: org.id, name: 'Bageriet AB' }))
  const { id: elsewhere } = await h.anOrganization('Annan AB')
  const outsider = await h.aPortalUser(await h.aCustomer({ orgId: elsewhere }))

  const inject = (method: string, url: string, { token }: Person, payload?: unknown) =>
    h.app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
    })
  /** Deletes what a test may have written, so that each test starts without tickets. */
  async function deleteTickets() {
    for (const table of [
      'ticket_comments',
      'ticket_changes',
      'ticket_drafts',
      'tickets',
      'idempotency_keys',
      'portal_counts',
    ])
      await h.test.superuser.query(`delete from ${table}`)
  }
  const count = async (table: string) =>
    (await h.test.superuser.query(`select count(*)::int from ${table}`)).rows[0].count
  return {
    h,
    technician,
    admin,
    customer,
    anna,
    colleague,
    sibling,
    outsider,
    /** Headers and body of every response to anybody but staff. */
    sentToCustomers,
    inject,
    count,
    deleteTickets,
    ...callsOf(h, { anna, technician }),
  }
}

/** Calls of the portal, by Anna unless another person is named, and staff's actions on her tickets. */
function callsOf(h: Harness, { anna, technician }: { anna: Person; technician: Person }) {
  const body = { title: 'WiFi nere', description: 'Ingen kontakt i lagret' }
  return {
    open: (overrides: object = {}, person = anna) =>
      h.as(person).call(portal.create, { body: { ...body, ...overrides } }),
    list: (person = anna) => h.as(person).call(portal.list, { query: {} }),
    ticket: (id: string, person = anna) => h.as(person).call(portal.get, { params: { id } }),
    thread: (id: string, person = anna) => h.as(person).call(portal.thread, { params: { id } }),
    comment: (id: string, text: string, person = anna) =>
      h.as(person).call(portal.comment, { params: { id }, body: { comment: text } }),
    reply: (id: string, text: string, isInternal = false) =>
      h.as(technician).call(tickets.comment, { params: { id }, body: { comment: text, isInternal } }),
    async setStatus(id: string, status: TicketStatus) {
      const { version } = await h.as(technician).call(tickets.get, { params: { id } })
      await h.as(technician).call(tickets.change, { params: { id }, body: { status, version } })
    },
  }
}
