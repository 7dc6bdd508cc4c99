import { equipment } from '#features/equipment/equipment.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import type { Put } from './world.ts'

/** One in use, and one archived. */
export async function fillEquipment(h: Harness, put: Put, { customer, staff }: { customer: string; staff: Person }) {
  const body = { name: put('Dator', 'staff'), serial: put('SN', 'staff'), note: put('Märkt', 'staff') }
  const { id } = await h.as(staff).call(equipment.create, { params: { id: customer }, body })
  const removed = await h.as(staff).call(equipment.create, { params: { id: customer }, body: { name: 'Ur bruk' } })
  await h.as(staff).call(equipment.archive, { params: { id: removed.id } })
  return { equipment: id, removedEquipment: removed.id }
}
