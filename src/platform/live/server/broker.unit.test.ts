import { expect, test } from 'vitest'
import { type CustomerActor, JUST_SIGNED_IN } from '#platform/database/actor.ts'
import type { LiveEvent } from '../live.contract.ts'
import { openBroker } from './broker.ts'

const actor: CustomerActor = {
  kind: 'customer',
  role: 'customer',
  sessionId: 'session',
  userId: 'user',
  email: 'a@example.se',
  fullName: null,
  mustChangePassword: false,
  ...JUST_SIGNED_IN,
  orgId: 'org',
  customerId: 'customer',
  contactId: 'contact',
  seesCompany: true,
}
const ticket = (id: string) =>
  JSON.stringify({ about: 'ticket', org: 'org', customer: 'customer', ticket: id, contacts: [] })
const rightsChanged = JSON.stringify({ about: 'actor', user: 'user' })

/** One open stream; `reloads` are the queries of its actor that are under way, answered by the test. */
function start() {
  const reloads: ((reloaded: CustomerActor) => void)[] = []
  let notify = (_payload: string): void => undefined
  const broker = openBroker({
    database: {
      asActor: async (_sessionId, _authorize, work) =>
        work({} as never, await new Promise<CustomerActor>((resolve) => reloads.push(resolve))),
    },
    notifications: {
      subscribe: (_channel, subscriber) => {
        notify = (payload) => subscriber.onMessage(payload)
        subscriber.onListening()
      },
      send: () => undefined,
      close: async () => undefined,
    },
  })
  const events: (LiveEvent | { about: 'ended' })[] = []
  const stream = broker.open({ actor, tokenExpiresAt: Date.now() + 60_000, signal: new AbortController().signal })
  const ended = (async () => {
    for await (const event of stream) events.push(event)
  })()
  const answer = async (reloaded: CustomerActor) => {
    for (const resolve of reloads.splice(0)) resolve(reloaded)
    await new Promise(setImmediate)
  }
  return { notify: (payload: string) => notify(payload), answer, events, ended }
}

test('a change while the stream is being opened is covered by its first event', async () => {
  const { notify, answer, events } = start()
  notify(ticket('early'))
  await answer(actor)
  expect(events).toEqual([{ about: 'everything' }])
  notify(ticket('later'))
  await new Promise(setImmediate)
  expect(events.slice(1)).toEqual([{ about: 'ticket', ticketId: 'later' }])
})

test('A-143: a change that follows a revocation is deferred until the actor is reloaded, and then not sent', async () => {
  const { notify, answer, events, ended } = start()
  await answer(actor)
  notify(ticket('before'))
  notify(rightsChanged)
  notify(ticket('after'))
  await new Promise(setImmediate)
  expect(events).toEqual([{ about: 'everything' }, { about: 'ticket', ticketId: 'before' }])
  await answer({ ...actor, customerId: 'another customer' })
  await ended
  expect(events).toEqual([{ about: 'everything' }, { about: 'ticket', ticketId: 'before' }])
})

test('deferred changes are sent in order when the actor’s rights have stayed the same', async () => {
  const { notify, answer, events } = start()
  await answer(actor)
  notify(rightsChanged)
  notify(ticket('first'))
  notify(rightsChanged)
  notify(ticket('second'))
  await answer(actor)
  notify(ticket('third'))
  await new Promise(setImmediate)
  expect(events.slice(1)).toEqual(['first', 'second', 'third'].map((ticketId) => ({ about: 'ticket', ticketId })))
})
