import { expect, test } from 'vitest'
import { isBlank, onOneLine, sanitizedLine, visibleText } from './text.rules.ts'

const chars = (...codes: number[]) => String.fromCodePoint(...codes)

test.each([
  ['nothing', ''],
  ['white space of all kinds', ' \t\r\n\u00a0\u1680\u2003\u202f\u3000'],
  ['line and paragraph separators, and the next line', '\u2028\u2029\u0085'],
  ['controls', '\u0001\u001f\u007f\u009f'],
  ['zero width: space, non-joiner, joiner, no-break, word joiner', '\u200b\u200c\u200d\ufeff\u2060'],
  ['a soft hyphen, a grapheme joiner and a Mongolian separator', '\u00ad\u034f\u180e'],
  ['marks of direction', '\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'],
  ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
  ['an empty braille pattern', '\u2800'],
  ['variation selectors', `\ufe00\ufe0f${chars(0xe0100, 0xe01ef)}`],
  ['tag characters', chars(0xe0001, 0xe0041, 0xe007f)],
  ['invisible operators and marks of annotation', '\u2061\u2064\ufff9\ufffb'],
  ['Khmer inherent vowels and musical marks', `\u17b4\u17b5${chars(0x1d159, 0x1d173)}`],
])('A-218: a text of %s is blank', (_name, text) => {
  expect(isBlank(text)).toBe(true)
  expect([visibleText(text), sanitizedLine(text)]).toEqual(['', ''])
})

test.each(['x', 'å', '.', '0', '\u0301', '‎אבג', 'مرحبا', '한', '👩', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '\u0600', '\ufffd'])(
  '%s is visible',
  (text) => {
    expect(isBlank(text)).toBe(false)
  },
)

test.each([
  ['a family of emoji', '👨‍👩‍👧'],
  ['a flag', '🏴‍☠️'],
  ['a Persian word with its non-joiner', 'می‌خواهم'],
  ['a soft hyphen in a word', 'tids\u00adrapport'],
  ['Hebrew and Arabic', 'שלום مرحبا'],
])('A-219: %s is unchanged in texts, names and mails', (_name, text) => {
  for (const sanitize of [visibleText, sanitizedLine, onOneLine]) expect(sanitize(` ${text} `)).toBe(text)
})

test('A-219: bidirectional controls are removed from names, and stay in texts', () => {
  const turned = 'Anna \u202egnp.exe\u202c\u2066x\u2069\u200e\u200f\u061c'
  expect(sanitizedLine(turned)).toBe('Anna gnp.exex')
  expect(sanitizedLine('\u202e Anna \u202c')).toBe('Anna')
  expect(visibleText(turned)).toBe(turned)
})

test('A-509: line breaks in a name or title become spaces, and the rest is as typed', () => {
  for (const sign of ['\n', '\r\n', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029', ' \u200e\n\u202e '])
    expect(sanitizedLine(`Anna${sign}Berg`)).toBe('Anna Berg')
  expect(sanitizedLine('Rad ett\r\n\r\n  – rad två\n')).toBe('Rad ett – rad två')
  expect(sanitizedLine('  två  mellanslag ')).toBe('två  mellanslag')
})

test('A-220: a value in a mail is one line without bidirectional controls', () => {
  expect(onOneLine(' Anna\r\nBcc: x@x.se\u2028\u2029\u0085\u0000\v\f  Berg \u202e\u200f\u061c')).toBe(
    'Anna Bcc: x@x.se Berg',
  )
})
