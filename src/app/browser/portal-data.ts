import { ownSessionsQuery } from '#features/auth/web/own-sessions.api.ts'
import { portalDocumentsQuery } from '#screens/customer/web/documents.api.ts'
import {
  portalCompanyQuery,
  portalThreadQuery,
  portalTicketQuery,
  portalTicketsQuery,
} from '#screens/portal/web/portal.api.ts'
import type { ScreenData } from './screen.ts'

const invoiceBases = () => import('#screens/portal/web/portal-invoice-bases.api.ts')

/** By route: the queries that a screen of the portal opens with. */
export const portalData: Record<string, ScreenData> = {
  '/customer-portal': ({ client }) =>
    Promise.all([client.prefetchInfiniteQuery(portalTicketsQuery), client.prefetchQuery(portalCompanyQuery)]),
  '/customer-portal/documents': ({ client }) =>
    Promise.all([
      client.prefetchInfiniteQuery(portalDocumentsQuery),
      client.prefetchInfiniteQuery(portalTicketsQuery),
      client.prefetchQuery(portalCompanyQuery),
    ]),
  '/customer-portal/invoice-bases': ({ client }) =>
    Promise.all([
      invoiceBases().then((m) => client.prefetchQuery(m.portalInvoiceBasesQuery)),
      client.prefetchInfiniteQuery(portalTicketsQuery),
      client.prefetchQuery(portalCompanyQuery),
    ]),
  '/customer-portal/invoice-bases/:id': ({ client, id, search }) =>
    Promise.all([
      invoiceBases().then((m) =>
        Promise.all([
          client.prefetchQuery(m.portalInvoiceBasisQuery(id)),
          client.prefetchInfiniteQuery(m.portalInvoiceBasisRowsQuery(id, search.get('line') ?? '')),
        ]),
      ),
      client.prefetchQuery(portalCompanyQuery),
    ]),
  '/customer-portal/account': ({ client }) =>
    Promise.all([client.prefetchQuery(ownSessionsQuery), client.prefetchQuery(portalCompanyQuery)]),
  '/customer-portal/tickets/:id': ({ client, id }) =>
    Promise.all([
      client.prefetchQuery(portalTicketQuery(id)),
      client.prefetchQuery(portalThreadQuery(id)),
      client.prefetchQuery(portalCompanyQuery),
    ]),
}
