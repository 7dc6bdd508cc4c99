// An operation that is raced: its actor, and what its success changes in the database.
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Call } from '#shared/web/call.ts'
import type { Person } from '../harness/harness.ts'
import { type Scene, workDay } from './company.ts'

/** Rows of a table whose `column` refers to the subject. */
export type RowsOf = { table: string; column: string; of: (scene: Scene) => string }

export type Operation = {
  name: string
  by: (scene: Scene) => Person
  does: (call: Call, scene: Scene) => Promise<unknown>
  /** A success adds one row to each of these. */
  adds?: RowsOf[]
  /** A success increments the version of this row. */
  bumps?: RowsOf
  /** A success may increment the version, depending on the row's state. */
  mayBump?: true
  /** A transition that happens once: of two operations with the same value at most one succeeds. */
  once?: string
  /** Succeeds only directly after a particular other operation, or never. */
  isUnlikely?: true
  /** The audit entry of a success: action and subject. */
  audits?: string
}

type Effects = Omit<Operation, 'name' | 'by' | 'does'>
const by =
  (actor: (scene: Scene) => Person) =>
  (name: string, does: Operation['does'], effects: Effects = {}): Operation => ({ name, by: actor, does, ...effects })
export const admin = by((scene) => scene.admin)
export const technician = by((scene) => scene.technician)
export const portalUser = by((scene) => scene.portalUser)
export const colleague = by((scene) => scene.colleague)

export const texts = { title: 'WiFi nere', description: 'Ingen kontakt' }
export const password = 'sommar-i-uppsala-17'
export const address = () => `${uuidv7()}@example.se`
export const ofCustomer = (table: string): RowsOf => ({ table, column: 'customer_id', of: ({ id }) => id })
export const ofTicket = (table: string): RowsOf => ({ table, column: 'ticket_id', of: ({ ticketId }) => ticketId })
export const ofEnquiry = (table: string): RowsOf => ({ table, column: 'enquiry_id', of: ({ enquiryId }) => enquiryId })
export const row = (table: string, of: RowsOf['of']): RowsOf => ({ table, column: 'id', of })
export const timeRow = row('time_entries', ({ timeId }) => timeId)
export const ticketRow = row('tickets', ({ ticketId }) => ticketId)
export const enquiryRow = row('enquiries', ({ enquiryId }) => enquiryId)

export const month = { from: workDay, to: workDay }
export const span = { workDate: workDay, timeFrom: '10:00', timeTo: '11:30' }
