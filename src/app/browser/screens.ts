// Every screen of the browser app by path. The server answers these paths with the app shell (paths.ts); the router renders
// the screens (routes.tsx).
import type { Code } from './screen.ts'

const dashboard = () => import('#backoffice/web/dashboard.page.tsx').then((m) => ({ Component: m.DashboardPage }))
const notFound = () =>
  import('#backoffice/web/not-found.page.tsx').then((m) => ({ Component: m.BackOfficeNotFoundPage }))
const settings = () => import('#settings/web/settings.page.tsx').then((m) => ({ Component: m.SettingsPage }))
const companySettings = () =>
  import('#settings/web/moved-settings.page.tsx').then((m) => ({ Component: m.MovedSettingsPage }))

/** Without a frame around them. */
export const plainScreens = {
  '/auth': () => import('#auth/web/staff-login.page.tsx').then((m) => ({ Component: m.StaffLoginPage })),
  '/customer-login': () =>
    import('#auth/web/customer-login.page.tsx').then((m) => ({ Component: m.CustomerLoginPage })),
  '/nytt-losenord': () => import('#auth/web/new-password.page.tsx').then((m) => ({ Component: m.NewPasswordPage })),
  '/backoffice/reports/:id/print': () =>
    import('#reports/web/print.page.tsx').then((m) => ({ Component: m.PrintPage })),
  '/backoffice/invoice-bases/:id/print': () =>
    import('#bases/web/print-invoice-basis.page.tsx').then((m) => ({ Component: m.PrintInvoiceBasisPage })),
} satisfies Record<string, Code>

/** Inside the portal's frame. */
export const portalScreens = {
  '/customer-portal': () =>
    import('#portal/web/portal-tickets.page.tsx').then((m) => ({ Component: m.PortalTicketsPage })),
  '/customer-portal/tickets/:id': () =>
    import('#portal/web/portal-ticket.page.tsx').then((m) => ({ Component: m.PortalTicketPage })),
  '/customer-portal/documents': () =>
    import('#portal/web/portal-documents.page.tsx').then((m) => ({ Component: m.PortalDocumentsPage })),
  '/customer-portal/account': () =>
    import('#portal/web/portal-account.page.tsx').then((m) => ({ Component: m.PortalAccountPage })),
  '/customer-portal/invoice-bases': () =>
    import('#bases/web/portal-invoice-bases.page.tsx').then((m) => ({ Component: m.PortalInvoiceBasesPage })),
  '/customer-portal/invoice-bases/:id': () =>
    import('#bases/web/portal-invoice-basis.page.tsx').then((m) => ({ Component: m.PortalInvoiceBasisPage })),
} satisfies Record<string, Code>

/** Inside the back office's frame; `*` is an unknown path, so that signed-in staff stay inside. */
export const backOfficeScreens = {
  '/bo': dashboard,
  '/backoffice': dashboard,
  '/backoffice/time': () => import('#time/web/time.page.tsx').then((m) => ({ Component: m.TimePage })),
  '/backoffice/time/week': () => import('#time/web/week.page.tsx').then((m) => ({ Component: m.WeekPage })),
  '/backoffice/time/expenses': () => import('#time/web/expenses.page.tsx').then((m) => ({ Component: m.ExpensesPage })),
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
  '/backoffice/customers/:id/documents': () =>
    import('#files/web/documents.page.tsx').then((m) => ({ Component: m.DocumentsPage })),
  '/backoffice/customers/:id/agreement': () =>
    import('#agreements/web/customer-agreement.page.tsx').then((m) => ({ Component: m.CustomerAgreementPage })),
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
  '/backoffice/invoice-bases': () =>
    import('#bases/web/invoice-bases.page.tsx').then((m) => ({ Component: m.InvoiceBasesPage })),
  '/backoffice/invoice-bases/:id': () =>
    import('#bases/web/invoice-basis.page.tsx').then((m) => ({ Component: m.InvoiceBasisPage })),
  '/backoffice/archive': () => import('#archive/web/archive.page.tsx').then((m) => ({ Component: m.ArchivePage })),
  '/backoffice/users': () => import('#users/web/users.page.tsx').then((m) => ({ Component: m.UsersPage })),
  '/backoffice/konto': () =>
    import('#settings/web/own-account.page.tsx').then((m) => ({ Component: m.OwnAccountPage })),
  '/backoffice/settings': settings,
  '/backoffice/settings/foretag': companySettings,
  '/backoffice/settings/webbplatsen': settings,
  '/backoffice/settings/utseende': settings,
  '/backoffice/settings/avtal': settings,
  '/backoffice/settings/e-post': settings,
  '/backoffice/settings/brevlador': settings,
  '/backoffice/settings/sakerhetskopia': settings,
  '/bo/*': notFound,
  '/backoffice/*': notFound,
  '/api/docs': () => import('./api-docs.page.tsx').then((m) => ({ Component: m.ApiDocsPage })),
} satisfies Record<string, Code>
