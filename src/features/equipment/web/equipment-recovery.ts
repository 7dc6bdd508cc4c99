// Recovery keys of the dialogs of equipment, in a file of their own because the dialogs load when they are opened.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { Equipment } from '../equipment.contract.ts'

export const equipmentKey = (customerId: string, row?: Equipment) => `equipment:${customerId}:${row?.id ?? 'new'}`

/** The key of the dialog that chooses a ticket's equipment. */
export const ticketEquipmentKey = (ticketId: string) => `ticket-equipment:${ticketId}`

/** What the equipment dialog of this customer was open for when the session ended. */
export const recoverableEquipment = (customerId: string): Equipment | 'new' | undefined =>
  hasFormSnapshot(equipmentKey(customerId))
    ? 'new'
    : Equipment.safeParse(snapshotSubject(`equipment:${customerId}:`)).data
