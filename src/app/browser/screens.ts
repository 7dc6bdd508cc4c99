// Every screen of the browser app by path. The server answers these paths with the app shell (paths.ts); the router
// renders the screens (routes.tsx).
import type { Code } from './screen.ts'

const dashboard = () =>
  import('#screens/back-office/web/dashboard.page.tsx').then((m) => ({ Component: m.DashboardPage }))
const notFound = () =>
  import('#screens/back-office/web/not-found.page.tsx').then((m) => ({ Component: m.BackOfficeNotFoundPage }))
const settings = () => import('#screens/settings/web/settings.page.tsx').then((m) => ({ Component: m.SettingsPage }))
const companySettings = () =>
  import('#screens/settings/web/moved-settings.page.tsx').then((m) => ({ Component: m.MovedSettingsPage }))

/** Without a layout around them. */
export const plainScreens = {
  '/auth': () => import('#features/auth/web/staff-login.page.tsx').then((m) => ({ Component: m.StaffLoginPage })),
  '/customer-login': () =>
    import('#features/auth/web/customer-login.page.tsx').then((m) => ({ Component: m.CustomerLoginPage })),
  '/nytt-losenord': () =>
    import('#features/auth/web/new-password.page.tsx').then((m) => ({ Component: m.NewPasswordPage })),
  '/backoffice/reports/:id/print': () =>
    import('#features/reports/web/print.page.tsx').then((m) => ({ Component: m.PrintPage })),
  '/backoffice/invoice-bases/:id/print': () =>
    import('#features/billing/web/print-invoice-basis.page.tsx').then((m) => ({ Component: m.PrintInvoiceBasisPage })),
} satisfies Record<string, Code>

/** Inside the portal's layout. */
export const portalScreens = {
  '/customer-portal': () =>
    import('#screens/portal/web/portal-tickets.page.tsx').then((m) => ({ Component: m.PortalTicketsPage })),
  '/customer-portal/tickets/:id': () =>
    import('#screens/portal/web/portal-ticket.page.tsx').then((m) => ({ Component: m.PortalTicketPage })),
  '/customer-portal/documents': () =>
    import('#screens/portal/web/portal-documents.page.tsx').then((m) => ({ Component: m.PortalDocumentsPage })),
  '/customer-portal/account': () =>
    import('#screens/portal/web/portal-account.page.tsx').then((m) => ({ Component: m.PortalAccountPage })),
  '/customer-portal/invoice-bases': () =>
    import('#screens/portal/web/portal-invoice-bases.page.tsx').then((m) => ({ Component: m.PortalInvoiceBasesPage })),
  '/customer-portal/invoice-bases/:id': () =>
    import('#screens/portal/web/portal-invoice-basis.page.tsx').then((m) => ({ Component: m.PortalInvoiceBasisPage })),
} satisfies Record<string, Code>

