import { invoiceBasisKeysOf } from '#features/billing/web/invoice-bases.keys.ts'
import { enquiryKeysOf } from '#features/inbox/web/enquiries.api.ts'
import { archiveKeysOf } from '#features/reports/web/archive.api.ts'
import { reportKeysOf } from '#features/reports/web/reports.api.ts'
import { recomputationKeysOf } from '#features/tickets/web/recomputation.api.ts'
import { recurringKeysOf } from '#features/tickets/web/recurring.keys.ts'
import { ticketKeysOf } from '#features/tickets/web/tickets.api.ts'
import { clockKeysOf } from '#features/time/web/clock.api.ts'
import { timeKeysOf } from '#features/time/web/time.api.ts'
import { userKeysOf } from '#features/users/web/users.api.ts'
import { documentKeysOf } from '#screens/customer/web/documents.api.ts'
import { onCallKeysOf } from '#screens/on-call/web/on-call.keys.ts'
import { queueKeysOf } from '#screens/ticket/web/to-do.api.ts'
import { notificationKeysOf } from './bell.api.ts'
import { workKeysOf } from './dashboard.api.ts'

/** What each feature refetches after an event. */
export const keysOf = [
  ticketKeysOf,
  documentKeysOf,
  enquiryKeysOf,
  timeKeysOf,
  clockKeysOf,
  archiveKeysOf,
  reportKeysOf,
  invoiceBasisKeysOf,
  userKeysOf,
  onCallKeysOf,
  recurringKeysOf,
  recomputationKeysOf,
  workKeysOf,
  queueKeysOf,
  notificationKeysOf,
]
