import { expect, test } from 'vitest'
import type { TimeEntry } from '#features/time/time.contract.ts'
import { copiedTime } from './time-form.ts'

const entry: TimeEntry = {
  id: 'e',
  workDate: '2026-11-28',
  timeFrom: '08:00',
  timeTo: '11:00',
  isPlaced: true,
  fromIsFirst: false,
  toIsFirst: false,
  minutes: 180,
  description: 'Byte av switch',
  notes: null,
  reported: false,
  reportedAt: null,
  reportId: null,
  version: 1,
  customer: { id: 'c', name: 'Wallins Fastigheter AB', isArchived: false },
  ticket: null,
  kind: 'onsite',
  isRut: false,
  unbilledReason: 'Garanti',
  technician: { id: 't', fullName: 'Elin' },
}

test('a copy has the times of the original, but none if those were not given', () => {
  const copied = { workDate: '2026-11-29', description: 'Byte av switch', kind: 'onsite' }
  expect(copiedTime(entry, '2026-11-29')).toMatchObject({ ...copied, timeFrom: '08:00', timeTo: '11:00' })
  expect(copiedTime(entry, '2026-11-29').unbilledReason).toBeNull()
  const unplaced = copiedTime({ ...entry, isPlaced: false, fromIsFirst: true }, '2026-11-29')
  expect(unplaced).toMatchObject({ ...copied, timeFrom: '', timeTo: '', fromIsFirst: false })
})
