import { agreements } from '#agreements/agreements.contract.ts'
import { prepaidHours } from '#agreements/prepaid-hours.contract.ts'
import { price } from '#agreements/price.contract.ts'
import { system } from '#app/server/system.contract.ts'
import { archive } from '#archive/archive.contract.ts'
import { auth } from '#auth/auth.contract.ts'
import { dashboard } from '#backoffice/dashboard.contract.ts'
import { menuCounts } from '#backoffice/menu-counts.contract.ts'
import { backup } from '#backup/backup.contract.ts'
import { invoiceBases } from '#bases/invoice-bases.contract.ts'
import { portalInvoiceBases } from '#bases/portal-invoice-bases.contract.ts'
import { contactImport } from '#customers/contact-import.contract.ts'
import { contacts } from '#customers/contacts.contract.ts'
import { customerScreen } from '#customers/customer-screen.contract.ts'
import { customers } from '#customers/customers.contract.ts'
import { customerImport } from '#customers/import.contract.ts'
import { logins } from '#customers/logins.contract.ts'
import { enquiries } from '#enquiries/enquiries.contract.ts'
import { forms } from '#enquiries/forms.contract.ts'
import { equipment } from '#equipment/equipment.contract.ts'
import { documents } from '#files/documents.contract.ts'
import { files } from '#files/files.contract.ts'
import type { Endpoint } from '#lib/contract.ts'
import { live } from '#live/live.contract.ts'
import { inboxMail } from '#mailboxes/inbox-mail.contract.ts'
import { incomingMail } from '#mailboxes/incoming-mail.contract.ts'
import { mailboxes } from '#mailboxes/mailboxes.contract.ts'
import { senderRules } from '#mailboxes/sender-rules.contract.ts'
import { portal } from '#portal/portal.contract.ts'
import { recurring } from '#recurring/recurring.contract.ts'
import { reports } from '#reports/reports.contract.ts'
import { brand } from '#settings/brand.contract.ts'
import { company } from '#settings/company.contract.ts'
import { ownSessions } from '#settings/own-sessions.contract.ts'
import { printedCompany } from '#settings/printed-company.contract.ts'
import { settings } from '#settings/settings.contract.ts'
import { customerTickets } from '#tickets/customer-tickets.contract.ts'
import { tickets } from '#tickets/tickets.contract.ts'
import { clocks } from '#time/clock.contract.ts'
import { expenses } from '#time/expenses.contract.ts'
import { time } from '#time/time.contract.ts'
import { users } from '#users/users.contract.ts'
import { vault } from '#vault/vault.contract.ts'

const contracts: Record<string, Endpoint>[] = [
  ...[
    agreements,
    archive,
    auth,
    backup,
    brand,
    clocks,
    company,
    contactImport,
    contacts,
    vault,
    customerImport,
    customerScreen,
    customers,
    customerTickets,
    dashboard,
    documents,
    enquiries,
    equipment,
    expenses,
    files,
    forms,
    live,
    logins,
  ],
  ...[
    invoiceBases,
    inboxMail,
    incomingMail,
    mailboxes,
    menuCounts,
    senderRules,
    portal,
    portalInvoiceBases,
    prepaidHours,
    price,
    printedCompany,
    recurring,
    reports,
    ownSessions,
    settings,
    system,
  ],
  ...[tickets, time, users],
]

/** Every endpoint by its name, `GET /api/me`. */
export const endpoints = new Map(
  contracts.flatMap((contract) => Object.values(contract)).map((one) => [`${one.method} ${one.path}`, one]),
)
