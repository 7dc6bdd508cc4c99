// What tickets and a customer's overview show of equipment.
export { ExpiringWarranties } from './expiring-warranties.tsx'
export { TicketEquipment } from './ticket-equipment.tsx'
