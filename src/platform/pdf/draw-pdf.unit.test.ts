import { expect, test } from 'vitest'
import { drawPdf } from './draw-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'
import { printableText } from './printable-text.ts'
import { textOfPdf, textsOfPdf } from './testing/pdf-text.ts'

const aDocument = (given: Partial<PdfDocument> = {}): PdfDocument => ({
  title: 'Fakturaunderlag 2026-014',
  company: { name: 'Nordnät AB', lines: ['Org.nr 556677-8899'], color: '#12493d' },
  recipient: ['Åkeriet AB'],
  facts: [['Månad', 'oktober 2026']],
  tables: [],
  ...given,
})
const aTable = (rows: readonly (readonly string[])[]) => ({
  caption: 'Poster',
  columns: [{ heading: 'Datum' }, { heading: 'Beskrivning', grows: 1 }, { heading: 'Belopp', isNumber: true }],
  rows,
  sums: [
    { label: 'Summa utan moms', value: '1,00 kr' },
    { label: 'Att betala', value: '1,25 kr', isTotal: true },
  ],
})
const pagesOf = async (given: Partial<PdfDocument>) => textsOfPdf(await drawPdf(aDocument(given)))

test('every page has the number of pages, the foot and the head of its table, and the sums stand with a row', async () => {
  for (let count = 24; count <= 60; count++) {
    const rows = Array.from({ length: count }, (_, nth) => ['2026-10-01', `Rad ${nth + 1}.`, '−1 250,00 kr'])
    const pages = await pagesOf({ tables: [aTable(rows)] })
    pages.forEach((texts, nth) => {
      expect(texts).toContain(`Sida ${nth + 1} av ${pages.length}`)
      expect(texts).toContain('Nordnät AB · Org.nr 556677-8899')
      expect(texts.filter((text) => text === 'Beskrivning')).toHaveLength(1)
    })
    expect(pages.flat().filter((text) => text.startsWith('Rad '))).toEqual(rows.map(([, text]) => text))
    const last = pages.at(-1) ?? []
    expect(last.indexOf('Att betala')).toBeGreaterThan(last.indexOf(`Rad ${count}.`))
    expect(last).toContain(`Rad ${count}.`)
    expect(last).toContain('Summa utan moms')
  }
})

test('a long name and a word without spaces wrap, and an amount never does', async () => {
  const name = `${'Åkeriet i Örnsköldsvik med omnejd '.repeat(5)}`.slice(0, 160).trim()
  const word = 'x'.repeat(300)
  const amount = '−90\u00a0071\u00a0992\u00a0547\u00a0409,91\u00a0kr'
  const pages = await pagesOf({ recipient: [name], tables: [aTable([['2026-10-01', word, amount]])] })
  const texts = pages.flat()
  expect(texts.join(' ')).toContain(name)
  expect(texts).toContain(amount)
  expect(texts.filter((text) => /^x+$/.test(text)).join('')).toBe(word)
  expect(texts).not.toContain(word)
})

test('a column of short names is as wide as they are, on one line', async () => {
  const columns = [
    { heading: 'Namn', grows: 2 },
    { heading: 'Beskrivning', grows: 5 },
  ]
  const rows = ['Tove Teknik', 'Ada Admin', 'Åsa Ö. Öberg Åkerström'].map((name) => [name, 'Bytt switch'])
  const texts = (await pagesOf({ tables: [{ caption: 'Poster', columns, rows }] })).flat()
  for (const [name] of rows) expect(texts).toContain(name)
})

test('a row that is higher than a page continues on the next pages, and nothing of it is lost', async () => {
  const words = Array.from({ length: 3000 }, (_, nth) => `ord${nth}`)
  for (const length of [2000, 2993, 2994, 2995, 2996, 2997, 2998, 2999, 3000]) {
    const said = words.slice(0, length)
    const pages = await pagesOf({ tables: [aTable([['2026-10-01', said.join(' '), '1,00 kr']])] })
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flat().flatMap((text) => text.match(/ord\d+/g) ?? [])).toEqual(said)
    expect((pages.at(-1) ?? []).join(' ')).toMatch(/ord\d+ .*Att betala/)
    for (const texts of pages) expect(texts).toContain('Beskrivning')
  }
})

test('the fonts have every character that printableText leaves, and others are replaced', async () => {
  const all = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code)).filter(
    (sign) => /[^\s\p{C}\p{M}]/u.test(sign) && sign === sign.normalize('NFC') && printableText(sign) === sign,
  )
  expect(all.length).toBeGreaterThan(350)
  const pdf = await drawPdf(aDocument({ tables: [aTable([['1', all.join(' '), '']])] }))
  const drawn = textOfPdf(pdf)
  expect(all.filter((sign) => !drawn.includes(sign))).toEqual([])
  expect(printableText('Łukasz Ångström, e\u0301, ﬁ, − 5 € … ← 日 😀\u00ad')).toBe(
    'Łukasz Ångström, é, fi, − 5 € … ? ? ?',
  )
})

test('sums of columns stand under the last row, and a caption that tells tables apart on each of their pages', async () => {
  const rows = Array.from({ length: 90 }, (_, nth) => ['2026-10-01', `Rad ${nth + 1}.`, '1,00'])
  const table = { ...aTable(rows), sums: [], foot: ['Summa', '', '90,00'], caption: 'Kontor Väst' }
  const pages = await pagesOf({ tables: [{ ...table, repeatsCaption: true }] })
  expect(pages.length).toBeGreaterThan(1)
  for (const texts of pages) expect(texts.filter((text) => text === 'Kontor Väst')).toHaveLength(1)
  expect(pages.at(-1)).toEqual(expect.arrayContaining(['Rad 90.', 'Summa', '90,00']))
  const once = await pagesOf({ tables: [table] })
  expect(once.flat().filter((text) => text === 'Kontor Väst')).toHaveLength(1)
})
