// Forged cursors, days and months.
import fc from 'fast-check'

const moments = [
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z', '+275760-09-13T00:00:00Z'],
  ...[`2026-11-21T08:00:00.${'1'.repeat(400)}Z`, '2026-11-21T08:00:00.1234567Z', '2026-11-21T08:00:00+99:00'],
  ...['2026-11-21T08:00Z', '-infinity'],
]
export const days = ['0000-01-01', '0000-12-31', '0001-01-01', '1999-12-31', '2027-11-21', '9999-12-31', '10000-01-01']
const names = ['', '\0', '\ud800', 'å'.repeat(300), '%', '\u200b']
const ids = ['0192F0C1-2B3C-7D4E-8F50-0123456789AB', '0', '', null]

const cursorOf = (position: object) => Buffer.from(JSON.stringify(position)).toString('base64url')
const id = fc.oneof(
  { weight: 4, arbitrary: fc.constant('0192f0c1-2b3c-7d4e-8f50-0123456789ab') },
  { weight: 1, arbitrary: fc.constantFrom(...ids) },
)

/** Cursors for every sort order of the lists, with forged values. */
export const forgedCursors: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 3, arbitrary: fc.record({ createdAt: fc.constantFrom(...moments), id }) },
    { weight: 2, arbitrary: fc.record({ workDate: fc.constantFrom(...days, 'infinity'), id }) },
    { weight: 1, arbitrary: fc.record({ name: fc.constantFrom(...names), id }) },
  )
  .map(cursorOf)

export const months: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }).map((month) => `2026-${String(month).padStart(2, '0')}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0000-01', '0001-12', '1999-12', '2000-01', '9999-12', '10000-01', '2026-00'),
  },
)
