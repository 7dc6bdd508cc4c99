// @vitest-environment jsdom

import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PORTAL_KEY, SESSION_KEY } from '#features/auth/web/session-key.ts'
import { THEME_KEY } from '#shared/ui/stored-theme.ts'
import { PHONE } from '#shared/web/device.ts'
import { CODE_FAILED } from './code-failed.ts'
import { firstScreenScript } from './first-screen.ts'

let requests: [url: string, init: RequestInit | undefined][]
/** Resolves the request of the document. */
let answer: (response: Response) => void

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    requests.push([url, init])
    return new Promise<Response>((resolve) => {
      answer = resolve
    })
  })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === PHONE }))
  Object.assign(document.documentElement.dataset, { portal: 'staff', app: '/assets/main.js' })
  document.body.innerHTML = '<div id="app" data-frame inert>The frame</div>'
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  document.documentElement.className = ''
  document.head.replaceChildren()
  for (const name of Object.keys(document.documentElement.dataset))
    Reflect.deleteProperty(document.documentElement.dataset, name)
  Reflect.deleteProperty(globalThis, 'firstScreen')
})

const page = () => document.querySelector<HTMLElement>('#app')
const inAnHour = () => Date.now() / 1000 + 3600

/** Opens a document at the address as a browser does. */
function openDocument(
  address: string,
  session: unknown = { access_token: 't', refresh_token: 'r', expires_at: inAnHour() },
) {
  history.replaceState(null, '', address)
  if (session) localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  runInThisContext(firstScreenScript)
}

/** The app cannot be imported here, which is reported as in a browser that cannot fetch it. */
const appStarted = () => vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toBe(CODE_FAILED))

test('the screen at the address is requested as the device will show it', () => {
  localStorage.setItem('choice:list-folded', '1')
  localStorage.setItem(THEME_KEY, 'dark')
  openDocument('/backoffice/tickets?tab=active&search=b%26b#row')
  const [url, init] = requests[0] ?? []
  const { pathname, searchParams } = new URL(url ?? '', location.href)
  expect(pathname).toBe('/api/first-screen')
  expect(Object.fromEntries(searchParams)).toEqual({
    path: '/backoffice/tickets?tab=active&search=b%26b#row',
    phone: 'true',
    wide: 'false',
    height: String(innerHeight),
    choices: 'list-folded',
    theme: 'dark',
  })
  expect(init).toEqual({ headers: { authorization: 'Bearer t' } })
})

test('the drawing replaces the frame, still inert, and the app is started when it is painted', async () => {
  let paint = () => undefined as unknown
  vi.stubGlobal('requestAnimationFrame', (callback: () => unknown) => {
    paint = callback
  })
  openDocument('/backoffice/tickets')
  answer(Response.json({ html: '<main>Ärenden</main>', responses: {} }))
  await vi.waitFor(() => expect(page()?.innerHTML).toBe('<main>Ärenden</main>'))
  expect(page()?.hasAttribute('inert')).toBe(true)
  expect(document.querySelector('[role=alert]')).toBeNull()
  paint()
  await appStarted()
})

test('an app that has taken over is not replaced', async () => {
  openDocument('/backoffice/tickets')
  Reflect.deleteProperty(page()?.dataset ?? {}, 'frame')
  answer(Response.json({ html: '<main>Ärenden</main>', responses: {} }))
  await appStarted()
  expect(page()?.textContent).toBe('The frame')
})

test.each([
  ['is not drawn', () => Response.json({ html: null, responses: {} })],
  ['is refused', () => Response.json({ error: {} }, { status: 403 })],
  ['comes as something else', () => new Response('<html>')],
])('the app is started when the screen %s', async (_, response) => {
  openDocument('/backoffice/tickets')
  answer(response())
  await appStarted()
  expect(page()?.textContent).toBe('The frame')
})

