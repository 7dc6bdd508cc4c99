import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { cellsInLibreOffice, hasLibreOffice } from '#tests/harness/libre-office.ts'
import { contacts } from '../contacts.contract.ts'
import { customers } from '../customers.contract.ts'

let h: Harness
let folder: string

beforeAll(async () => {
  h = await startHarness()
  folder = mkdtempSync(join(tmpdir(), 'stodpunkt-contacts-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await h.stop()
})

test.runIf(hasLibreOffice)(
  'A-123: exported contacts are text in a spreadsheet: leading zeros remain, no formulas run',
  async () => {
    const anna = await h.aTechnician({ orgId: (await h.anOrganization()).id })
    const { call } = h.as(anna)
    const { id } = await call(customers.create, { body: { name: '=1+1 AB', email: 'info@kund.example.se' } })
    const kim = { name: 'Åsa; "Kim" Ö', title: '+46', phone: '018123456', mobile: '+46701234567' }
    await call(contacts.create, { params: { id }, body: { ...kim, email: 'kim@kund.example.se', note: '=2+2' } })
    const { rawPayload } = await h.app.inject({
      url: '/api/contacts/export',
      headers: { authorization: `Bearer ${anna.token}` },
    })
    const path = join(folder, 'kontakter.csv')
    writeFileSync(path, rawPayload)
    expect(cellsInLibreOffice(path)).toEqual([
      ['Kund', 'Kundens e-post', 'Namn', 'Titel', 'Telefon', 'Mobil', 'E-post', 'Anteckning'],
      [
        ...["'=1+1 AB", 'info@kund.example.se', 'Åsa; "Kim" Ö', "'+46", '018-12 34 56', '070-123 45 67'],
        ...['kim@kund.example.se', "'=2+2"],
      ],
    ])
  },
  240_000,
)
