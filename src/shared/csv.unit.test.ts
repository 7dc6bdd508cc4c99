import { expect, test } from 'vitest'
import { csvHours, csvLine, csvRow } from './csv.rules.ts'

/** Parses RFC 4180 with semicolons, as a spreadsheet does. */
function parse(file: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  let at = 0
  while (at < file.length) {
    let cell = ''
    if (file[at] === '"') {
      for (at += 1; file[at] !== '"' || file[at + 1] === '"'; at += 1) {
        if (at >= file.length) throw new Error('unterminated quotation mark')
        if (file[at] === '"') at += 1
        cell += file[at]
      }
      at += 1
    } else {
      while (at < file.length && file[at] !== ';' && file[at] !== '\r') {
        if (file[at] === '"' || file[at] === '\n') throw new Error('quotation mark or line break outside of quotes')
        cell += file[at++]
      }
    }
    cells.push(cell)
    if (file[at] === ';') at += 1
    else if (file.startsWith('\r\n', at)) {
      at += 2
      rows.push(cells)
      cells = []
    } else throw new Error('a cell without separator or line end')
  }
  return rows
}

/** A pseudo-random generator with a fixed seed. */
function seededRandom(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const pieces = [
  ...[
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '\0',
    '＝',
    '＋',
    '－',
    '＠',
    '"',
    '""',
    ';',
    "'",
    ',',
    ' ',
    '\ufeff',
  ],
  ...[
    '=1+1',
    'x";=1+1',
    "=cmd|' /C calc'!A0",
    'åäö',
    'Åsa Öberg',
    '👩‍🔧',
    'rad\nrad',
    '-',
    '1,5',
    '2026-11-01',
    '08:05',
  ],
]
const dangerous = /^[=+\-@\t\r\n\0＝＋－＠]/

test('A-123, A-124, A-125: a spreadsheet reads any cell back as the same text and never as a formula', () => {
  const roll = seededRandom(20261121)
  const aCell = () => Array.from({ length: roll(5) }, () => pieces[roll(pieces.length)]).join('')
  const rows = Array.from({ length: 5000 }, () => Array.from({ length: 7 }, aCell))
  const read = parse(rows.map(csvLine).join(''))
  expect(read).toHaveLength(rows.length)
  for (const [number, cells] of read.entries()) {
    expect(cells).toHaveLength(7)
    for (const [column, cell] of cells.entries()) {
      const written = rows[number]?.[column] ?? ''
      expect(cell).toBe(dangerous.test(written) || written.startsWith("'") ? `'${written}` : written)
      expect(cell).not.toMatch(dangerous)
    }
  }
})

test('an empty cell is empty, and only cells that need it are quoted', () => {
  expect(csvLine([null, '', 'a b', 'a;b', 'säg "hej"'])).toBe(';;a b;"a;b";"säg ""hej"""\r\n')
})

test('hours have two decimals, a decimal comma and no thousands separator', () => {
  expect([1, 7, 90, 450, 1499, 600_000].map(csvHours)).toEqual(['0,02', '0,12', '1,50', '7,50', '24,98', '10000,00'])
})

test('a number below 0 stays a number, where a text that begins so gets an apostrophe', () => {
  const columns = [
    { heading: 'Belopp', cell: () => '-12,50', isNumber: true },
    { heading: 'Artikel', cell: () => '-12,50' },
    { heading: 'Antal', cell: () => null, isNumber: true },
  ] as const
  expect(csvRow(columns, {})).toBe("-12,50;'-12,50;\r\n")
})

test('a text that begins with an apostrophe gets one more, so that removing one from each gives the text', () => {
  for (const text of ["'Apostrof AB", '=1+1', "''x", 'Vanlig AB']) {
    const written = csvLine([text]).trimEnd()
    expect(/^'/.test(written) ? written.slice(1) : written).toBe(text)
  }
})
