import { expect, test } from 'vitest'
import { captureLog } from '#tests/harness/captured-log.ts'

const id = '0192f0c1-2b3c-7d4e-8f50-0123456789ab'
const log = captureLog('info')
const logged = (write: () => void) => {
  log.clear()
  write()
  return JSON.parse(log.text())
}

test('a sentence loses its paths, and keeps an address without one', () => {
  const said = (text: string) => logged(() => log.logger.info(text)).msg
  expect(said(`Route GET:/api/tickets/${id}?x=1 not found`)).toBe('Route GET:… not found')
  expect(said(`in the "/api/tickets/${id}" (GET) route?`)).toBe('in the "…" (GET) route?')
  expect(said(`fetch http://127.0.0.1:3000/media/${id}`)).toBe('fetch http://127.0.0.1:3000…')
  expect(said('Server listening at http://127.0.0.1:3000')).toBe('Server listening at http://127.0.0.1:3000')
})

test('the message of a TypeError is told when it names something in the code, and not when it quotes a value', () => {
  const told = (message: string) => logged(() => log.logger.error({ err: new TypeError(message) }, 'x')).err.message
  for (const message of [
    `Cannot read properties of undefined (reading 'ticketNumber')`,
    'row.customer.map is not a function',
    'undefined is not iterable (cannot read property Symbol(Symbol.iterator))',
  ])
    expect(told(message)).toBe(message)
  for (const message of [
    `Failed to parse URL from /api/tickets/${id}`,
    `Cannot read properties of undefined (reading '${id}')`,
    `Cannot use 'in' operator to search for 'x' in anna@x.se`,
  ])
    expect(told(message)).toBeUndefined()
})
