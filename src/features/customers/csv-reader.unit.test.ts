import { describe, expect, test } from 'vitest'
import { csvLine } from '#shared/csv.rules.ts'
import { type Delimiter, readCsv, recordsOf } from './csv-reader.rules.ts'

const cellsOf = (text: string) => readCsv(text).records.map(({ cells }) => cells)

describe('cells', () => {
  test('the delimiter is detected, even if another one occurs in the text', () => {
    expect(cellsOf('Namn;Adress\nA;Gatan 1, Ort\n')).toEqual([
      ['Namn', 'Adress'],
      ['A', 'Gatan 1, Ort'],
    ])
    expect(cellsOf('Namn,Adress\nA,"Gatan 1, Ort; Sverige"')[1]).toEqual(['A', 'Gatan 1, Ort; Sverige'])
    expect(cellsOf('Namn\tAdress\nA\tGatan 1, Ort')[1]).toEqual(['A', 'Gatan 1, Ort'])
    expect(cellsOf('sep=,\r\nNamn,Ort\r\nA;B,C')[1]).toEqual(['A;B', 'C'])
    expect(cellsOf('Namn\nA\nB')).toEqual([['Namn'], ['A'], ['B']])
  })

  test('quoted cells may have delimiters, quotes and line breaks; a record has its first line', () => {
    const { records } = readCsv('Namn;Adress\r\n"A ""B"" AB";"Gatan 1\r\nOrt"\r\n\r\n;;\r\nC;D')
    expect(records).toEqual([
      { line: 1, cells: ['Namn', 'Adress'] },
      { line: 2, cells: ['A "B" AB', 'Gatan 1\r\nOrt'] },
      { line: 6, cells: ['C', 'D'] },
    ])
  })

  test('a quote inside a word is literal, and text after a closing quote is retained', () => {
    expect(cellsOf('a;b\n5" skärm;"x" y')).toEqual([
      ['a', 'b'],
      ['5" skärm', 'x y'],
    ])
  })

  test('the delimiter is that of the rows, not of a title above them', () => {
    expect(cellsOf('Kundlista, hösten\n\nNamn,Ort\nA,B\nC,D')[1]).toEqual(['Namn', 'Ort'])
    expect(cellsOf('Kunder; alla\nNamn,Ort\nA,B\nC,D')[1]).toEqual(['Namn', 'Ort'])
  })

  test('an unclosed quoted cell is reported with its line', () => {
    expect(readCsv('Namn;Ort\nA;B\nC;"D\nE;F')).toMatchObject({ unclosedLine: 3, records: [{ line: 1 }, { line: 2 }] })
    expect(readCsv(`a;b\n"${'""x'.repeat(300_000)}`).unclosedLine).toBe(2)
  })

  test('an empty file has no records', () => {
    expect(readCsv('')).toEqual({ records: [] })
    expect(readCsv('\r\n\n ; \n')).toEqual({ records: [] })
  })
})

/** Seeded random numbers, so that a failure can be reproduced. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('A-125: all text written by RFC 4180 is read back, with any delimiter and line break', () => {
  const alphabet = ['a', 'Å', ' ', 'ö', ';', ',', '"', '\t', '\r', '\n', "'", '=', '€', '😀', '""', '\r\n']
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  for (let seed = 1; seed <= 400; seed++) {
    const below = numbersFrom(seed)
    const word = () => Array.from({ length: below(6) }, () => alphabet[below(alphabet.length)]).join('')
    const width = 1 + below(4)
    const rows = Array.from({ length: 1 + below(6) }, () => ['x', ...Array.from({ length: width }, word)])
    const delimiter = ([';', ',', '\t'] satisfies Delimiter[])[below(3)] ?? ';'
    const text = rows.map((cells) => cells.map(quoted).join(delimiter)).join(['\n', '\r\n', '\r'][below(3)])
    expect(
      recordsOf(text, delimiter).records.map(({ cells }) => cells),
      `seed ${seed}`,
    ).toEqual(rows)
  }
})

test('A-123, A-124: an exported cell is one cell and never a formula', () => {
  const heads = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '";=', 'x";=', ' =']
  for (const text of heads.map((head) => `${head}1+1`)) {
    const written = csvLine([text, 'nästa'])
    const [record] = recordsOf(written, ';').records
    expect(record?.cells, written).toHaveLength(2)
    expect(record?.cells[0], written).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    expect(record?.cells[0]?.endsWith(text)).toBe(true)
  }
})
