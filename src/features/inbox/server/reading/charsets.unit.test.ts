import { expect, test } from 'vitest'
import { decodeText } from './charsets.ts'

test.each(['base64', 'Base-64', 'hex', 'binary', '_internal', 'b a s e 64'])('%j is no charset', (label) => {
  expect(decodeText(Buffer.from('Åska slog ut Wi-Fi'), label)).toBe('Åska slog ut Wi-Fi')
})

test('a charset that only iconv knows is decoded', () => {
  expect(decodeText(Buffer.from([0x8f, 0x73, 0x6b, 0x61]), 'cp850')).toBe('Åska')
})

test('an invalid byte in UTF-8 changes only itself; windows-1252 that looks like UTF-8 is read as such', () => {
  const broken = Buffer.concat([Buffer.from('A'), Buffer.from([0x80]), Buffer.from('B Räksmörgås är gott')])
  expect(decodeText(broken, 'utf-8')).toBe('A€B Räksmörgås är gott')
  expect(decodeText(Buffer.from('Räksmörgås »CAFÉ»', 'latin1'), 'utf-8')).toBe('Räksmörgås »CAFÉ»')
})

test('a label that is no charset is ignored', () => {
  expect(decodeText(Buffer.from('Räksmörgås 5 € x'), 'x-user-defined')).toBe('Räksmörgås 5 € x')
})
