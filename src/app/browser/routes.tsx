import { Outlet, type RouteObject, ScrollRestoration, useNavigation } from 'react-router'
import { CodeNotice } from '#lib/ui/code-notice.tsx'
import { NotFoundPage } from '#lib/ui/not-found.tsx'
import { RouteLinks } from '#lib/ui/route-link.tsx'
import { UiProvider } from '#lib/ui/ui-provider.tsx'
import { loadCode } from '#lib/web/load-code.ts'
import { prefetchWhenIdle } from './prefetch.ts'
import { type Code, frame } from './screen.ts'
import { UnexpectedErrorPage } from './unexpected-error.page.tsx'

const backOfficeData = () => import('./back-office-data.ts').then((m) => m.backOfficeData)
const portalData = () => import('./portal-data.ts').then((m) => m.portalData)
const backOffice = () => import('#backoffice/web/back-office.tsx').then((m) => ({ Component: m.BackOffice }))
const dashboard = () => import('#backoffice/web/dashboard.page.tsx').then((m) => ({ Component: m.DashboardPage }))
const notFound = () =>
  import('#backoffice/web/not-found.page.tsx').then((m) => ({ Component: m.BackOfficeNotFoundPage }))
const settings = () => import('#settings/web/settings.page.tsx').then((m) => ({ Component: m.SettingsPage }))
const portal = () => import('#portal/web/portal-frame.tsx').then((m) => ({ Component: m.PortalFrame }))

const staffLogin = () => import('#auth/web/staff-login.page.tsx').then((m) => ({ Component: m.StaffLoginPage }))
const customerLogin = () =>
  import('#auth/web/customer-login.page.tsx').then((m) => ({ Component: m.CustomerLoginPage }))
const newPassword = () => import('#auth/web/new-password.page.tsx').then((m) => ({ Component: m.NewPasswordPage }))
const print = () => import('#reports/web/print.page.tsx').then((m) => ({ Component: m.PrintPage }))

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
  '/backoffice/customers/:id/contacts': () =>
    import('#customers/web/customer-contacts.page.tsx').then((m) => ({ Component: m.CustomerContactsPage })),
  '/backoffice/customers/:id/tickets': () =>
    import('#customers/web/customer-tickets.page.tsx').then((m) => ({ Component: m.CustomerTicketsPage })),
  '/backoffice/customers/:id/time': () =>
    import('#customers/web/customer-time.page.tsx').then((m) => ({ Component: m.CustomerTimePage })),
  '/backoffice/customers/:id/equipment': () =>
    import('#equipment/web/equipment.page.tsx').then((m) => ({ Component: m.EquipmentPage })),
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
  '/backoffice/settings': settings,
  '/backoffice/settings/foretag': settings,
  '/backoffice/settings/webbplatsen': settings,
  '/backoffice/settings/utseende': settings,
  '/backoffice/settings/e-post': settings,
  '/backoffice/settings/sakerhetskopia': settings,
  '/bo/*': notFound,
  '/backoffice/*': notFound,
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
        <NavigationNotice />
        <ScrollRestoration />
      </UiProvider>
    ),
    errorElement: <UnexpectedErrorPage />,
    HydrateFallback: CodeNotice,
    children: [
      {
        path: '/auth',
        lazy: async () => {
          const page = await loadCode(staffLogin)
          prefetchWhenIdle(backOffice, dashboard)
          return page
        },
      },
      {
        path: '/customer-login',
        lazy: async () => {
          const page = await loadCode(customerLogin)
          prefetchWhenIdle(portal, ...Object.values(portalScreens))
          return page
        },
      },
      { path: '/nytt-losenord', lazy: () => loadCode(newPassword) },
      frame({ kind: 'customer', code: portal, screens: portalScreens, data: portalData, login: customerLogin }),
      { path: '/backoffice/reports/:id/print', lazy: () => loadCode(print) },
      frame({ kind: 'staff', code: backOffice, screens: backOfficeScreens, data: backOfficeData, login: staffLogin }),
      { path: '*', Component: NotFoundPage },
    ],
  },
]

/** Only while a screen is waited for: what is fetched ahead may fail unseen. */
function NavigationNotice() {
  return useNavigation().state === 'idle' ? null : <CodeNotice />
}