/** Inside the back office's layout; `*` is an unknown path, so that signed-in staff see the menu. */
export const backOfficeScreens = {
  '/bo': dashboard,
  '/backoffice': dashboard,
  '/backoffice/time': () => import('#screens/time/web/time.page.tsx').then((m) => ({ Component: m.TimePage })),
  '/backoffice/time/week': () => import('#screens/time/web/week.page.tsx').then((m) => ({ Component: m.WeekPage })),
  '/backoffice/time/expenses': () =>
    import('#screens/time/web/expenses.page.tsx').then((m) => ({ Component: m.ExpensesPage })),
  '/backoffice/customers': () =>
    import('#screens/customer/web/customers.page.tsx').then((m) => ({ Component: m.CustomersPage })),
  '/backoffice/customers/import': () =>
    import('#features/customers/web/import.page.tsx').then((m) => ({ Component: m.ImportPage })),
  '/backoffice/customers/:id': () =>
    import('#screens/customer/web/customer.page.tsx').then((m) => ({ Component: m.CustomerPage })),
  '/backoffice/customers/:id/contacts': () =>
    import('#screens/customer/web/customer-contacts.page.tsx').then((m) => ({ Component: m.CustomerContactsPage })),
  '/backoffice/customers/:id/tickets': () =>
    import('#screens/customer/web/customer-tickets.page.tsx').then((m) => ({ Component: m.CustomerTicketsPage })),
  '/backoffice/customers/:id/time': () =>
    import('#screens/customer/web/customer-time.page.tsx').then((m) => ({ Component: m.CustomerTimePage })),
  '/backoffice/customers/:id/equipment': () =>
    import('#screens/customer/web/equipment.page.tsx').then((m) => ({ Component: m.EquipmentPage })),
  '/backoffice/customers/:id/documents': () =>
    import('#screens/customer/web/documents.page.tsx').then((m) => ({ Component: m.DocumentsPage })),
  '/backoffice/customers/:id/agreement': () =>
    import('#screens/customer/web/customer-agreement.page.tsx').then((m) => ({ Component: m.CustomerAgreementPage })),
  '/backoffice/customers/:id/billing': () =>
    import('#screens/customer/web/customer-billing.page.tsx').then((m) => ({ Component: m.CustomerBillingPage })),
  '/backoffice/customers/:id/credentials': () =>
    import('#screens/customer/web/vault.page.tsx').then((m) => ({ Component: m.VaultPage })),
  '/backoffice/tickets': () =>
    import('#screens/ticket/web/ticket-list.page.tsx').then((m) => ({ Component: m.TicketListPage })),
  '/backoffice/tickets/:id': () =>
    import('#screens/ticket/web/ticket-detail.page.tsx').then((m) => ({ Component: m.TicketPage })),
  '/backoffice/inbox': () => import('#features/inbox/web/inbox.page.tsx').then((m) => ({ Component: m.InboxPage })),
  '/backoffice/inbox/:id': () =>
    import('#screens/inbox/web/enquiry.page.tsx').then((m) => ({ Component: m.EnquiryPage })),
  '/backoffice/inbox/:id/ticket': () =>
    import('#features/inbox/web/enquiry-ticket.page.tsx').then((m) => ({ Component: m.EnquiryTicketPage })),
  '/backoffice/reports': () =>
    import('#features/reports/web/reports.page.tsx').then((m) => ({ Component: m.ReportsPage })),
  '/backoffice/invoice-bases': () =>
    import('#screens/month/web/month.page.tsx').then((m) => ({ Component: m.MonthPage })),
  '/backoffice/invoice-bases/antal': () =>
    import('#features/billing/web/import-counts.page.tsx').then((m) => ({ Component: m.ImportCountsPage })),
  '/backoffice/invoice-bases/:id': () =>
    import('#features/billing/web/invoice-basis.page.tsx').then((m) => ({ Component: m.InvoiceBasisPage })),
  '/backoffice/archive': () =>
    import('#features/reports/web/archive.page.tsx').then((m) => ({ Component: m.ArchivePage })),
  '/backoffice/users': () => import('#screens/on-call/web/staff.page.tsx').then((m) => ({ Component: m.StaffPage })),
  '/backoffice/konto': () =>
    import('#screens/settings/web/own-account.page.tsx').then((m) => ({ Component: m.OwnAccountPage })),
  '/backoffice/settings': settings,
  '/backoffice/settings/foretag': companySettings,
  '/backoffice/settings/webbplatsen': settings,
  '/backoffice/settings/utseende': settings,
  '/backoffice/settings/avtal': settings,
  '/backoffice/settings/artiklar/import': () =>
    import('#features/billing/web/import-articles.page.tsx').then((m) => ({ Component: m.ImportArticlesPage })),
  '/backoffice/settings/hoj-priser': () =>
    import('#features/billing/web/raise-prices.page.tsx').then((m) => ({ Component: m.RaisePricesPage })),
  '/backoffice/settings/jour': settings,
  '/backoffice/settings/fardiga-svar': settings,
  '/backoffice/settings/sakerhet': settings,
  '/backoffice/settings/e-post': settings,
  '/backoffice/settings/brevlador': settings,
  '/backoffice/settings/api-nycklar': settings,
  '/backoffice/settings/sakerhetskopia': settings,
  '/bo/*': notFound,
  '/backoffice/*': notFound,
  '/api/docs': () => import('./api-docs.page.tsx').then((m) => ({ Component: m.ApiDocsPage })),
} satisfies Record<string, Code>
