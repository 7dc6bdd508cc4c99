import { expect, test } from 'vitest'
import { followable } from './next.rules.ts'

const places = ['/backoffice', '/bo']

test('A-18: only paths of our own are followed', () => {
  expect(followable('/backoffice/tickets/7?a=b#c', places)).toBe('/backoffice/tickets/7?a=b#c')
  expect(followable('/bo', places)).toBe('/bo')
  const refused = [
    null,
    '',
    '//evil',
    '//evil/backoffice',
    '/\\evil',
    '\\\\evil',
    '/\t/evil',
    '/\n/evil/backoffice',
    'https:evil',
    'https://evil/backoffice',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'backoffice',
    '/backofficeevil',
    '/customer-portal',
    '/auth',
    '/backoffice/../auth',
    '/backoffice/..//evil',
    '/%2f/evil',
    '/backoffice@evil',
    'http://[',
    '/auth?next=/backoffice',
  ]
  for (const next of refused) expect(followable(next, places), String(next)).toBeUndefined()
})
