import { expect, test } from 'vitest'
import { addDays, lastDay, OUT_OF_RANGE } from '#shared/dates.rules.ts'
import { NewReport } from './reports.contract.ts'
import { sumsByTechnician, workOf } from './reports.rules.ts'

const problemsOf = (values: object) => {
  const parsed = NewReport.safeParse({ customerId: '', from: '2026-11-01', to: '2026-11-30', ...values })
  return parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

test.each([
  ['a month', {}],
  ['one day', { to: '2026-11-01' }],
  ['29 February of a leap year', { from: '2024-02-29', to: '2024-02-29' }],
  ['a year and a day', { from: '2025-11-01', to: '2026-11-01' }],
  ['a leap year and a day', { from: '2024-01-01', to: '2025-01-01' }],
])('%s is a valid period', (_name, values) => {
  expect(problemsOf(values)).toEqual([])
})

test.each([
  ['backwards', { from: '2026-12-01' }, 'from: Från-datumet kan inte ligga efter till-datumet'],
  [
    'wider than a year and a day',
    { from: '2025-11-01', to: '2026-11-03' },
    'to: Perioden får vara högst ett år och en dag',
  ],
  ['29 February of another year', { from: '2026-02-28', to: '2026-02-29' }, 'to: Ange ett datum som 2026-11-21'],
  ['without a beginning', { from: '' }, 'from: Ange från-datum'],
  ['without an end', { to: undefined }, 'to: Ange till-datum'],
  ['in the year nought', { from: '0000-01-01', to: '0000-01-02' }, `from: ${OUT_OF_RANGE}`],
  ['more than a year ahead', { to: addDays(lastDay(), 1) }, `to: ${OUT_OF_RANGE}`],
  ['for an invalid customer', { customerId: 'alla' }, 'customerId: Välj en kund'],
  ['with an unknown field', { orgId: 'x' }, ': Okänt fält'],
])('a report %s is refused with a message', (_name, values, problem) => {
  expect(problemsOf(values)).toContain(problem)
})

test('the rows are summed by technician, in Swedish order', () => {
  const rows = [
    { technician: 'Örjan', minutes: 30 },
    { technician: 'Åsa', minutes: 60 },
    { technician: 'Örjan', minutes: 45 },
  ]
  expect(sumsByTechnician(rows)).toEqual([
    { name: 'Åsa', rows: 1, minutes: 60 },
    { name: 'Örjan', rows: 2, minutes: 75 },
  ])
})

test('the text of a row begins with its ticket number', () => {
  const ticketNumber = 1042
  expect(workOf({ ticketNumber, description: 'Bytt switch' })).toBe('#1042 Bytt switch')
  expect(workOf({ ticketNumber, description: null })).toBe('#1042')
  expect(workOf({ ticketNumber: null, description: 'Bytt switch' })).toBe('Bytt switch')
  expect(workOf({ ticketNumber: null, description: null })).toBeNull()
})
