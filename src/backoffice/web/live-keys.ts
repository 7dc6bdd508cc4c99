import { archiveKeysOf } from '#archive/web/archive.api.ts'
import { invoiceBasisKeysOf } from '#bases/web/invoice-bases.keys.ts'
import { enquiryKeysOf } from '#enquiries/web/enquiries.api.ts'
import { documentKeysOf } from '#files/web/documents.api.ts'
import { recurringKeysOf } from '#recurring/web/recurring.keys.ts'
import { reportKeysOf } from '#reports/web/reports.api.ts'
import { ticketKeysOf } from '#tickets/web/tickets.api.ts'
import { clockKeysOf } from '#time/web/clock.api.ts'
import { timeKeysOf } from '#time/web/time.api.ts'
import { userKeysOf } from '#users/web/users.api.ts'
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
  recurringKeysOf,
  workKeysOf,
]
