// Every internal comment contains a canary. No response, live event or mail to a customer may contain one, or differ
// because an internal comment was written.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import { ticketTasks } from '#features/tickets/server/tasks.ts'
import { type TicketComment, tickets } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'
import { type MailJobs, startMailJobs } from '../harness/mail-jobs.ts'

let h: Harness
let mail: MailJobs
let technician: Person
let portalUser: Person
let address: string

beforeAll(async () => {
  h = await startHarness()
  address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  portalUser = await h.aPortalUser(await h.aCustomer({ orgId }))
  mail = await startMailJobs(h, ticketTasks)
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
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
/** An internal comment has a file, whose name and content are a canary too. */
async function addComment(id: string, comment: string, isInternal: boolean) {
  const sent = isInternal ? [await anUploadedFile(h, technician, 'attachment', comment, `${comment}.txt`)] : []
  const fileIds = sent.map((file) => file.id)
  return staff().call(tickets.comment, { params: { id }, body: { comment, isInternal, fileIds } })
}

/** The raw responses of every guarded endpoint to the customer's login, refusals included. */
async function allResponses(id: string, internal: TicketComment) {
  const bearer = { authorization: `Bearer ${portalUser.token}` }
  const json = { ...bearer, 'content-type': 'application/json' }
  const guarded = h.routes.filter(({ allow, url }) => allow !== 'anyone' && !url.endsWith('/live'))
  // The file's id where the path needs a file; the ids of ticket and comment everywhere.
  const ids = (url: string) => [
    id,
    internal.id,
    ...(url.includes('/files/') ? internal.files.map((file) => file.id) : []),
  ]
  const requests = guarded.flatMap(({ method, url }) =>
    ids(url).map((value) => ({ method, url: url.replace(/:\w+/g, value) })),
  )
  let bytes = ''
  for (const { method, url } of requests) {
    if (method === 'POST' && url === '/auth/v1/logout') continue
    const content =
      method === 'GET' || method === 'DELETE' ? { headers: bearer } : { headers: json, body: '{"is_internal":true}' }
    const answer = await fetch(address + url, { method, ...content })
    const headers = [...answer.headers].filter(([name]) => name !== 'date').join('\n')
    bytes += `${method} ${url} ${answer.status}\n${headers}\n${await answer.text()}\n`
  }
  // Request ids always differ.
  return bytes.replace(/"requestId":"[^"]+"/g, '').replace(/x-request-id,.*\n/g, '')
}

async function openLiveStream() {
  const abort = new AbortController()
  const headers = { authorization: `Bearer ${portalUser.token}` }
  const answer = await fetch(`${address}/api/portal/live`, { headers, signal: abort.signal })
  const received = { bytes: '' }
  const read = async () => {
    for await (const part of answer.body ?? []) received.bytes += Buffer.from(part).toString()
  }
  void read().catch(() => undefined)
  return { received, close: () => abort.abort() }
}

test('A-71, A-72, A-73, A-74, A-75, A-76, A-77, A-78: nothing sent to a customer contains a canary of an internal comment: neither responses, refusals, live events nor mail', async () => {
  const { received, close } = await openLiveStream()
  await until(() => expect(received.bytes).toContain('everything'))
  const ticket = await h
    .as(portalUser)
    .call(portal.create, { body: { title: 'WiFi nere', description: 'Inget nät i huset', priority: 'urgent' } })
  const { id } = ticket
  const first = await addComment(id, aCanary(), true)
  await addComment(id, 'Vi tittar på det.', false)
  await addComment(id, aCanary(), true)
  await h.as(portalUser).call(portal.comment, { params: { id }, body: { comment: 'Tack!' } })
  await staff().call(tickets.change, { params: { id }, body: { version: 1, status: 'resolved' } })

  // While the company is open, when a question of now is answered moves with the clock.
  vi.useFakeTimers({ toFake: ['Date'] })
  const before = await allResponses(id, first)
  expect(before).toContain('Vi tittar på det.')
  await addComment(id, aCanary(), true)
  expect(await allResponses(id, first)).toBe(before)
  vi.useRealTimers()

  await h.as(portalUser).call(portal.comment, { params: { id }, body: { comment: 'Nu är det nere igen.' } })
  await addComment(id, aCanary(), true)
  const after = await allResponses(id, first)
  await addComment(id, 'Det är lagat.', false)
  await until(() => expect(mail.mails.filter(({ text }) => text.includes('Det är lagat.'))).toHaveLength(1))
  await until(() => expect(received.bytes.match(/"comment"/g)).toHaveLength(4))
  close()

  const mails = mail.mails.map(({ raw, text }) => raw + text).join('')
  expect(mails).toContain('Vi tittar på det.')
  const seen = before + after + received.bytes + mails
  expect(canaries).toHaveLength(4)
  for (const canary of canaries) expect(seen).not.toContain(canary)
  expect(seen).not.toContain('Intern kommentar')
})

test('A-73, A-74: order, pages and numbers do not depend on internal comments', async () => {
  const created = []
  for (const title of ['Ett', 'Två', 'Tre'])
    created.push(await h.as(portalUser).call(portal.create, { body: { title, description: 'x' } }))
  const list = () => h.as(portalUser).call(portal.list, { query: {} })
  const before = await list()
  for (const { id } of created) await addComment(id, aCanary(), true)
  expect(await list()).toEqual(before)
})

test('A-75: an internal comment’s id gets the same response as an unknown id', async () => {
  const { id } = await h.as(portalUser).call(portal.create, { body: { title: 'Fyra', description: 'x' } })
  const internal = await addComment(id, aCanary(), true)
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

test('A-367: an internal comment’s file is not found or revealed by id, name, hash or a copy', async () => {
  const { id } = await h.as(portalUser).call(portal.create, { body: { title: 'Fem', description: 'x' } })
  const canary = aCanary()
  const { files } = await addComment(id, canary, true)
  const [file] = files
  const bearer = { authorization: `Bearer ${portalUser.token}` }
  const hash = createHash('sha256').update(canary).digest('hex')
  const read = async (path: string) => {
    const answer = await fetch(address + path, { headers: bearer })
    return `${answer.status} ${(await answer.text()).replace(/"requestId":"[^"]+"/, '')}`
  }
  const random = uuidv7()
  for (const path of ['/api/files/:id', '/api/files/:id/preview', '/media/:id/original', '/media/:id/40.webp']) {
    const answer = await read(path.replace(':id', file?.id ?? ''))
    expect(answer).toBe(await read(path.replace(':id', random)))
    expect(answer).toMatch(/^404 /)
    for (const other of [`${canary}.txt`, hash]) expect(await read(path.replace(':id', other))).toMatch(/^404 /)
  }
  expect(await read(`/api/tickets?search=${canary}`)).toMatch(/^403 /)
  // Uploading the same bytes reveals nothing, and creates a separate file.
  const copy = await anUploadedFile(h, portalUser, 'attachment', canary, 'kopia.txt')
  expect(copy.id).not.toBe(file?.id)
  const attach = (fileId: string) =>
    h
      .as(portalUser)
      .call(portal.comment, { params: { id }, body: { comment: 'x', fileIds: [fileId] } })
      .catch(({ status, fields }) => ({ status, fields }))
  expect(await attach(file?.id ?? '')).toEqual(await attach(random))
})
