import { expect, test } from 'vitest'
import { captureLog } from '#tests/harness/captured-log.ts'

const id = '0192f0c1-2b3c-7d4e-8f50-0123456789ab'
const log = captureLog('info')
const logged = (write: () => void) => {
  log.clear()
  write()
  return JSON.parse(log.text())
}

test('paths are removed from a message, addresses without a path are not', () => {
  const logText = (text: string) => logged(() => log.logger.info(text)).msg
  expect(logText(`Route GET:/api/tickets/${id}?x=1 not found`)).toBe('Route GET:… not found')
  expect(logText(`in the "/api/tickets/${id}" (GET) route?`)).toBe('in the "…" (GET) route?')
  expect(logText(`fetch http://127.0.0.1:3000/media/${id}`)).toBe('fetch http://127.0.0.1:3000…')
  expect(logText('Server listening at http://127.0.0.1:3000')).toBe('Server listening at http://127.0.0.1:3000')
})

test('the message of a TypeError is logged if it names code, not if it quotes a value', () => {
  const loggedMessage = (message: string) =>
    logged(() => log.logger.error({ err: new TypeError(message) }, 'x')).err.message
  for (const message of [
    `Cannot read properties of undefined (reading 'ticketNumber')`,
    'row.customer.map is not a function',
    'undefined is not iterable (cannot read property Symbol(Symbol.iterator))',
  ])
    expect(loggedMessage(message)).toBe(message)
  for (const message of [
    `Failed to parse URL from /api/tickets/${id}`,
    `Cannot read properties of undefined (reading '${id}')`,
    `Cannot use 'in' operator to search for 'x' in anna@x.se`,
  ])
    expect(loggedMessage(message)).toBeUndefined()
})
