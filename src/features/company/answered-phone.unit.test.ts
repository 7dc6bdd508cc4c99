import { expect, test } from 'vitest'
import { answeredPhone, urgentAdvice } from './answered-phone.rules.ts'

const office = { phone: '018-12 34 56', emergencyPhone: null }
const both = { phone: '018-12 34 56', emergencyPhone: '070-123 45 67' }
const open = { isOpen: true, text: 'Öppet nu till 17:00' }
const closed = { isOpen: false, text: 'Stängt', opensAt: 'i morgon 08:00' }
const urgent = { isUrgent: true }

test.each([
  ['the office while it is open', both, open, {}, both.phone],
  ['the emergency number when it is closed', both, closed, {}, both.emergencyPhone],
  ['the emergency number for an urgent matter, open or closed', both, open, urgent, both.emergencyPhone],
  ['the office for an urgent matter while it is open and has no emergency number', office, open, urgent, office.phone],
  ['nobody when the office is closed and has no emergency number', office, closed, {}, undefined],
  [
    'nobody for an urgent matter when the office is closed and has no emergency number',
    office,
    closed,
    urgent,
    undefined,
  ],
  ['the emergency number when there is no other', { ...both, phone: null }, open, {}, both.emergencyPhone],
  ['the office when its hours are unknown', both, undefined, {}, both.phone],
  ['nobody without a number', { phone: null, emergencyPhone: null }, open, {}, undefined],
])('the number that is answered now is that of %s', (_, phones, now, matter, number) => {
  expect(answeredPhone(phones, now, matter)?.number).toBe(number)
})

test('the advice for an urgent matter has the answered number or the opening time, and the promise', () => {
  const promise = 'Vi återkommer omedelbart.'
  expect(urgentAdvice(both, closed)).toMatchObject({ number: both.emergencyPhone, promise })
  expect(urgentAdvice(office, closed)).toEqual({
    title: 'Akut ärende markerat',
    text: 'Telefonen är stängd. Ring oss direkt när vi öppnar, i morgon 08:00.',
    promise,
  })
  expect(urgentAdvice({ phone: null, emergencyPhone: null }, closed)).not.toHaveProperty('number')
})
