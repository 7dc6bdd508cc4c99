// Unexpected values, as people, bots and broken clients send them.
import fc from 'fast-check'
import { invisibleTexts } from './invisible.ts'
import { days } from './positions.ts'

const texts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\ud83d',
    '\ufeff',
    '\u2028',
    '\u202eabc\u202c',
    'مرحبا بالعالم',
    'שלום',
  ],
  ...[
    '👩‍👩‍👧‍👦',
    '🇸🇪',
    'e\u0301'.repeat(40),
    'Z\u0300\u0301\u0302\u0303\u0304',
    'ß',
    'İ',
    'ﬁ',
    '١٢٣',
    '\r\nX-A: b',
    '\t\v\f',
  ],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'true', 'NaN', 'Infinity', '-0', '1e309', '0x10'],
  ...['2147483647', '2147483648', '9007199254740993', '9223372036854775808', '-1', '0', '1.5', '00000000000000000001'],
  ...[
    "' or 1=1 --",
    '";--',
    '%',
    '_',
    '\\',
    '%00',
    '%ff',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '{{x}}',
    '$' + '{x}',
  ],
  ...[
    '=1+1',
    '@x',
    '\'"`',
    'javascript:alert(1)',
    'a@b.se',
    'A@B.SE',
    'ä@ö.se',
    'a@b',
    '"a b"@c.se',
    `${'a'.repeat(300)}@b.se`,
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF',
  ],
]
const lengths = [200, 201, 254, 255, 1000, 1001, 5000, 5001, 10_000, 10_001, 65_536, 65_537, 130_000]

export const dates = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...days) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        '2024-02-29',
        '2026-02-29',
        '1900-02-29',
        '2000-02-29',
        '2026-03-29',
        '2026-10-25',
        '2026-02-30',
        '2026-13-01',
      ],
      ...[
        '0000-00-00',
        '0001-01-01',
        '1999-12-31',
        '2000-01-01',
        '9999-12-31',
        '10000-01-01',
        '-000001-01-01',
        '+275760-09-13',
      ],
      ...[
        '2026-11',
        '2026-1-1',
        '2026/11/21',
        '20261121',
        '2026-W47',
        'infinity',
        'epoch',
        'today',
        '2026-11-21T00:00:00Z',
        '',
      ],
    ),
  },
)
export const moments = fc.constantFrom(
  ...['2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00+01:00', '2026-11-21T08:00:00', '0000-01-01T00:00:00Z'],
  ...['9999-12-31T23:59:59.999999999Z', '2026-11-21T24:00:00Z', '2026-11-21T23:59:60Z', '-infinity', '1e99'],
)
export const times = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => parts.map((n) => `${n}`.padStart(2, '0')).join(':')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '24:00',
      '25:61',
      '8:00',
      '08:00:00',
      '08:00Z',
      '-1:00',
      '00:00',
      '23:59',
      '02:30',
      'now',
      '०८:००',
    ),
  },
)

export const weirdTexts = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', 'å', '👋'), fc.constantFrom(...lengths))
      .map(([unit, length]) => unit.repeat(length)),
  },
  { weight: 1, arbitrary: dates },
  { weight: 2, arbitrary: invisibleTexts },
)
export const weirdNumbers = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    1,
    0.1,
    1e21,
    1e308,
    -1e308,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    2 ** 63,
    5e-324,
  ),
  fc.integer(),
)
/** Any JSON value. */
export const weirdValues: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: weirdTexts },
  { weight: 3, arbitrary: weirdNumbers },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 1 }, { toString: 1 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
/** Invalid or oversized JSON. */
export const weirdBodies = fc.constantFrom(
  ...[
    '',
    ' ',
    '{',
    '}',
    '{}',
    '[]',
    'null',
    '"text"',
    '1',
    'NaN',
    '{"a":NaN}',
    '{"a":1e400}',
    "{'a':1}",
    '{"a":1,}',
    '\ufeff{}',
  ],
  ...[
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"a":1,"a":2}',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
  ],
  ...[
    '['.repeat(50_000),
    '{"a":'.repeat(20_000),
    `{"a":"${'x'.repeat(300_000)}"}`,
    `[${'0,'.repeat(60_000)}0]`,
    '\0',
    'a=b&c=d',
  ],
  `{"version":${'9'.repeat(400)}}`,
)
