import { firstScreen } from '#app/browser/first-screen.contract.ts'
import { system } from '#app/server/system.contract.ts'
import { apiKeys } from '#features/api-keys/api-keys.contract.ts'
import { auth } from '#features/auth/auth.contract.ts'
import { factors } from '#features/auth/factors.contract.ts'
import { ownSessions } from '#features/auth/own-sessions.contract.ts'
import { passkeys } from '#features/auth/passkeys.contract.ts'
import { security } from '#features/auth/security.contract.ts'
import { agreements } from '#features/billing/agreements.contract.ts'
import { articleImport } from '#features/billing/article-import.contract.ts'
import { articles } from '#features/billing/articles.contract.ts'
import { charges } from '#features/billing/charges.contract.ts'
import { countImport } from '#features/billing/counted.contract.ts'
import { discounts } from '#features/billing/discounts.contract.ts'
import { invoiceBases } from '#features/billing/invoice-bases.contract.ts'
import { month } from '#features/billing/month.contract.ts'
import { prepaidHours } from '#features/billing/prepaid-hours.contract.ts'
import { price } from '#features/billing/price.contract.ts'
import { priceRaises } from '#features/billing/price-raises.contract.ts'
import { brand } from '#features/company/brand.contract.ts'
import { company } from '#features/company/company.contract.ts'
import { printedCompany } from '#features/company/printed-company.contract.ts'
import { billingDetails } from '#features/customers/billing-details.contract.ts'
import { contactImport } from '#features/customers/contact-import.contract.ts'
import { contacts } from '#features/customers/contacts.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { customerImport } from '#features/customers/import.contract.ts'
import { logins } from '#features/customers/logins.contract.ts'
import { recipients } from '#features/customers/recipients.contract.ts'
import { equipment } from '#features/equipment/equipment.contract.ts'
import { files } from '#features/files/files.contract.ts'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { forms } from '#features/inbox/forms.contract.ts'
import { inboxMail } from '#features/inbox/inbox-mail.contract.ts'
import { incomingMail } from '#features/inbox/incoming-mail.contract.ts'
import { mailServer } from '#features/inbox/mail-server.contract.ts'
import { mailboxes } from '#features/inbox/mailboxes.contract.ts'
import { menuCounts } from '#features/inbox/menu-counts.contract.ts'
import { searchCounts } from '#features/inbox/search-counts.contract.ts'
import { senderRules } from '#features/inbox/sender-rules.contract.ts'
import { staffNotifications } from '#features/inbox/staff-notifications.contract.ts'
import { onCall } from '#features/on-call/on-call.contract.ts'
import { archive } from '#features/reports/archive.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { bulk } from '#features/tickets/bulk.contract.ts'
import { cannedAnswers } from '#features/tickets/canned-answers.contract.ts'
import { customerTickets } from '#features/tickets/customer-tickets.contract.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { recomputation } from '#features/tickets/recomputation.contract.ts'
import { recurring } from '#features/tickets/recurring.contract.ts'
import { reminders } from '#features/tickets/reminders.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { visits } from '#features/tickets/visits.contract.ts'
import { clocks } from '#features/time/clock.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { ownSettings } from '#features/users/own-settings.contract.ts'
import { users } from '#features/users/users.contract.ts'
import { vault } from '#features/vault/vault.contract.ts'
import { backup } from '#platform/backup/backup.contract.ts'
import { live } from '#platform/live/live.contract.ts'
import { dashboard } from '#screens/back-office/dashboard.contract.ts'
import { firstHour } from '#screens/back-office/first-hour.contract.ts'
import { palette } from '#screens/back-office/palette.contract.ts'
import { customerScreen } from '#screens/customer/customer-screen.contract.ts'
import { documents } from '#screens/customer/documents.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import { settings } from '#screens/settings/settings.contract.ts'
import { ticketViews } from '#screens/ticket/ticket-views.contract.ts'
import { toDo } from '#screens/ticket/to-do.contract.ts'
import type { Endpoint } from '#shared/contract.ts'

const contracts: Record<string, Endpoint>[] = [
  ...[
    agreements,
    apiKeys,
    archive,
    articleImport,
    articles,
    auth,
    backup,
    brand,
    charges,
    discounts,
    clocks,
    company,
    countImport,
    billingDetails,
    contactImport,
    contacts,
    vault,
    customerImport,
    customerScreen,
    customers,
    customerTickets,
    dashboard,
    firstHour,
    documents,
    enquiries,
    equipment,
    expenses,
    factors,
    files,
    forms,
    live,
    logins,
  ],
  ...[
    invoiceBases,
    inboxMail,
    incomingMail,
    mailServer,
    mailboxes,
    menuCounts,
    month,
    onCall,
    searchCounts,
    senderRules,
    portal,
    portalInvoiceBases,
    prepaidHours,
    priceRaises,
    price,
    printedCompany,
    recipients,
    recomputation,
    recurring,
    reports,
    ownSessions,
    passkeys,
    security,
    ownSettings,
    settings,
    staffNotifications,
    system,
    { firstScreen },
  ],
  ...[bulk, cannedAnswers, merging, palette, reminders, tickets, ticketViews, time, toDo, users, visits],
]

/** Every endpoint by its name, such as `GET /api/me`. */
export const endpoints = new Map(
  contracts.flatMap((contract) => Object.values(contract)).map((one) => [`${one.method} ${one.path}`, one]),
)
