import { expect, test } from 'vitest'
import { safeNextPath } from './next.rules.ts'

const roots = ['/backoffice', '/bo']

test('A-18: ?next= accepts only own paths, never //evil, /\\evil, https:evil or javascript:', () => {
  expect(safeNextPath('/backoffice/tickets/7?a=b#c', roots)).toBe('/backoffice/tickets/7?a=b#c')
  expect(safeNextPath('/bo', roots)).toBe('/bo')
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
  for (const next of refused) expect(safeNextPath(next, roots), String(next)).toBeUndefined()
})
