import { z } from 'zod'
import {
  Cursor,
  del,
  get,
  Id,
  IdParams,
  optionalLine,
  optionalText,
  pageOf,
  post,
  put,
  requiredLine,
  SearchText,
  Version,
} from '#shared/contract.ts'

export const EQUIPMENT_NAME_MAX = 200
export const EQUIPMENT_TYPE_MAX = 60
export const EQUIPMENT_MODEL_MAX = 200
export const EQUIPMENT_SERIAL_MAX = 100
export const EQUIPMENT_PLACE_MAX = 200
export const EQUIPMENT_NOTE_MAX = 2000
/** How many types are suggested. */
export const EQUIPMENT_TYPES_MAX = 200
/** How many pieces of equipment a ticket may be about. */
export const TICKET_EQUIPMENT_MAX = 20
export const EQUIPMENT_NOT_FOUND = 'Utrustningen hittades inte'
/** A warranty that ends within this many days is shown on the customer's overview. */
export const WARRANTY_NOTICE_DAYS = 60

const FIRST_DATE = '1990-01-01'
const LAST_DATE = '2099-12-31'

/** A date of equipment, such as the end of its warranty, may be decades away, unlike the dates of work. */
const optionalDate = z
  .string('Ogiltigt värde')
  .trim()
  .nullish()
  .transform((date) => date || null)
  .pipe(
    z.iso
      .date('Ange ett datum som 2026-11-21')
      .refine(
        (date) => FIRST_DATE <= date && date <= LAST_DATE,
        `Datumet ska ligga mellan ${FIRST_DATE} och ${LAST_DATE}`,
      )
      .nullable(),
  )

const inputFields = {
  name: requiredLine('Ange vad det är').max(EQUIPMENT_NAME_MAX, `Får max vara ${EQUIPMENT_NAME_MAX} tecken`),
  /** What recurring charges count, such as 'Server'. */
  type: optionalLine(EQUIPMENT_TYPE_MAX),
  model: optionalLine(EQUIPMENT_MODEL_MAX),
  serial: optionalLine(EQUIPMENT_SERIAL_MAX),
  place: optionalLine(EQUIPMENT_PLACE_MAX),
  warrantyUntil: optionalDate,
  note: optionalText(EQUIPMENT_NOTE_MAX),
}
export type EquipmentField = keyof typeof inputFields

/** The labels of the fields, in the order of the form and of the edit conflict. */
export const equipmentLabels: Record<EquipmentField, string> = {
  name: 'Benämning',
  type: 'Typ',
  model: 'Modell',
  serial: 'Serienummer',
  place: 'Plats',
  warrantyUntil: 'Garanti till',
  note: 'Anteckning',
}
export const equipmentFields = Object.keys(equipmentLabels) as EquipmentField[]

export const NewEquipment = z.strictObject(inputFields)
export type NewEquipment = z.output<typeof NewEquipment>

export const ChangedEquipment = z.strictObject({ ...inputFields, version: Version })
export type ChangedEquipment = z.output<typeof ChangedEquipment>

export const Equipment = z.object({
  id: Id,
  customerId: Id,
  name: z.string(),
  type: z.string().nullable(),
  model: z.string().nullable(),
  serial: z.string().nullable(),
  place: z.string().nullable(),
  /** The last day, 'YYYY-MM-DD'. */
  warrantyUntil: z.string().nullable(),
  note: z.string().nullable(),
  isArchived: z.boolean(),
  version: z.int(),
})
export type Equipment = z.infer<typeof Equipment>

/** Equipment as shown on a ticket and a customer's overview. */
export const NamedEquipment = Equipment.pick({ id: true, name: true, model: true, serial: true, warrantyUntil: true })
export type NamedEquipment = z.infer<typeof NamedEquipment>

export const EquipmentFilter = z.strictObject({
  /** Text anywhere in name, type, model, serial number or place. */
  search: SearchText.optional(),
  /** Equipment that was taken out of use, instead of that in use. */
  archived: z.stringbool().optional(),
  after: Cursor.optional(),
})
export type EquipmentFilter = z.output<typeof EquipmentFilter>

/** For staff only. */
export const equipment = {
  list: get('/api/customers/:id/equipment', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'A customer’s equipment by name',
    params: IdParams,
    query: EquipmentFilter,
    returns: pageOf(Equipment),
  }),
  types: get('/api/equipment/types', {
    allow: 'staff',
    keyScope: 'read',
    summary: `The types that equipment in use of active customers has, at most ${EQUIPMENT_TYPES_MAX}`,
    returns: z.array(z.string()),
  }),
  create: post('/api/customers/:id/equipment', {
    allow: 'staff',
    keyScope: 'customers',
    summary: 'Adds equipment to a customer',
    params: IdParams,
    body: NewEquipment,
    returns: Equipment,
    creates: true,
  }),
  change: put('/api/equipment/:id', {
    allow: 'staff',
    keyScope: 'customers',
    summary: 'Changes equipment; 409 with the current row for an outdated version',
    params: IdParams,
    body: ChangedEquipment,
    returns: Equipment,
  }),
  archive: del('/api/equipment/:id', {
    allow: 'staff',
    keyScope: 'customers',
    summary: 'Takes equipment out of use; tickets still refer to it; 409 when it is out of use already',
    params: IdParams,
    returns: Equipment,
  }),
  restore: post('/api/equipment/:id/restore', {
    allow: 'staff',
    keyScope: 'customers',
    summary: 'Takes equipment into use again; 409 when it is in use already',
    params: IdParams,
    returns: Equipment,
  }),
  setOfTicket: put('/api/tickets/:id/equipment', {
    allow: 'staff',
    keyScope: 'tickets',
    summary: 'Sets the equipment that a ticket is about, from that of its customer',
    params: IdParams,
    body: z.strictObject({
      equipmentIds: z
        .array(Id)
        .max(TICKET_EQUIPMENT_MAX, `Välj högst ${TICKET_EQUIPMENT_MAX}`)
        .transform((ids) => [...new Set(ids)]),
    }),
    returns: z.array(NamedEquipment),
  }),
}
