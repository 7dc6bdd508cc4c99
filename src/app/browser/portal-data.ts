import { ownSessionsQuery } from '#features/auth/web/own-sessions.api.ts'
import { portalDocumentsQuery } from '#screens/customer/web/documents.api.ts'
import {
  portalCompanyQuery,
  portalThreadQuery,
  portalTicketQuery,
  portalTicketsQuery,
} from '#screens/portal/web/portal.api.ts'
import type { ScreenData } from './screen.ts'

/** By route: the queries that a screen of the portal opens with. */
export const portalData: Record<string, ScreenData> = {
  '/customer-portal': ({ client }) =>
    Promise.all([client.prefetchInfiniteQuery(portalTicketsQuery), client.prefetchQuery(portalCompanyQuery)]),
  '/customer-portal/documents': ({ client }) =>
    Promise.all([client.prefetchInfiniteQuery(portalDocumentsQuery), client.prefetchQuery(portalCompanyQuery)]),
  '/customer-portal/account': ({ client }) =>
    Promise.all([client.prefetchQuery(ownSessionsQuery), client.prefetchQuery(portalCompanyQuery)]),
  '/customer-portal/tickets/:id': ({ client, id }) =>
    Promise.all([
      client.prefetchQuery(portalTicketQuery(id)),
      client.prefetchQuery(portalThreadQuery(id)),
      client.prefetchQuery(portalCompanyQuery),
    ]),
}
