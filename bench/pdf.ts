// The PDF of an invoice basis of 300 rows: two seconds is the target (docs/decisions/122).
import { invoiceBasisDocument } from '#features/billing/invoice-basis-document.rules.ts'
import { aDocumentBasis } from '#features/billing/testing/document-basis.ts'
import { makePdf } from '#platform/pdf/make-pdf.ts'
import { formatSpread, type Part, spreadOf } from './part.ts'

const TIMES = 3

export const pdf: Part = {
  name: 'pdf',
  title: 'a PDF, with the start of its thread',
  missing: () => undefined,
  run: async () => {
    for (const rows of [1, 300, 5000, 20_000]) {
      const document = documentOf(rows)
      const ms: number[] = []
      for (let nth = 0; nth < TIMES; nth++) {
        const begin = performance.now()
        await makePdf(document)
        ms.push(performance.now() - begin)
      }
      console.log(`${rows} rows: ${formatSpread(spreadOf(ms))} ms`)
    }
  },
}

const documentOf = (rows: number) =>
  invoiceBasisDocument(
    { name: 'Nordnät AB', lines: ['Org.nr 556677-8899', '08-123 45 67'], color: '#12493d' },
    aDocumentBasis({ rowCount: rows, minutes: rows * 90 }),
    Array.from({ length: rows }, (_, nth) => ({
      position: nth + 1,
      source: 'time' as const,
      workDate: `2026-10-${String((nth % 31) + 1).padStart(2, '0')}`,
      timeFrom: '08:00',
      timeTo: '09:30',
      fromIsFirst: false,
      toIsFirst: false,
      technician: 'Tove Teknik',
      description: `Felsökning av skrivaren på plan 3, bytte drivrutin och provade med dator ${nth}`,
      ticketNumber: 1000 + nth,
      minutes: 90,
      chargedMinutes: 90,
      afterHoursMinutes: 0,
      unbilledReason: null,
      lines: [1],
    })),
  )
