import { expect, test } from 'vitest'
import { decodeText } from './charsets.ts'

test.each(['base64', 'Base-64', 'hex', 'binary', '_internal', 'b a s e 64'])('%j is no charset', (label) => {
  expect(decodeText(Buffer.from('Åska slog ut Wi-Fi'), label)).toBe('Åska slog ut Wi-Fi')
})

test('a charset that only iconv knows is one', () => {
  expect(decodeText(Buffer.from([0x8f, 0x73, 0x6b, 0x61]), 'cp850')).toBe('Åska')
})
