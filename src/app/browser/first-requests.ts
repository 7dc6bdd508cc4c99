// The requests with which a screen opens, sent by an inline script of the document, so that they do not wait for the
// app's code. first-responses.ts hands their responses to the queries that would have sent them.
import { createHash } from 'node:crypto'
import { PORTAL_KEY, SESSION_KEY } from '#features/auth/web/session-key.ts'
import type { LoginKind } from '#shared/roles.rules.ts'

/**
 * By path: the URLs after /api, with the id of the address for `:id`. A name in the query is filled in from the address,
 * and left out with its default of none. A URL that the screen does not request costs a request but is never wrong.
 */
const byPath: Record<string, string[]> = {
  '/bo': ['dashboard'],
  '/backoffice': ['dashboard'],
  '/backoffice/time': ['time'],
  '/backoffice/customers': ['customers?search=&archived='],
  '/backoffice/customers/:id': ['customers/:id/screen'],
  '/backoffice/tickets': ['tickets?tab=active&search=&status=&priority=&assignee=&waiting=&resolved=&sort=&direction='],
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
  const portal = portals.find(({ paths }) => paths.test(path))?.portal
  return portal && { portal, requests: (byPath[path] ?? []).map((request) => `/api/${request}`) }
}

const portals = [
  { paths: /^\/(bo|backoffice)(\/|$)/, portal: 'staff' },
  { paths: /^\/customer-portal(\/|$)/, portal: 'customer' },
] as const satisfies { paths: RegExp; portal: LoginKind }[]

/** auth-js renews a session that expires within 90 seconds before it is used. */
const MIN_LIFE_MS = 100_000

/** Runs in the browser as its own source text: it may refer to nothing outside. */
function sendFirstRequests(sessionKey: string, portalKey: string, minLifeMs: number) {
  try {
    const { portal, requests = '' } = document.documentElement.dataset
    const session = JSON.parse(localStorage.getItem(sessionKey) ?? 'null')
    if (!session || !(session.expires_at * 1000 - Date.now() > minLifeMs)) return
    const responses: Record<string, Promise<Response>> = {}
    const send = (url: string) => {
      responses[url] = fetch(url, { headers: { authorization: `Bearer ${session.access_token}` } })
      responses[url].catch(() => undefined)
    }
    send('/api/me')
    // Nothing is requested for somebody whose login is known to be of the other portal.
    const known = localStorage.getItem(portalKey)
    const given = new URLSearchParams(location.search)
    for (const request of known && known !== portal ? [] : requests.split(' ').filter(Boolean)) {
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

/** The text of the inline script, the same in every document. */
export const firstRequestsScript = `(${sendFirstRequests.toString()})(${[SESSION_KEY, PORTAL_KEY, MIN_LIFE_MS].map((value) => JSON.stringify(value)).join(', ')})`

/** Its source in a Content-Security-Policy. */
export const firstRequestsHash = `'sha256-${createHash('sha256').update(firstRequestsScript).digest('base64')}'`
