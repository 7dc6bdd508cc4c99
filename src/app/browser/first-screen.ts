// Opens the first screen of a signed-in person before the app's code: an inline script of the document asks the server to
// draw it. first-responses.ts hands the responses that come with it to the app's queries.
import { createHash } from 'node:crypto'
import { auth } from '#features/auth/auth.contract.ts'
import { MIN_LIFE_MS, PORTAL_KEY, SESSION_KEY } from '#features/auth/web/session-key.ts'
import type { LoginKind } from '#shared/roles.rules.ts'
import { THEME_KEY } from '#shared/ui/stored-theme.ts'
import { CHOICE_PREFIX, PHONE, WIDE } from '#shared/web/device.ts'
import { type FirstScreen, WAIT_MS } from '#shared/web/first-responses.ts'
import { areaOf } from './areas.ts'
import { CODE_FAILED } from './code-failed.ts'
import { firstScreen } from './first-screen.contract.ts'

/** The login that a path needs, which the script reads from <html>; undefined for a path without one. */
export const portalOf = (path: string): LoginKind | undefined => areaOf(path)?.portal

/** The Trusted Types policy of the HTML that the server has drawn. */
export const DRAWN_POLICY = 'drawn'

const constants = {
  session: SESSION_KEY,
  portal: PORTAL_KEY,
  theme: THEME_KEY,
  choice: CHOICE_PREFIX,
  phone: PHONE,
  wide: WIDE,
  policy: DRAWN_POLICY,
  url: firstScreen.path,
  tokenUrl: `${auth.token.path}?grant_type=refresh_token`,
  minLifeMs: MIN_LIFE_MS,
  /** Run before it is drawn, the app's code would keep the processor of a phone from showing it. */
  waitMs: WAIT_MS,
  failed: CODE_FAILED,
}

type Parts = {
  renew: (stored: string, is: typeof constants) => Promise<string>
  request: (token: string, is: typeof constants) => Promise<Answer>
  load: (url: string) => Promise<unknown>
  show: (page: HTMLElement) => void
  markPress: (event: MouseEvent) => void
}
type Answer = Awaited<FirstScreen['answer']> & { html: string | null }
type Policies = { createPolicy(name: string, rules: { createHTML(html: string): string }): Policy }
type Policy = { createHTML(html: string): string }

/**
 * Runs in the browser as its own source text: it may refer to nothing outside. Before that it prepares the first paint:
 * the theme, and the frame for a person with a session.
 */
function openFirstScreen(is: typeof constants, { renew, request, load, show, markPress }: Parts) {
  const { dataset, classList } = document.documentElement
  let app = dataset.app
  const start = () => {
    if (app) load(app).catch(reportFailure)
    app = undefined
  }
  const reportFailure = () => {
    const className =
      'fixed inset-x-4 bottom-4 z-60 rounded-md border border-line bg-raised p-4 text-danger-ink shadow-high'
    document.body.append(
      Object.assign(document.createElement('p'), { role: 'alert', className, textContent: is.failed }),
    )
  }
  // In any case, so that no other script can create it.
  const policies = (window as { trustedTypes?: Policies }).trustedTypes
  const policy = policies?.createPolicy(is.policy, { createHTML: (html) => html })
  try {
    const { portal, renewal } = dataset
    const theme = localStorage.getItem(is.theme)
    if (theme) dataset.theme = theme
    const stored = localStorage.getItem(is.session)
    const session = JSON.parse(stored ?? 'null')
    // A login that is known to be of the other portal will be redirected.
    const known = localStorage.getItem(is.portal)
    if (session && (known === null || known === portal)) classList.add('has-session')
    const startWithRenewal = () => {
      if (renewal)
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: renewal }))
      start()
    }
    if (!stored || !session?.refresh_token) return startWithRenewal()
    const draw = ({ html }: Answer) => {
      // Gone when the app was faster.
      const page = document.querySelector<HTMLElement>('#app[data-frame]')
      if (!page || !html) return start()
      page.innerHTML = policy ? policy.createHTML(html) : html
      show(page)
      // After the next paint, for which a hidden document waits.
      if (document.hidden) start()
      else requestAnimationFrame(() => setTimeout(start))
    }
    const open = (token: string) => request(token, is).then(draw).catch(start)
    if (session.expires_at * 1000 - Date.now() > is.minLifeMs) void open(session.access_token)
    // Not for an app that has waited long enough: it asks itself, and again after a change.
    else renew(stored, is).then((token) => (app ? open(token) : undefined), startWithRenewal)
    setTimeout(start, is.waitMs)
    document.addEventListener('click', markPress)
  } catch {
    // Storage may be forbidden or contain anything; the app then opens its screen itself.
    start()
  }
}

