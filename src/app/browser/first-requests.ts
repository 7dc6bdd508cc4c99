// The requests with which a screen opens, sent by an inline script of the document, so that they do not wait for the
// app's code. first-responses.ts hands their responses to the queries that would have sent them.
import { createHash } from 'node:crypto'
import { MIN_LIFE_MS, PORTAL_KEY, SESSION_KEY } from '#features/auth/web/session-key.ts'
import type { LoginKind } from '#shared/roles.rules.ts'
import { THEME_KEY } from '#shared/ui/stored-theme.ts'
import { areaOf } from './areas.ts'

/**
 * By path: the URLs after /api, with the id of the address for `:id`. A name in the query is filled in from the address,
 * and left out with its default of none. A URL that the screen does not request costs a request but is never wrong.
 */
const byPath: Record<string, string[]> = {
  '/bo': ['dashboard'],
  '/backoffice': ['dashboard'],
  '/backoffice/customers': ['customers?search=&archived='],
  '/backoffice/customers/:id': ['customers/:id/screen'],
  '/backoffice/tickets': ['tickets?tab=active&search=&status=&priority=&assignee=&waiting=&sort=&direction='],
  '/backoffice/tickets/:id': ['tickets/:id/screen'],
  '/backoffice/inbox': ['enquiries?tab=open&search='],
  '/backoffice/inbox/:id': ['enquiries/:id'],
  '/backoffice/reports': ['reports'],
  '/backoffice/archive': ['archive'],
  '/backoffice/users': ['users'],
  '/customer-portal': ['portal/tickets', 'portal/company'],
  '/customer-portal/tickets/:id': ['portal/tickets/:id', 'portal/tickets/:id/thread', 'portal/company'],
}

/** The attributes of <html> from which the script reads them; empty for a path without a login. */
export function firstRequestsOf(path: string): { portal: LoginKind; requests: string[] } | undefined {
  const portal = areaOf(path)?.portal
  return portal && { portal, requests: (byPath[path] ?? []).map((request) => `/api/${request}`) }
}

type Keys = { session: string; portal: string; theme: string }

/**
 * Runs in the browser as its own source text: it may refer to nothing outside. Before that it prepares the first paint:
 * the theme, and the frame for a person with a session.
 */
function sendFirstRequests(keys: Keys, minLifeMs: number) {
  try {
    const { dataset, classList } = document.documentElement
    const { portal, requests = '', renewal } = dataset
    const theme = localStorage.getItem(keys.theme)
    if (theme) dataset.theme = theme
    const session = JSON.parse(localStorage.getItem(keys.session) ?? 'null')
    // The login is known to be of the other portal, to which it will be redirected.
    const known = localStorage.getItem(keys.portal)
    const isOther = known !== null && known !== portal
    if (session && !isOther) classList.add('has-session')
    if (!session || !(session.expires_at * 1000 - Date.now() > minLifeMs)) {
      if (renewal)
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: renewal }))
      return
    }
    const responses: Record<string, Promise<Response>> = {}
    const send = (url: string) => {
      responses[url] = fetch(url, { headers: { authorization: `Bearer ${session.access_token}` } })
      responses[url].catch(() => undefined)
    }
    send('/api/me')
    // What the layout waits for.
    if (portal === 'staff' && known === portal) send('/api/counts')
    const given = new URLSearchParams(location.search)
    for (const request of isOther ? [] : requests.split(' ').filter(Boolean)) {
      const [path = '', names = ''] = request.split('?')
      const query = new URLSearchParams(names)
      if ([...given.keys()].some((name) => !query.has(name))) continue
      for (const [name, value] of [...query]) {
        const chosen = given.get(name) || value
        if (chosen) query.set(name, chosen)
        else query.delete(name)
      }
      const id = location.pathname.split('/').pop() ?? ''
      send(path.replace(':id', id.toLowerCase()) + (query.size > 0 ? `?${query}` : ''))
    }
    Object.assign(window, { firstRequests: { token: session.access_token, sentAt: performance.now(), responses } })
  } catch {
    // Storage may be forbidden or contain anything; the app then sends its requests itself.
  }
}

const keys: Keys = { session: SESSION_KEY, portal: PORTAL_KEY, theme: THEME_KEY }

/** The text of the inline script, the same in every document. */
export const firstRequestsScript = `(${sendFirstRequests.toString()})(${JSON.stringify(keys)}, ${MIN_LIFE_MS})`

/** Its source in a Content-Security-Policy. */
export const firstRequestsHash = `'sha256-${createHash('sha256').update(firstRequestsScript).digest('base64')}'`
