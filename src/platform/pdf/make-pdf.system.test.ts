// Threads that draw: their limits, and that the program answers meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { makePdf } from './make-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'
import { textsOfPdf } from './testing/pdf-text.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const aDocument = (rows: number): PdfDocument => ({
  title: 'Tidrapport',
  company: { name: 'Nordnät AB', lines: [], color: '#12493d' },
  facts: [],
  tables: [
    {
      caption: 'Tidrader',
      columns: [{ heading: 'Datum' }, { heading: 'Beskrivning', grows: 1 }],
      rows: Array.from({ length: rows }, (_, nth) => ['2026-10-01', `Felsökning nummer ${nth} av skrivaren på plan 3`]),
    },
  ],
})

test('a request is answered while a long PDF is drawn', async () => {
  const done: string[] = []
  const drawn = makePdf(aDocument(3000)).then((pdf) => {
    done.push('drawn')
    return pdf
  })
  for (let nth = 0; nth < 5; nth++) expect((await h.app.inject('/healthz')).statusCode).toBe(200)
  done.push('answered')
  expect(textsOfPdf(await drawn).flat()).toContain('Felsökning nummer 2999 av skrivaren på plan 3')
  expect(done).toEqual(['answered', 'drawn'])
})

test('a PDF that takes too long is refused, with what to do instead', async () => {
  await expect(makePdf(aDocument(10), { limitMs: 1 })).rejects.toMatchObject({
    status: 422,
    message: 'Det är för mycket för en PDF-fil. Välj Skriv ut och spara som PDF därifrån.',
  })
})

test('a client that goes leaves its place, drawing or waiting, and at most 40 wait', async () => {
  const gone = new AbortController()
  const abandoned = Array.from({ length: 42 }, () => makePdf(aDocument(3000), { signal: gone.signal }))
  const outcomes = Promise.allSettled(abandoned)
  await expect(makePdf(aDocument(1))).rejects.toMatchObject({ status: 503 })
  const patient = makePdf(aDocument(1), { isPatient: true })
  gone.abort()
  expect((await outcomes).map(({ status }) => status)).toEqual(Array(42).fill('rejected'))
  expect(textsOfPdf(await patient)).toHaveLength(1)
  expect(textsOfPdf(await makePdf(aDocument(1)))).toHaveLength(1)
})