/**
 * Exchanges a session that has expired for the next one, and stores it, as auth-js would later. Returns the access token.
 * Rejects when it is refused or the server not reached; the app then asks again, and signs out when it is refused.
 */
async function renew(stored: string, is: typeof constants) {
  const response = await fetch(is.tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: JSON.parse(stored).refresh_token }),
  })
  if (!response.ok) throw new Error(response.statusText)
  const renewed = await response.json()
  // By the browser's own clock (auth-client.ts).
  renewed.expires_at = Math.round(Date.now() / 1000) + renewed.expires_in
  // Another tab may have renewed or ended it meanwhile.
  if (localStorage.getItem(is.session) === stored) localStorage.setItem(is.session, JSON.stringify(renewed))
  return JSON.parse(localStorage.getItem(is.session) ?? '').access_token
}

/** Asks for the screen at the document's address, as this device will show it. */
function request(token: string, is: typeof constants) {
  const choices = Object.keys(localStorage).filter((key) => key.startsWith(is.choice))
  const query = new URLSearchParams({
    path: location.pathname + location.search + location.hash,
    theme: localStorage.getItem(is.theme) ?? 'system',
    phone: String(matchMedia(is.phone).matches),
    wide: String(matchMedia(is.wide).matches),
    height: String(innerHeight),
    choices: choices.map((key) => key.slice(is.choice.length)).join(),
  })
  const answer: Promise<Answer> = fetch(`${is.url}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  }).then((response) => (response.ok ? response.json() : Promise.reject(new Error(response.statusText))))
  const first: FirstScreen = { token, sentAt: performance.now(), answer }
  Object.assign(window, { firstScreen: first })
  return answer
}

/**
 * Sets the styles of a drawing, and scrolls as the app will: a row of tabs to its current one (scroll-to-current.ts), a
 * conversation to the named comment, or the newest, above its composer (message-log.tsx, composer-place.tsx).
 */
function show(page: HTMLElement) {
  for (const one of page.querySelectorAll<HTMLElement>('[data-style]')) one.style.cssText = one.dataset.style ?? ''
  for (const current of page.querySelectorAll('main :is([aria-current], [aria-selected=true])'))
    current.scrollIntoView({ inline: 'center', block: 'nearest' })
  const composer = page.querySelector('[data-composer]')
  if (composer) {
    const { height } = composer.getBoundingClientRect()
    const covered = height + (Number.parseFloat(getComputedStyle(composer).bottom) || 0)
    document.documentElement.style.setProperty('--composer', `${Math.ceil(covered)}px`)
  }
  const named = document.getElementById(location.hash.slice(1))
  const newest = [...page.querySelectorAll('[data-comment]')].at(-1)
  ;(named ?? newest)?.scrollIntoView({ block: named ? 'start' : 'nearest' })
  page.dataset.drawn = String(scrollY)
  // On iOS only what has a pointer gets presses.
  document.body.style.cursor = 'pointer'
}

/** Marks what is pressed in an inert drawing, so that `takeOver` presses the same of the app's screen. */
function markPress({ clientX, clientY, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  const page = document.querySelector<HTMLElement>('#app[data-drawn]')
  if (!page || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
  page.inert = false
  const pressed = document
    .elementFromPoint(clientX, clientY)
    ?.closest('#app :is(a, button, input, textarea, select, label, summary)')
  page.inert = true
  const mark = (one: Element, isOn: boolean) => {
    one.toggleAttribute('data-pressed', isOn)
    ;(one.closest('tr') ?? one).classList.toggle('opacity-60', isOn)
  }
  for (const before of page.querySelectorAll('[data-pressed]')) mark(before, false)
  if (pressed) mark(pressed, true)
}

const sources = Object.entries({ renew, request, show, markPress }).map(([name, part]) => `${name}: ${part.toString()}`)
// `load` is text, as what runs this file may have rewritten an import.
const parts = `{ load: (url) => import(url), ${sources.join(', ')} }`

/** The text of the inline script, the same in every document. */
export const firstScreenScript = `(${openFirstScreen.toString()})(${JSON.stringify(constants)}, ${parts})`

/** Its source in a Content-Security-Policy. */
export const firstScreenHash = `'sha256-${createHash('sha256').update(firstScreenScript).digest('base64')}'`
