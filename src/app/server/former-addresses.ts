import type { App } from '#platform/http/app.ts'
import { AppError } from '#platform/http/app-error.ts'
import { servePublic } from '#platform/http/serve-public.ts'

/** Former page addresses, which mails and bookmarks contain: they redirect permanently. */
const movedPages = {
  '/backoffice/bases': '/backoffice/invoice-bases',
  '/customer-portal/bases': '/customer-portal/invoice-bases',
}

/** Former endpoints with all below them, which a tab that was open during an upgrade still calls. */
const formerEndpoints = [
  '/api/bases',
  '/api/portal/bases',
  '/api/pots',
  '/api/customers/:id/pots',
  '/api/enquiries/unread',
].flatMap((path) =>
  [path, `${path}/*`].map((url) => ({ url, method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const })),
)

/** Technical information was read without a reason. */
const formerReading = { url: '/api/customers/:id/credentials/text', method: ['GET'] as const }

/**
 * Redirects the former pages with the rest of their path and query, and answers former endpoints with a request to
 * reload.
 */
export function formerAddressRoutes(app: App) {
  for (const [former, current] of Object.entries(movedPages))
    for (const path of [former, `${former}/*`])
      servePublic(app, path, ({ url }, reply) => reply.redirect(current + afterTwoSegments(url), 308))
  for (const { url, method } of [...formerEndpoints, formerReading])
    app.route({
      method: [...method],
      url,
      config: { allow: 'anyone' },
      schema: { hide: true },
      handler: () => {
        throw new AppError(410, 'outdated', 'Stödpunkt har uppdaterats. Ladda om sidan och försök igen.')
      },
    })
}

const afterTwoSegments = (url: string) => /^\/[^/?]*\/[^/?]*(.*)$/.exec(url)?.[1] ?? ''
