import { customerQuery, customersQuery } from '#features/customers/web/customers.api.ts'
import { enquiriesQuery, enquiryQuery, inboxFilterOf } from '#features/inbox/web/enquiries.api.ts'
import { archiveFilterOf, archiveQuery } from '#features/reports/web/archive.api.ts'
import { reportsQuery } from '#features/reports/web/reports.api.ts'
import { ticketFilterOf } from '#features/tickets/ticket-filter.rules.ts'
import { customerTicketsQuery, ticketScreenQuery, ticketsQuery } from '#features/tickets/web/tickets.api.ts'
import { visitsOfWeekQuery } from '#features/tickets/web/visits.api.ts'
import { timeFilterOf, timeQuery, weekDateOf, weekQuery } from '#features/time/web/time.api.ts'
import { usersQuery } from '#features/users/web/users.api.ts'
import { dashboardQuery } from '#screens/back-office/web/dashboard.api.ts'
import { customerScreenQuery, timeOfCustomer } from '#screens/customer/web/customer-screen.api.ts'
import { documentsQuery } from '#screens/customer/web/documents.api.ts'
import { shownMonth } from '#screens/month/web/shown-month.ts'
import { isToDoShown } from '#screens/ticket/web/shown-view.ts'
import { toDoQuery } from '#screens/ticket/web/to-do.api.ts'
import { mondayOf } from '#shared/dates.rules.ts'
import { registerFilterOf } from '#shared/web/register-filter.ts'
import type { ScreenData } from './screen.ts'

const dashboardData: ScreenData = ({ client, me }) =>
  Promise.all([
    client.prefetchQuery(dashboardQuery),
    // Its card fetches it again whenever it is shown.
    me.role === 'admin' &&
      import('#screens/back-office/web/first-hour.api.ts')
        .then((m) => client.ensureQueryData(m.firstHourQuery))
        .catch(() => undefined),
  ])

/**
 * By route: the queries of a back-office screen. Modules that a first screen never needs are imported when their screen
 * is opened.
 */
export const backOfficeData: Record<string, ScreenData> = {
  '/bo': dashboardData,
  '/backoffice': dashboardData,
  '/backoffice/time': ({ client, search }) => client.prefetchInfiniteQuery(timeQuery(timeFilterOf(search))),
  '/backoffice/time/week': ({ client, search }) =>
    Promise.all([
      client.prefetchQuery(weekQuery(weekDateOf(search))),
      client.prefetchQuery(visitsOfWeekQuery(mondayOf(weekDateOf(search)))),
    ]),
  '/backoffice/time/expenses': ({ client, search }) =>
    import('#features/time/web/expenses.api.ts').then((m) =>
      client.prefetchInfiniteQuery(m.expensesQuery(m.expenseFilterOf(search))),
    ),
  '/backoffice/customers': ({ client, search }) =>
    client.prefetchInfiniteQuery(customersQuery(registerFilterOf(search))),
  '/backoffice/customers/:id': ({ client, id }) => client.prefetchQuery(customerScreenQuery(id)),
  '/backoffice/customers/:id/contacts': ({ client, id }) =>
    Promise.all([
      client.prefetchQuery(customerScreenQuery(id)),
      import('#features/customers/web/contacts.api.ts').then((m) => client.prefetchQuery(m.contactsQuery(id))),
    ]),
  '/backoffice/customers/:id/tickets': ({ client, id }) =>
    Promise.all([client.prefetchQuery(customerQuery(id)), client.prefetchInfiniteQuery(customerTicketsQuery(id))]),
  '/backoffice/customers/:id/time': ({ client, id }) =>
    Promise.all([client.prefetchQuery(customerQuery(id)), client.prefetchInfiniteQuery(timeOfCustomer(id))]),
  '/backoffice/customers/:id/equipment': ({ client, id, search }) =>
    Promise.all([
      client.prefetchQuery(customerQuery(id)),
      import('#features/equipment/web/equipment.api.ts').then((m) =>
        client.prefetchInfiniteQuery(m.equipmentQuery(id, registerFilterOf(search))),
      ),
    ]),
  '/backoffice/customers/:id/documents': ({ client, id }) =>
    Promise.all([client.prefetchQuery(customerQuery(id)), client.prefetchInfiniteQuery(documentsQuery(id))]),
  '/backoffice/customers/:id/agreement': ({ client, id }) =>
    Promise.all([
      client.prefetchQuery(customerQuery(id)),
      import('#features/tickets/web/recurring.api.ts').then((m) => client.prefetchQuery(m.recurringQuery(id))),
      import('#features/billing/web/agreements.api.ts').then((m) => client.prefetchQuery(m.customerAgreementQuery(id))),
    ]),
  '/backoffice/customers/:id/billing': ({ client, id }) =>
    Promise.all([
      client.prefetchQuery(customerQuery(id)),
      import('#features/customers/web/billing-details.api.ts').then((m) =>
        Promise.all([client.prefetchQuery(m.billingDetailsQuery(id)), client.prefetchQuery(m.recipientsQuery(id))]),
      ),
      import('#features/billing/web/agreements.api.ts').then((m) => client.prefetchQuery(m.customerAgreementQuery(id))),
    ]),
  '/backoffice/customers/:id/credentials': ({ client, id }) => client.prefetchQuery(customerQuery(id)),
  '/backoffice/tickets': ({ client, search }) =>
    Promise.all([
      client.prefetchInfiniteQuery(ticketsQuery(ticketFilterOf(search))),
      isToDoShown(search) && client.prefetchInfiniteQuery(toDoQuery),
    ]),
  '/backoffice/tickets/:id': ({ client, id }) => client.prefetchQuery(ticketScreenQuery(id)),
  '/backoffice/inbox': ({ client, search }) => client.prefetchInfiniteQuery(enquiriesQuery(inboxFilterOf(search))),
  '/backoffice/inbox/:id': ({ client, id }) => client.prefetchQuery(enquiryQuery(id)),
  '/backoffice/reports': ({ client }) => client.prefetchInfiniteQuery(reportsQuery),
  '/backoffice/invoice-bases': ({ client, search }) =>
    import('#features/billing/web/invoice-bases.api.ts').then((m) =>
      client.prefetchInfiniteQuery(m.invoiceBasesQuery(shownMonth(search))),
    ),
  '/backoffice/invoice-bases/:id': ({ client, id }) =>
    import('#features/billing/web/invoice-bases.api.ts').then((m) => client.prefetchQuery(m.invoiceBasisQuery(id))),
  '/backoffice/archive': ({ client, search }) => client.prefetchInfiniteQuery(archiveQuery(archiveFilterOf(search))),
  '/backoffice/users': ({ client }) => client.prefetchQuery(usersQuery),
}
