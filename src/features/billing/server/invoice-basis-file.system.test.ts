// The CSV file of an invoice basis, opened in a spreadsheet.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reports } from '#features/reports/reports.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { cellsInLibreOffice, hasLibreOffice } from '#tests/harness/libre-office.ts'
import { agreements } from '../agreements.contract.ts'
import { articles } from '../articles.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { anArticle } from '../testing/articles.ts'
import { aTerms } from '../testing/terms.ts'
import { invoiceBasisColumns } from './invoice-basis-file.ts'

let h: Harness
let folder: string
let admin: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  folder = mkdtempSync(join(tmpdir(), 'stodpunkt-bases-'))
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await h.stop()
})

test.runIf(hasLibreOffice)(
  'A-425: in a spreadsheet amounts are numbers and every text is unchanged',
  async () => {
    const { call } = h.as(admin)
    const { id: termsId } = await call(agreements.createTerms, {
      body: aTerms({ remoteOre: 100_050, onsiteOre: 1_250_000, roundTo: 15 }),
    })
    await call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
    const { id: customerId } = await h.aCustomer({ orgId, name: '=1+1; "Åsa" & Söner' })
    await call(agreements.setBilling, { params: { id: customerId }, body: { vat: 'standard', isPrivate: true } })
    const work = { customerId, workDate: '2026-10-20', description: 'Bytt router' }
    await call(time.create, { body: { ...work, timeFrom: '10:00', timeTo: '10:45' } })
    await call(time.create, { body: { ...work, timeFrom: '13:00', timeTo: '14:00', kind: 'onsite', isRut: true } })
    const spent = { customerId, workDate: '2026-10-20' }
    const trip = { ...spent, kind: 'travel', article: 'Resa', hundredths: 4850, unit: 'km', priceOre: 2550 } as const
    const thing = { ...spent, kind: 'material', hundredths: 125_000, unit: 'm', priceOre: 1_099 } as const
    const reason = '=utlägg; "kundens"'
    const article = await call(articles.create, {
      body: anArticle({ number: '-300', vatClass: 'none', vatReason: reason, account: '3990' }),
    })
    await call(expenses.create, { body: trip })
    await call(expenses.create, { body: { ...thing, article: '-5 °C kabel; "svart"' } })
    await call(expenses.create, { body: { ...thing, article: '10-12', hundredths: 100, articleId: article.id } })
    const { id } = await call(invoiceBases.create, { body: { customerId, month: '2026-10', replaces: null } })
    const report = await call(reports.generate, { body: { customerId, from: '2026-10-01', to: '2026-10-31' } })
    await call(reports.mark, { params: { id: report.id } })
    const { number } = await call(invoiceBases.bill, { params: { id } })
    const { rawPayload } = await h.app.inject({
      url: `/api/invoice-bases/${id}/csv`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const path = join(folder, 'underlag.csv')
    writeFileSync(path, rawPayload)
    const name = `'=1+1; "Åsa" & Söner`
    const of = [number, name, '2026-10']
    // Written with a decimal comma but displayed with a point, so LibreOffice parsed them as numbers.
    expect(cellsInLibreOffice(path)).toEqual([
      invoiceBasisColumns.map(({ heading }) => heading),
      [...of, '1', 'Arbete fjärr', '0.75', 'tim', '1000.5', '750.38', '25', 'Nej', 'Nej', '', '', '', name, '', ''],
      [
        ...of,
        '2',
        'Arbete på plats (RUT-arbete)',
        '1',
        'tim',
        '12500',
        '12500',
        '25',
        'Nej',
        'Ja',
        '',
        '',
        '',
        name,
        '',
        '',
      ],
      [...of, '3', 'Resa', '48.5', 'km', '25.5', '1236.75', '25', 'Nej', 'Nej', '', '', '', name, '', ''],
      [
        ...of,
        '4',
        `'-5 °C kabel; "svart"`,
        '1250',
        'm',
        '10.99',
        '13737.5',
        '25',
        'Nej',
        'Nej',
        '',
        '',
        '',
        name,
        '',
        '',
      ],
      [...of, '5', '10-12', '1', 'm', '10.99', '10.99', '0', 'Nej', 'Nej', `'-300`, '3990', `'${reason}`, name, '', ''],
    ])
  },
  240_000,
)
