import { Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { RouteLinks } from '#lib/ui/route-link.tsx'
import { UiProvider } from '#lib/ui/ui-provider.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { prefetchWhenIdle } from './prefetch.ts'
import { type Code, frame } from './screen.ts'
import { UnexpectedErrorPage } from './unexpected-error.page.tsx'

const backOfficeData = () => import('./back-office-data.ts').then((m) => m.backOfficeData)
const portalData = () => import('./portal-data.ts').then((m) => m.portalData)
const backOffice = () => import('#backoffice/web/back-office.tsx').then((m) => ({ Component: m.BackOffice }))
const dashboard = () => import('#backoffice/web/dashboard.page.tsx').then((m) => ({ Component: m.DashboardPage }))
const portal = () => import('#portal/web/portal-frame.tsx').then((m) => ({ Component: m.PortalFrame }))

const portalScreens: Record<string, Code> = {
  '/customer-portal': () =>
    import('#portal/web/portal-tickets.page.tsx').then((m) => ({ Component: m.PortalTicketsPage })),
  '/customer-portal/tickets/:id': () =>
    import('#portal/web/portal-ticket.page.tsx').then((m) => ({ Component: m.PortalTicketPage })),
}

const backOfficeScreens: Record<string, Code> = {
  '/bo': dashboard,
  '/backoffice': dashboard,
  '/backoffice/time': () => import('#time/web/time.page.tsx').then((m) => ({ Component: m.TimePage })),
  '/backoffice/customers': () =>
    import('#customers/web/customers.page.tsx').then((m) => ({ Component: m.CustomersPage })),
  '/backoffice/customers/import': () =>
    import('#customers/web/import.page.tsx').then((m) => ({ Component: m.ImportPage })),
  '/backoffice/customers/:id': () =>
    import('#customers/web/customer.page.tsx').then((m) => ({ Component: m.CustomerPage })),
  '/backoffice/customers/:id/credentials': () =>
    import('#vault/web/vault.page.tsx').then((m) => ({ Component: m.VaultPage })),
  '/backoffice/tickets': () =>
    import('#tickets/web/ticket-list.page.tsx').then((m) => ({ Component: m.TicketListPage })),
  '/backoffice/tickets/:id': () =>
    import('#tickets/web/ticket-detail.page.tsx').then((m) => ({ Component: m.TicketPage })),
  '/backoffice/inbox': () => import('#enquiries/web/inbox.page.tsx').then((m) => ({ Component: m.InboxPage })),
  '/backoffice/inbox/:id': () => import('#enquiries/web/enquiry.page.tsx').then((m) => ({ Component: m.EnquiryPage })),
  '/backoffice/inbox/:id/ticket': () =>
    import('#enquiries/web/enquiry-ticket.page.tsx').then((m) => ({ Component: m.EnquiryTicketPage })),
  '/backoffice/reports': () => import('#reports/web/reports.page.tsx').then((m) => ({ Component: m.ReportsPage })),
  '/backoffice/archive': () => import('#archive/web/archive.page.tsx').then((m) => ({ Component: m.ArchivePage })),
  '/backoffice/users': () => import('#users/web/users.page.tsx').then((m) => ({ Component: m.UsersPage })),
  '/backoffice/settings': () => import('#settings/web/settings.page.tsx').then((m) => ({ Component: m.SettingsPage })),
  '/api/docs': () => import('./api-docs.page.tsx').then((m) => ({ Component: m.ApiDocsPage })),
}

/** Every screen of the browser app. Those of the portal and the back office are fetched when idle, others when first opened. */
export const routes: RouteObject[] = [
  {
    element: (
      <UiProvider>
        <RouteLinks>
          <Outlet />
        </RouteLinks>
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
          prefetchWhenIdle(portal, ...Object.values(portalScreens))
          return { Component: CustomerLoginPage }
        },
      },
      {
        path: '/nytt-losenord',
        lazy: () => import('#auth/web/new-password.page.tsx').then((m) => ({ Component: m.NewPasswordPage })),
      },
      frame({ kind: 'customer', code: portal, screens: portalScreens, data: portalData }),
      {
        path: '/backoffice/reports/:id/print',
        lazy: () => import('#reports/web/print.page.tsx').then((m) => ({ Component: m.PrintPage })),
      },
      frame({ kind: 'staff', code: backOffice, screens: backOfficeScreens, data: backOfficeData }),
      { path: '*', Component: NotFoundPage },
    ],
  },
]