test('the app does not wait for an answer that does not come', async () => {
  vi.useFakeTimers()
  openDocument('/backoffice/tickets')
  await vi.advanceTimersByTimeAsync(2000)
  vi.useRealTimers()
  await appStarted()
})

test.each([
  ['nobody is signed in', null],
  ['something else is stored', 'x'],
])('nothing is requested when %s, and the app is started', async (_, session) => {
  openDocument('/backoffice/tickets', session)
  expect(requests).toEqual([])
  await appStarted()
})

describe('a session that is about to expire', () => {
  const old = { access_token: 't', refresh_token: 'r', expires_at: Date.now() / 1000 + 60 }
  const next = { access_token: 't2', refresh_token: 'r2', expires_in: 900, expires_at: 1 }
  const stored = () => JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')
  const authorizations = () => requests.slice(1).map(([, init]) => init?.headers)

  test('is renewed and stored first, and the screen requested with the next', async () => {
    openDocument('/backoffice/tickets', old)
    expect(requests).toEqual([
      [
        '/auth/v1/token?grant_type=refresh_token',
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"refresh_token":"r"}' },
      ],
    ])
    answer(Response.json(next))
    await vi.waitFor(() => expect(authorizations()).toEqual([{ authorization: 'Bearer t2' }]))
    expect(stored()).toEqual({ ...next, expires_at: expect.any(Number) })
    expect(Math.abs(stored().expires_at - (Date.now() / 1000 + 900))).toBeLessThan(60)
    answer(Response.json({ html: '<main>Ärenden</main>', responses: {} }))
    await vi.waitFor(() => expect(page()?.textContent).toBe('Ärenden'))
  })

  test('that another tab has renewed meanwhile is kept as that tab has stored it', async () => {
    openDocument('/backoffice/tickets', old)
    localStorage.setItem(SESSION_KEY, JSON.stringify({ access_token: 'elsewhere' }))
    answer(Response.json(next))
    await vi.waitFor(() => expect(authorizations()).toEqual([{ authorization: 'Bearer elsewhere' }]))
    expect(stored()).toEqual({ access_token: 'elsewhere' })
  })

  test('that another tab has ended meanwhile stays ended, and the app is started', async () => {
    openDocument('/backoffice/tickets', old)
    localStorage.clear()
    answer(Response.json(next))
    await appStarted()
    expect(stored()).toBeNull()
    expect(authorizations()).toEqual([])
  })

  test('that is renewed when the app has been started is left to it', async () => {
    vi.useFakeTimers()
    openDocument('/backoffice/tickets', old)
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    answer(Response.json(next))
    await vi.waitFor(() => expect(stored().access_token).toBe('t2'))
    await appStarted()
    expect(authorizations()).toEqual([])
  })

  test('that is refused is left to the app, with the code that signs out', async () => {
    document.documentElement.dataset.renewal = '/assets/auth-client.js'
    openDocument('/backoffice/tickets', old)
    answer(Response.json({ code: 'refresh_token_not_found' }, { status: 400 }))
    await appStarted()
    expect(stored()).toEqual(old)
    expect(authorizations()).toEqual([])
    expect([...document.head.querySelectorAll('link')].map(({ href }) => new URL(href).pathname)).toEqual([
      '/assets/auth-client.js',
    ])
  })
})

test('the layout is shown in the stored theme to a person with a session, and to no other', () => {
  const { dataset, classList } = document.documentElement
  localStorage.setItem(THEME_KEY, 'dark')
  openDocument('/backoffice/tickets', null)
  expect(classList.contains('has-session')).toBe(false)
  expect(dataset.theme).toBe('dark')
  openDocument('/backoffice/tickets', { access_token: 't', expires_at: Date.now() / 1000 - 60 })
  expect(classList.contains('has-session')).toBe(true)
  classList.remove('has-session')
  localStorage.setItem(PORTAL_KEY, 'customer')
  openDocument('/backoffice/tickets')
  expect(classList.contains('has-session')).toBe(false)
})
