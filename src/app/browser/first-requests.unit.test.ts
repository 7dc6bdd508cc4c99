// @vitest-environment jsdom

import { runInThisContext } from 'node:vm'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { PORTAL_KEY, SESSION_KEY } from '#features/auth/web/session-key.ts'
import { countsQuery } from '#features/inbox/web/menu-counts.api.ts'
import { THEME_KEY } from '#shared/ui/stored-theme.ts'
import { connect } from '#shared/web/call.ts'
import { usingFirstResponses } from '#shared/web/first-responses.ts'
import { backOfficeData } from './back-office-data.ts'
import { firstRequestsOf, firstRequestsScript } from './first-requests.ts'
import { portalData } from './portal-data.ts'

const ID = '01a21267-1820-72e0-8605-d6842e13a1aa'
const paths = Object.keys({ ...backOfficeData, ...portalData }).filter((path) => firstRequestsOf(path)?.requests.length)

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  document.documentElement.className = ''
  document.head.replaceChildren()
  Reflect.deleteProperty(globalThis, 'firstRequests')
})

const inAnHour = () => Date.now() / 1000 + 3600

/** Opens a document at the address as a browser does, and returns what its script has requested. */
function openDocument(path: string, search = '', session: unknown = { access_token: 't', expires_at: inAnHour() }) {
  const first = firstRequestsOf(path)
  Object.assign(document.documentElement.dataset, { portal: first?.portal, requests: first?.requests.join(' ') })
  history.replaceState(null, '', path.replace(':id', ID.toUpperCase()) + search)
  if (session) localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url)
    return Response.json({ rows: [], next: null, ticket: {} })
  })
  runInThisContext(firstRequestsScript)
  return sent
}

/** The requests of the screen's queries that no first response answers, and those that one does. */
async function runScreen(path: string, search: string) {
  const [sent, asked] = [[] as string[], [] as string[]]
  const network = usingFirstResponses(async (input) => {
    sent.push(input as string)
    return Response.json({ rows: [], next: null, ticket: {} })
  })
  connect({
    fetch: (input, init) => {
      asked.push(input as string)
      return network(input, init)
    },
    token: () => 't',
    renew: async () => undefined,
  })
  const client = new QueryClient()
  if (path in backOfficeData) await client.prefetchQuery(countsQuery)
  await { ...backOfficeData, ...portalData }[path]?.({
    client,
    id: ID,
    search: new URLSearchParams(search),
  })
  return { sent, asked }
}

const addresses = [
  ...paths.map((path) => [path, ''] as const),
  ['/backoffice/tickets', '?priority=high&search=sk%C3%A5p%20b&assignee=me&sort=customer&direction=asc'] as const,
  ['/backoffice/customers', '?search=bageri&archived=true'] as const,
  ['/backoffice/inbox', '?tab=done&search=x'] as const,
]

test.each(addresses)('the document of %s%s requests what its screen then uses', async (path, search) => {
  localStorage.setItem(PORTAL_KEY, firstRequestsOf(path)?.portal ?? '')
  const early = openDocument(path, search)
  const { sent, asked } = await runScreen(path, search)
  expect(early).toEqual(['/api/me', ...asked])
  expect(sent).toEqual([])
})

test.each([
  ['nobody is signed in', null],
  ['the session is about to expire', { access_token: 't', expires_at: Date.now() / 1000 + 60 }],
  ['something else is stored', 'x'],
])('nothing is requested when %s', (_, session) => {
  expect(openDocument('/backoffice/tickets', '', session)).toEqual([])
})

test('the code that renews a session is fetched with the document when the session has expired', () => {
  document.documentElement.dataset.renewal = '/assets/auth-client.js'
  const preloads = () =>
    [...document.head.querySelectorAll('link')].map(({ rel, href }) => [rel, new URL(href).pathname])
  openDocument('/backoffice/tickets')
  expect(preloads()).toEqual([])
  openDocument('/backoffice/tickets', '', { access_token: 't', expires_at: Date.now() / 1000 - 60 })
  expect(preloads()).toEqual([['modulepreload', '/assets/auth-client.js']])
})

test('the layout is shown in the stored theme to a person with a session, and to no other', () => {
  const { dataset, classList } = document.documentElement
  localStorage.setItem(THEME_KEY, 'dark')
  openDocument('/backoffice/tickets', '', null)
  expect(classList.contains('has-session')).toBe(false)
  expect(dataset.theme).toBe('dark')
  openDocument('/backoffice/tickets', '', { access_token: 't', expires_at: Date.now() / 1000 - 60 })
  expect(classList.contains('has-session')).toBe(true)
  classList.remove('has-session')
  localStorage.setItem(PORTAL_KEY, 'customer')
  openDocument('/backoffice/tickets')
  expect(classList.contains('has-session')).toBe(false)
})

test('no data is requested for a login of the other portal, nor for a filter that the screen has not', () => {
  expect(openDocument('/backoffice/tickets', '?page=2')).toEqual(['/api/me'])
  localStorage.setItem(PORTAL_KEY, 'customer')
  expect(openDocument('/backoffice/tickets')).toEqual(['/api/me'])
})

test('a response is used once, and only with its own token', async () => {
  openDocument('/backoffice/tickets')
  const network = vi.fn(async () => new Response('from the network'))
  const send = usingFirstResponses(network)
  const headers = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  await send('/api/me', headers('of another'))
  await send('/api/me', { ...headers('t'), method: 'DELETE' })
  expect(network).toHaveBeenCalledTimes(2)
  await send('/api/me', headers('t'))
  expect(network).toHaveBeenCalledTimes(2)
  await send('/api/me', headers('t'))
  expect(network).toHaveBeenCalledTimes(3)
})
