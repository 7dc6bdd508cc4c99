// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let technician: Person
let customer: { id: string }
let requests: string[]
let mayOpen: PromiseWithResolvers<void>
let isOpen: PromiseWithResolvers<void>

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  customer = await h.aCustomer({ orgId })
  await givePassword(h, technician)
})
beforeEach(() => {
  requests = []
  mayOpen = Promise.withResolvers()
  isOpen = Promise.withResolvers()
})
afterEach(closeApp)
afterAll(() => h.stop())

/** Records the requests of the API, and holds the stream back until `mayOpen`. */
const fetch: typeof globalThis.fetch = async (input, init) => {
  const path = String(input instanceof Request ? input.url : input).replace(/^https?:\/\/[^/]+|\?.*/g, '')
  if (path !== '/api/live') {
    if (path.startsWith('/api/')) requests.push(path)
    return h.fetch(input, init)
  }
  await mayOpen.promise
  const response = await h.fetch(input, init)
  isOpen.resolve()
  return response
}

const aTicket = (title: string) =>
  h.as(technician).call(tickets.create, { body: { title, description: 'x', customerId: customer.id } })

/** Resolves once the broker knows what has changed before a stream. */
async function listening() {
  h.broker.listen()
  const opened = new AbortController()
  const actor = await h.database.asActor(
    technician.sessionId,
    () => undefined,
    async (_db, current) => current,
  )
  const stream = h.broker.open({ actor, tokenExpiresAt: Date.now() + 60_000, signal: opened.signal })
  for await (const _event of stream) break
  opened.abort()
}

/** The list's requests before the stream opens. */
const requestsOfList = ['/api/me', '/api/tickets', '/api/ticket-views', '/api/counts', '/api/clock', '/api/users/names']
const requestsOfChange = ['/api/counts', '/api/ticket-views', '/api/tickets']

async function openList() {
  await openBackOffice(h, technician, '/backoffice/tickets', { fetch })
  expect(await screen.findByText('Fanns från början')).toBeTruthy()
  await waitFor(() => expect(requests).toEqual(expect.arrayContaining(requestsOfList)))
  expect(requests.splice(0)).toHaveLength(requestsOfList.length)
}

test('when the stream opens, only data that changed since it was fetched is fetched again', async () => {
  await aTicket('Fanns från början')
  await listening()
  await openList()
  await aTicket('Kom innan strömmen öppnades')
  expect(requests).toEqual([])
  mayOpen.resolve()
  expect(await screen.findByText('Kom innan strömmen öppnades')).toBeTruthy()
  await waitFor(() => expect(requests.toSorted()).toEqual(requestsOfChange))
})

test('when the stream opens and nothing has changed, nothing is fetched', async () => {
  await listening()
  await openList()
  mayOpen.resolve()
  await isOpen.promise
  await aTicket('Kom efter att strömmen öppnades')
  expect(await screen.findByText('Kom efter att strömmen öppnades')).toBeTruthy()
  await waitFor(() => expect(requests.toSorted()).toEqual(requestsOfChange))
})

test('everything is fetched again when the server has not listened since the data was fetched', async () => {
  const fresh = await startHarness({ on: h.test, tokens: h.tokens })
  try {
    await openList()
    await aTicket('Kom medan ingen lyssnade')
    const { fetch: held } = h
    h.fetch = fresh.fetch
    mayOpen.resolve()
    expect(await screen.findByText('Kom medan ingen lyssnade')).toBeTruthy()
    expect(requests).toContain('/api/me')
    h.fetch = held
  } finally {
    await closeApp()
    await fresh.stop()
  }
})
