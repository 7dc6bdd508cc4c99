import { billingRecords } from '#features/billing/server/customer-records.ts'
import { contactRecords } from '#features/customers/server/customer-records.ts'
import type { CustomerRecord } from '#features/customers/server/removal.queries.ts'
import { equipmentRecords } from '#features/equipment/server/customer-records.ts'
import { fileRecords } from '#features/files/server/customer-records.ts'
import { reportRecords } from '#features/reports/server/customer-records.ts'
import { ticketRecords } from '#features/tickets/server/customer-records.ts'
import { timeRecords } from '#features/time/server/customer-records.ts'
import { vaultRecords } from '#features/vault/server/customer-records.ts'

/** The records of every feature that belong to a customer, which decide whether it may be deleted. */
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
