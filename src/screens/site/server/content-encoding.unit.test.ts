import { expect, test } from 'vitest'
import { encodingFor, matchesEtag } from './content-encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.1, gzip', 'gzip'],
  ['br; q=0, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['identity', 'identity'],
  ['deflate, ;;q=x,', 'identity'],
] as const)('of what is accepted by %j the answer is %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

test.each([
  [undefined, false],
  ['', false],
  ['"b"', false],
  ['a', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b","a"', true],
  [' * ', true],
] as const)('If-None-Match %j', (ifNoneMatch, isMatch) => {
  expect(matchesEtag(ifNoneMatch, '"a"')).toBe(isMatch)
})
