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
] as const)('Accept-Encoding %j is answered with %s', (accepted, encoding) => {
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
] as const)('whether If-None-Match %j matches', (ifNoneMatch, isMatch) => {
  expect(matchesEtag(ifNoneMatch, '"a"')).toBe(isMatch)
})
