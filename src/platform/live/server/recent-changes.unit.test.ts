import { expect, test } from 'vitest'
import type { Actor } from '#platform/database/actor.ts'
import { RECENT_MS } from '../live.contract.ts'
import type { ChangeEvent } from './change-notifications.ts'
import { openRecentChanges } from './recent-changes.ts'

const staff = { kind: 'staff', role: 'technician', userId: 'tove', orgId: 'org', customerId: null } as unknown as Actor
const login = {
  kind: 'customer',
  userId: 'kim',
  orgId: 'org',
  customerId: 'customer',
  seesCompany: true,
} as unknown as Actor

const ticket = (id: string, fields: Partial<ChangeEvent> = {}): ChangeEvent =>
  ({
    about: 'ticket',
    org: 'org',
    customer: 'customer',
    ticket: id,
    internal: false,
    contacts: [],
    ...fields,
  }) as ChangeEvent

function start() {
  let now = 1000
  const recent = openRecentChanges(() => now)
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { recent, pass }
}

test('before listening has begun nothing is known', () => {
  expect(start().recent.visibleTo(staff)).toBeUndefined()
})

test('each actor gets the changes since listening began that it may see, with their age', () => {
  const { recent, pass } = start()
  recent.restart()
  pass(10)
  recent.add(ticket('a'))
  pass(5)
  recent.add(ticket('b', { org: 'another' }))
  recent.add(ticket('c', { customer: 'another' }))
  pass(85)
  expect(recent.visibleTo(staff)).toEqual({
    coveredMs: 100,
    changes: [
      { ageMs: 90, event: { about: 'ticket', ticketId: 'a' } },
      { ageMs: 85, event: { about: 'ticket', ticketId: 'c' } },
    ],
  })
  expect(recent.visibleTo(login)?.changes).toEqual([{ ageMs: 90, event: { about: 'ticket', ticketId: 'a' } }])
})

test('a lost connection clears the changes, as some may have been missed', () => {
  const { recent, pass } = start()
  recent.restart()
  recent.add(ticket('a'))
  pass(50)
  recent.restart()
  pass(20)
  expect(recent.visibleTo(staff)).toEqual({ coveredMs: 20, changes: [] })
})

test('changes before a change of the actor’s rights are left out, as other rows were visible then', () => {
  const { recent, pass } = start()
  recent.restart()
  pass(10)
  recent.add(ticket('a'))
  recent.add({ about: 'actor', user: 'tove' })
  pass(10)
  recent.add(ticket('b'))
  pass(10)
  expect(recent.visibleTo(staff)).toMatchObject({ coveredMs: 20, changes: [{ ageMs: 20 }, { ageMs: 10 }] })
  expect(recent.visibleTo(login)).toMatchObject({ coveredMs: 30, changes: [{}, {}] })
})

test('of very many changes a stream gets the newest two hundred, and the time that they cover', () => {
  const { recent, pass } = start()
  recent.restart()
  for (let n = 0; n < 3000; n++) {
    pass(1)
    recent.add(ticket(String(n), { org: n < 2900 ? 'another' : 'org' }))
  }
  expect(recent.visibleTo(staff)).toMatchObject({ coveredMs: 2000, changes: { length: 100 } })
  pass(10)
  for (let n = 0; n < 199; n++) recent.add(ticket(String(n)))
  pass(5)
  expect(recent.visibleTo(staff)).toMatchObject({ coveredMs: 16, changes: { length: 200, 0: { ageMs: 15 } } })
})

test('a change is forgotten after two minutes, also when none follows', () => {
  const { recent, pass } = start()
  recent.restart()
  for (let n = 0; n < 300; n++) recent.add(ticket(String(n)))
  pass(RECENT_MS + 1)
  expect(recent.visibleTo(staff)).toEqual({ coveredMs: RECENT_MS + 1, changes: [] })
})
