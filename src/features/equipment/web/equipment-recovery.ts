// What was typed in the dialog of equipment when the session ended; apart from the dialog, which is loaded when it is opened.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { Equipment } from '../equipment.contract.ts'

export const equipmentKey = (customerId: string, row?: Equipment) => `equipment:${customerId}:${row?.id ?? 'new'}`

/** Of what a ticket is about. */
export const ticketEquipmentKey = (ticketId: string) => `ticket-equipment:${ticketId}`

/** What to open the dialog of a customer's equipment with again. */
export const recoverableEquipment = (customerId: string): Equipment | 'new' | undefined =>
  hasFormSnapshot(equipmentKey(customerId))
    ? 'new'
    : Equipment.safeParse(snapshotSubject(`equipment:${customerId}:`)).data
