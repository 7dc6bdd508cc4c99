import { Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { UiProvider } from '#lib/ui/ui-provider.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { UnexpectedErrorPage } from './unexpected-error.page.tsx'

const backOffice = () => import('#backoffice/web/back-office.tsx').then((m) => ({ Component: m.BackOffice }))
const dashboard = () => import('#backoffice/web/dashboard.page.tsx').then((m) => ({ Component: m.DashboardPage }))
const portal = () => import('#portal/web/portal-frame.tsx').then((m) => ({ Component: m.PortalFrame }))
const portalTickets = () =>
  import('#portal/web/portal-tickets.page.tsx').then((m) => ({ Component: m.PortalTicketsPage }))

/** Prefetches the screens behind the sign-in page while the browser is idle; not with data saving on. */
const prefetchWhenIdle = (...parts: (() => Promise<unknown>)[]) => {
  if (!globalThis.requestIdleCallback) return
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (!connection?.saveData) requestIdleCallback(() => void Promise.allSettled(parts.map((fetch) => fetch())))
}

/** Every screen of the browser app; each is fetched when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: (
      <UiProvider>
        <Outlet />
        <ScrollRestoration />
      </UiProvider>
    ),
    errorElement: <UnexpectedErrorPage />,
    HydrateFallback: () => null,
    children: [
      {
        path: '/auth',
        lazy: async () => {
          const { StaffLoginPage } = await import('#auth/web/staff-login.page.tsx')
          prefetchWhenIdle(backOffice, dashboard)
          return { Component: StaffLoginPage }
        },
      },
      {
        path: '/customer-login',
        lazy: async () => {
          const { CustomerLoginPage } = await import('#auth/web/customer-login.page.tsx')
          prefetchWhenIdle(portal, portalTickets)
          return { Component: CustomerLoginPage }
        },
      },
      {
        path: '/nytt-losenord',
        lazy: () => import('#auth/web/new-password.page.tsx').then((m) => ({ Component: m.NewPasswordPage })),
      },
      {
        lazy: portal,
        children: [
          { path: '/customer-portal', lazy: portalTickets },
          {
            path: '/customer-portal/tickets/:id',
            lazy: () => import('#portal/web/portal-ticket.page.tsx').then((m) => ({ Component: m.PortalTicketPage })),
          },
        ],
      },
      {
        path: '/backoffice/reports/:id/print',
        lazy: () => import('#reports/web/print.page.tsx').then((m) => ({ Component: m.PrintPage })),
      },
      {
        lazy: backOffice,
        children: [
          ...['/bo', '/backoffice'].map((path) => ({ path, lazy: dashboard })),
          {
            path: '/backoffice/time',
            lazy: () => import('#time/web/time.page.tsx').then((m) => ({ Component: m.TimePage })),
          },
          {
            path: '/backoffice/customers',
            lazy: () => import('#customers/web/customers.page.tsx').then((m) => ({ Component: m.CustomersPage })),
          },
          {
            path: '/backoffice/customers/import',
            lazy: () => import('#customers/web/import.page.tsx').then((m) => ({ Component: m.ImportPage })),
          },
          {
            path: '/backoffice/customers/:id',
            lazy: () => import('#customers/web/customer.page.tsx').then((m) => ({ Component: m.CustomerPage })),
          },
          {
            path: '/backoffice/customers/:id/credentials',
            lazy: () => import('#vault/web/vault.page.tsx').then((m) => ({ Component: m.VaultPage })),
          },
          {
            path: '/backoffice/tickets',
            lazy: () => import('#tickets/web/ticket-list.page.tsx').then((m) => ({ Component: m.TicketListPage })),
          },
          {
            path: '/backoffice/tickets/:id',
            lazy: () => import('#tickets/web/ticket-detail.page.tsx').then((m) => ({ Component: m.TicketPage })),
          },
          {
            path: '/backoffice/inbox',
            lazy: () => import('#enquiries/web/inbox.page.tsx').then((m) => ({ Component: m.InboxPage })),
          },
          {
            path: '/backoffice/inbox/:id',
            lazy: () => import('#enquiries/web/enquiry.page.tsx').then((m) => ({ Component: m.EnquiryPage })),
          },
          {
            path: '/backoffice/inbox/:id/ticket',
            lazy: () =>
              import('#enquiries/web/enquiry-ticket.page.tsx').then((m) => ({ Component: m.EnquiryTicketPage })),
          },
          {
            path: '/backoffice/reports',
            lazy: () => import('#reports/web/reports.page.tsx').then((m) => ({ Component: m.ReportsPage })),
          },
          {
            path: '/backoffice/archive',
            lazy: () => import('#archive/web/archive.page.tsx').then((m) => ({ Component: m.ArchivePage })),
          },
          {
            path: '/backoffice/users',
            lazy: () => import('#users/web/users.page.tsx').then((m) => ({ Component: m.UsersPage })),
          },
          {
            path: '/backoffice/settings',
            lazy: () => import('#settings/web/settings.page.tsx').then((m) => ({ Component: m.SettingsPage })),
          },
          { path: '/api/docs', lazy: () => import('./api-docs.page.tsx').then((m) => ({ Component: m.ApiDocsPage })) },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]
