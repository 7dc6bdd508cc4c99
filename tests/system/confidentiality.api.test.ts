// Every internal comment holds a canary. Whatever a customer asks, is told live, is mailed or refused: no byte of it holds one,
// and no byte is another because an internal comment was written.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#db/uuid.ts'
import { startJobs } from '#lib/server/jobs.ts'
import { type Mailer, openMailer } from '#lib/server/mail.ts'
import { aMailServer, type MailServer } from '#lib/server/testing/mail-server.ts'
import { until } from '#lib/testing/until.ts'
import { portal } from '#portal/portal.contract.ts'
import { ticketTasks } from '#tickets/server/tasks.ts'
import { tickets } from '#tickets/tickets.contract.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'

let h: Harness
let mail: MailServer
let mailer: Mailer
let jobs: { stop(): Promise<void> }
let technician: Person
let portalUser: Person
let address: string

beforeAll(async () => {
  h = await startHarness()
  address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  mail = await aMailServer()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  portalUser = await h.aPortalUser(await h.aCustomer({ orgId }))
  mailer = openMailer({
    ...{ smtpUrl: mail.url, from: 'x@example.se', warn: () => undefined },
    database: h.database,
  })
  jobs = await startJobs({
    connection: h.test.connection,
    tasks: ticketTasks({ database: h.database, mailer, appUrl: 'https://support.nordnat.se' }),
    log: () => undefined,
  })
})
afterAll(async () => {
  await jobs.stop()
  await mail.stop()
  await h.stop()
})

const canaries: string[] = []
const aCanary = () => {
  const canary = `kanarie-${randomUUID()}`
  canaries.push(canary)
  return canary
}

const staff = () => h.as(technician)
const say = (id: string, comment: string, isInternal: boolean) =>
  staff().call(tickets.comment, { params: { id }, body: { comment, isInternal } })

/** Everything a customer's login can ask for, and some it cannot, as it comes over the wire. */
async function everything(id: string, internalId: string) {
  const bearer = { authorization: `Bearer ${portalUser.token}` }
  const json = { ...bearer, 'content-type': 'application/json' }
  const guarded = h.routes.filter(({ allow, url }) => allow !== 'anyone' && !url.endsWith('/live'))
  const asked = guarded.flatMap(({ method, url }) =>
    [id, internalId].map((value) => ({ method, url: url.replace(/:\w+/g, value) })),
  )
  let bytes = ''
  for (const { method, url } of asked) {
    if (method === 'POST' && url === '/auth/v1/logout') continue
    const sent =
      method === 'GET' || method === 'DELETE' ? { headers: bearer } : { headers: json, body: '{"is_internal":true}' }
    const answer = await fetch(address + url, { method, ...sent })
    const headers = [...answer.headers].filter(([name]) => name !== 'date').join('\n')
    bytes += `${method} ${url} ${answer.status}\n${headers}\n${await answer.text()}\n`
  }
  // Each request has a number of its own.
  return bytes.replace(/"requestId":"[^"]+"/g, '').replace(/x-request-id,.*\n/g, '')
}

async function listen() {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${portalUser.token}` }
  const answer = await fetch(`${address}/api/portal/live`, { headers, signal: leaving.signal })
  const heard = { bytes: '' }
  const read = async () => {
    for await (const part of answer.body ?? []) heard.bytes += Buffer.from(part).toString()
  }
  void read().catch(() => undefined)
  return { heard, leave: () => leaving.abort() }
}

test('A-71 to A-78: no canary of an internal comment in any byte to a customer', async () => {
  const { heard, leave } = await listen()
  await until(() => expect(heard.bytes).toContain('everything'))
  const ticket = await h
    .as(portalUser)
    .call(portal.create, { body: { title: 'WiFi nere', description: 'Inget nät i huset', priority: 'urgent' } })
  const { id } = ticket
  const first = await say(id, aCanary(), true)
  await say(id, 'Vi tittar på det.', false)
  await say(id, aCanary(), true)
  await h.as(portalUser).call(portal.comment, { params: { id }, body: { comment: 'Tack!' } })
  await staff().call(tickets.change, { params: { id }, body: { version: 1, status: 'resolved' } })

  const before = await everything(id, first.id)
  expect(before).toContain('Vi tittar på det.')
  await say(id, aCanary(), true)
  expect(await everything(id, first.id)).toBe(before)

  await h.as(portalUser).call(portal.comment, { params: { id }, body: { comment: 'Nu är det nere igen.' } })
  await say(id, aCanary(), true)
  const after = await everything(id, first.id)
  await say(id, 'Det är lagat.', false)
  await until(() => expect(mail.mails.filter(({ text }) => text.includes('Det är lagat.'))).toHaveLength(1))
  await until(() => expect(heard.bytes.match(/"comment"/g)).toHaveLength(4))
  leave()

  const letters = mail.mails.map(({ raw, text }) => raw + text).join('')
  expect(letters).toContain('Vi tittar på det.')
  const seen = before + after + heard.bytes + letters
  expect(canaries).toHaveLength(4)
  for (const canary of canaries) expect(seen).not.toContain(canary)
  expect(seen).not.toContain('Intern kommentar')
})

test('A-73, A-74: order, page and numbers are the same with and without internal comments', async () => {
  const made = []
  for (const title of ['Ett', 'Två', 'Tre'])
    made.push(await h.as(portalUser).call(portal.create, { body: { title, description: 'x' } }))
  const list = () => h.as(portalUser).call(portal.list, { query: {} })
  const before = await list()
  for (const { id } of made) await say(id, aCanary(), true)
  expect(await list()).toEqual(before)
})

test('A-75: an internal comment’s own id, and one that never was, are answered alike', async () => {
  const { id } = await h.as(portalUser).call(portal.create, { body: { title: 'Fyra', description: 'x' } })
  const internal = await say(id, aCanary(), true)
  const answers = await Promise.all(
    [internal.id, uuidv7()].map((missing) =>
      h
        .as(portalUser)
        .call(portal.thread, { params: { id: missing } })
        .catch(({ status, message }) => ({ status, message })),
    ),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ status: 404 })
})
