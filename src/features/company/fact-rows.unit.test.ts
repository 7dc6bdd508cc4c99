import { expect, test } from 'vitest'
import { closedDaysRows, dayHoursRows, namedRows, plainRows, serviceRows } from './fact-rows.rules.ts'
import { readClosedDays, readDayHours } from './opening-hours.rules.ts'

const stored = [
  {
    format: dayHoursRows,
    text: 'Torsdag: 08:00–12:00, 13:00–15:00\nLördag: stängt',
    rows: [
      ['Torsdag', '08:00', '12:00'],
      ['Torsdag', '13:00', '15:00'],
      ['Lördag', '', ''],
    ],
  },
  {
    format: closedDaysRows,
    text: '2026-12-28–2026-12-30: Mellandagar: julstängt\n2027-05-14: Klämdag',
    rows: [
      ['2026-12-28', '2026-12-30', 'Mellandagar: julstängt'],
      ['2027-05-14', '', 'Klämdag'],
    ],
  },
  {
    format: namedRows,
    text: 'Support på plats: 1 375 kr per timme\nFramkörning',
    rows: [
      ['Support på plats', '1 375 kr per timme'],
      ['Framkörning', ''],
    ],
  },
  { format: plainRows, text: 'Certifierad\nISO: 27001', rows: [['Certifierad'], ['ISO: 27001']] },
  {
    format: serviceRows,
    text: 'WiFi: Täckning.\n- Vi drar kabel.\n- Pris på plats: 895 kr\n- Pris: 990 kr\n- För: företag\nLarm',
    rows: [
      ['WiFi', 'företag', '990 kr', 'Täckning.', 'Vi drar kabel.\nPris på plats: 895 kr'],
      ['Larm', '', '', '', ''],
    ],
  },
]

test.each(stored)('the stored text $text is read as rows and written again', ({ format, text, rows }) => {
  expect(format.read(text)).toEqual(rows)
  expect(format.write(rows)).toBe(text)
  expect(format.read('')).toEqual([])
})

test('rows without text are left out, and line breaks within a cell are spaces', () => {
  const rows = [
    ['', ' '],
    ['Anna', 'De kom.\nSamma dag.'],
  ]
  expect(namedRows.write(rows)).toBe('Anna: De kom. Samma dag.')
})

test('a row that is not complete is in the text, which the schema refuses', () => {
  expect(readDayHours(dayHoursRows.write([['Fredag', '08:00', '']]))).toBeUndefined()
  expect(readDayHours(dayHoursRows.write([['', '08:00', '12:00']]))).toBeUndefined()
  expect(readClosedDays(closedDaysRows.write([['', '', 'Klämdag']]))).toBeUndefined()
  expect(readClosedDays(closedDaysRows.write([['2027-05-14', '', '']]))).toBeUndefined()
})

test('the lines of a service without a name do not become those of the service before it', () => {
  const rows = [
    ['WiFi', '', '', '', ''],
    ['', '', '990 kr', '', ''],
  ]
  expect(serviceRows.read(serviceRows.write(rows))).toEqual([rows[0], ['Tjänst', '', '990 kr', '', '']])
})

test('a service for homes and companies is for everybody', () => {
  expect(serviceRows.read('WiFi\n- För: hem, företag')).toEqual([['WiFi', '', '', '', '']])
})
