// An operation that is raced, who does it, and what a success leaves behind.

import { uuidv7 } from '#db/uuid.ts'
import type { Call } from '#lib/web/call.ts'
import type { Person } from '../harness/harness.ts'
import { type Scene, today } from './company.ts'

/** Where a success leaves one more row, by the column that names the subject. */
export type Added = { table: string; column: string; of: (scene: Scene) => string }

export type Operation = {
  name: string
  by: (scene: Scene) => Person
  does: (call: Call, scene: Scene) => Promise<unknown>
  adds?: Added[]
  /** A success raises the version of this row by one. */
  bumps?: Added
  /** A success may raise it, by what it finds. */
  mayBump?: true
  /** Succeeds only right after the other operation of some pair, or never. */
  isUnlikely?: true
  /** What the audit log says of a success. */
  audits?: string
}

type Facts = Omit<Operation, 'name' | 'by' | 'does'>
const by =
  (who: (scene: Scene) => Person) =>
  (name: string, does: Operation['does'], facts: Facts = {}): Operation => ({ name, by: who, does, ...facts })
export const admin = by((scene) => scene.admin)
export const technician = by((scene) => scene.technician)
export const portalUser = by((scene) => scene.portalUser)
export const colleague = by((scene) => scene.colleague)

export const texts = { title: 'WiFi nere', description: 'Ingen kontakt' }
export const password = 'sommar-i-uppsala-17'
export const address = () => `${uuidv7()}@example.se`
export const ofCustomer = (table: string): Added => ({ table, column: 'customer_id', of: ({ id }) => id })
export const ofTicket = (table: string): Added => ({ table, column: 'ticket_id', of: ({ ticketId }) => ticketId })
export const ofEnquiry = (table: string): Added => ({ table, column: 'enquiry_id', of: ({ enquiryId }) => enquiryId })
export const row = (table: string, of: Added['of']): Added => ({ table, column: 'id', of })
export const timeRow = row('time_entries', ({ timeId }) => timeId)
export const ticketRow = row('tickets', ({ ticketId }) => ticketId)
export const enquiryRow = row('enquiries', ({ enquiryId }) => enquiryId)

export const month = { from: today, to: today }
export const span = { workDate: today, timeFrom: '10:00', timeTo: '11:30' }
