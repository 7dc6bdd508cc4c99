import { billingRecords } from '#agreements/server/customer-records.ts'
import { contactRecords } from '#customers/server/customer-records.ts'
import type { CustomerRecord } from '#customers/server/removal.queries.ts'
import { equipmentRecords } from '#equipment/server/customer-records.ts'
import { fileRecords } from '#files/server/customer-records.ts'
import { reportRecords } from '#reports/server/customer-records.ts'
import { ticketRecords } from '#tickets/server/customer-records.ts'
import { timeRecords } from '#time/server/customer-records.ts'
import { vaultRecords } from '#vault/server/customer-records.ts'

/** What hangs on a customer in every feature: removing a customer asks for it. */
export const customerRecords: readonly CustomerRecord[] = [
  ...fileRecords,
  ...contactRecords,
  ...equipmentRecords,
  ...vaultRecords,
  ...timeRecords,
  ...ticketRecords,
  ...billingRecords,
  ...reportRecords,
]
