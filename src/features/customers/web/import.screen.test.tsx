// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { time } from '#features/time/time.contract.ts'
import { brokenAnswer, lostConnection, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { readCsv } from '../csv-reader.rules.ts'
import { customers } from '../customers.contract.ts'

const LIST = '/backoffice/customers'
const IMPORT = `${LIST}/import`

let h: Harness
let technician: Person
let admin: Person

beforeAll(async () => {
  h = await startHarness()
})
// Each test has its own organization.
beforeEach(async () => {
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
  for (const person of [technician, admin]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const register = async () => (await h.as(technician).call(customers.list, { query: {} })).rows
const add = (customer: { name: string; email?: string; phone?: string }) =>
  h.as(technician).call(customers.create, { body: customer })

async function chooseFile(user: UserEvent, content: string | Buffer, name = 'kunder.csv') {
  await button(/Välj fil|Byt fil/)
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await user.upload(input, new File([typeof content === 'string' ? content : new Uint8Array(content)], name))
}

const inTable = async (name: string) => within(await screen.findByRole('table', { name }))

test('a broken character is reported by line; both names form the name of a person', async () => {
  const { user } = await openBackOffice(h, technician, IMPORT)
  const text = Buffer.from('Förnamn;Efternamn;Ort\nÅsa;Ek;Växjö\nBo;Öst', 'utf8')
  await chooseFile(user, Buffer.concat([text, Buffer.of(0xe5), Buffer.from(';Ö\nCecilia;Å;Umeå', 'utf8')]))
  const preview = await inTable('Förhandsvisning')
  expect(preview.getByText('Åsa Ek')).toBeTruthy()
  expect(preview.getByText('Cecilia Å')).toBeTruthy()
  expect(screen.getByText('Rad 3 har tecken som inte går att läsa. Se över den efter importen.')).toBeTruthy()
  await user.click(await button('Importera 3 kunder'))
  await waitFor(async () => expect(await register()).toHaveLength(3))
})

test('a Windows-1252 file with semicolons is guessed, previewed and imported', async () => {
  await add({ name: 'Bergs El', email: 'info@bergs.example' })
  const { user, at } = await openBackOffice(h, technician, LIST)
  await user.click(await button('Importera och exportera'))
  await user.click(await screen.findByRole('link', { name: 'Importera' }))
  const lines = [
    'Saldo;Kundnamn;E-postadress;Mobil;Gatuadress;Postnr;Ort;Notering',
    '1;Åkeri Öst AB;info@akeri.example;0701234567;Storgatan 1;75320;Uppsala;"Ring\r\nförst"',
    '2;BERGS EL;info@bergs.example;;;;;',
    '3;;saknas@example.se;;;;;',
    '4;Fel AB;inte en adress;;;;;',
    '5;Växelkund;;fråga Kim;;;;',
    '6;Växelkund;;;;;;',
  ]
  await chooseFile(user, Buffer.from(lines.join('\r\n'), 'latin1'))
  const preview = await inTable('Förhandsvisning')
  expect(screen.getByText('Tas inte med: Saldo')).toBeTruthy()
  expect(preview.getByText('Åkeri Öst AB')).toBeTruthy()
  expect(preview.getByText('070-123 45 67')).toBeTruthy()
  expect(preview.getByText('Storgatan 1, 753 20 Uppsala')).toBeTruthy()
  const remarks = await inTable('Rader att se över')
  const remarkOf = (line: string) => remarks.getByRole('cell', { name: line }).closest('tr')?.textContent
  expect(remarkOf('4')).toContain('finns redan')
  expect(remarkOf('5')).toContain('Namn krävs')
  expect(remarkOf('6')).toContain('Ange en giltig e-postadress')
  expect(remarkOf('8')).toContain('finns redan')
  expect(screen.getByText('2 kunder finns redan och hoppas över')).toBeTruthy()
  expect(screen.getByText('2 rader har fel och hoppas över')).toBeTruthy()
  expect(await register()).toHaveLength(1)
  await user.click(await button('Importera 2 kunder'))
  expect(await screen.findByText('2 kunder importerade')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Åkeri Öst AB' })).toBeTruthy()
  expect(at()).toBe(LIST)
  expect(await register()).toMatchObject([
    { name: 'Bergs El' },
    { name: 'Växelkund', phone: 'fråga Kim' },
    { name: 'Åkeri Öst AB', phone: '0701234567', address: 'Storgatan 1, 753 20 Uppsala', notes: 'Ring\r\nförst' },
  ])
})

test('unknown headings are mapped by hand, and a first row without headings is imported', async () => {
  const { user } = await openBackOffice(h, technician, IMPORT)
  await chooseFile(user, 'Anna AB,018-12 34 56\nBo AB,018-65 43 21', 'export.txt')
  expect(await screen.findByText('Välj kolumnen med kundens namn')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Importera/ })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Första raden är rubriker' }))
  for (const [field, column] of [
    ['Namn', 'Kolumn 1: Anna AB'],
    ['Telefon', 'Kolumn 2: 018-12 34 56'],
  ] as const) {
    await user.selectOptions(await screen.findByRole('combobox', { name: field }), column)
  }
  await user.click(await button('Importera 2 kunder'))
  expect(await screen.findByText('2 kunder importerade')).toBeTruthy()
  expect(await register()).toMatchObject([{ name: 'Anna AB', phone: '018-12 34 56' }, { name: 'Bo AB' }])
})

test('a press right after choosing a column never imports with the previous mapping', async () => {
  const sent: string[] = []
  const fetch = meddling(h, ({ path }) => {
    if (path === '/api/customers/import') sent.push(path)
    return undefined
  })
  const { user } = await openBackOffice(h, technician, IMPORT, { fetch })
  await chooseFile(user, 'Kund,Svar,Post\nAnna AB,018-12 34 56,anna@example.se', 'export.txt')
  const early = await button('Importera 1 kund')
  fireEvent.change(screen.getByRole('combobox', { name: 'Telefon' }), { target: { value: '1' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'E-post' }), { target: { value: '2' } })
  fireEvent.click(early)
  expect(sent).toEqual([])
  await user.click(await button('Importera 1 kund'))
  expect(await screen.findByText('1 kund importerad')).toBeTruthy()
  expect(sent).toHaveLength(1)
  expect(await register()).toMatchObject([{ name: 'Anna AB', phone: '018-12 34 56', email: 'anna@example.se' }])
})

test('existing customers are imported when the user chooses to', async () => {
  await add({ name: 'Samma AB' })
  const { user } = await openBackOffice(h, technician, IMPORT)
  await chooseFile(user, 'name\tphone\nSamma AB\t0701234567')
  expect(await screen.findByText('1 kund finns redan och hoppas över')).toBeTruthy()
  expect((await button('Importera 0 kunder')).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('checkbox', { name: 'Importera även dem som redan finns' }))
  await user.click(await button('Importera 1 kund'))
  expect(await screen.findByText('1 kund importerad')).toBeTruthy()
  expect(await register()).toHaveLength(2)
})

test('a file that is too big, broken, empty or from Excel gets a clear error and is not sent', async () => {
  const sent: string[] = []
  const fetch = meddling(h, ({ method, path }) => {
    if (method === 'POST' && path.startsWith('/api/customers')) sent.push(path)
    return undefined
  })
  const { user } = await openBackOffice(h, technician, IMPORT, { fetch })
  const cases = [
    [Buffer.alloc(10 * 1024 * 1024, 'a'), 'Filen är större än 5 MB.'],
    ['Namn;Ort\nA;"Uppsala\nB;Knivsta', 'citattecknet som börjar på rad 2 avslutas aldrig'],
    [Buffer.from('504b030400001400', 'hex'), 'Filen är inte en CSV-fil.'],
    ['Namn;Ort\r\n', 'Filen har inga rader.'],
  ] as const
  for (const [content, text] of cases) {
    await chooseFile(user, content)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text))
  }
  expect(screen.queryByRole('button', { name: /^Importera/ })).toBeNull()
  expect(sent).toEqual([])
  await chooseFile(user, 'Namn\nHel AB')
  expect(await button('Importera 1 kund')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure leaves file and choices, and a retry after a lost response imports once', async () => {
  let posts = 0
  const fetch = meddling(h, ({ path }, pass) => {
    if (path !== '/api/customers/import') return undefined
    posts += 1
    if (posts === 1) return Promise.resolve(brokenAnswer())
    return posts === 2 ? pass().then(lostConnection) : undefined
  })
  const { user } = await openBackOffice(h, technician, IMPORT, { fetch })
  await chooseFile(user, 'Namn\nEn AB\nTvå AB')
  await user.click(await button('Importera 2 kunder'))
  expect(await screen.findByText('Något gick fel hos oss')).toBeTruthy()
  await user.click(await button('Importera 2 kunder'))
  expect(await screen.findByText(/Ingen kontakt med servern/)).toBeTruthy()
  await user.click(await button('Importera 2 kunder'))
  expect(await screen.findByText('2 kunder importerade')).toBeTruthy()
  expect(await register()).toHaveLength(2)
})

test('the server’s validation errors are shown with the line of the file', async () => {
  const refusal = {
    error: { code: 'invalid', message: 'Namn krävs', requestId: 'r-1', fields: { 'rows.1.name': 'Namn krävs' } },
  }
  const fetch = meddling(h, ({ path }) =>
    path === '/api/customers/import' ? Promise.resolve(Response.json(refusal, { status: 422 })) : undefined,
  )
  const { user } = await openBackOffice(h, technician, IMPORT, { fetch })
  await chooseFile(user, 'Namn\n\nEn AB\n\nTvå AB')
  await user.click(await button('Importera 2 kunder'))
  expect(await screen.findByText('Rad 5: Namn krävs')).toBeTruthy()
})

test('the export applies the filter; an empty register disables it with the reason', async () => {
  await add({ name: '=1+1', phone: '+46701234567' })
  await add({ name: 'Annan AB' })
  const saved: Blob[] = []
  // jsdom lacks object URLs and downloads.
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL() {} })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const { user } = await openBackOffice(h, technician, `${LIST}?search=%2B46 70`)
  await screen.findByText('1 kund')
  await user.click(await button('Importera och exportera'))
  await user.click(await button('Exportera kunder som CSV'))
  expect(await screen.findByText('CSV-fil exporterad')).toBeTruthy()
  expect(names).toEqual([expect.stringMatching(/^kunder_\d{4}-\d\d-\d\d\.csv$/)])
  const { records } = readCsv(await (saved[0] as Blob).text())
  expect(records.map(({ cells }) => cells.slice(0, 3))).toEqual([
    ['Namn', 'E-post', 'Telefon'],
    ["'=1+1", '', '070-123 45 67'],
  ])
  await user.type(screen.getByRole('searchbox', { name: 'Sök kund' }), ' finns inte')
  expect(await screen.findByText('Inga träffar')).toBeTruthy()
  await user.click(await button('Importera och exportera'))
  expect((await button('Exportera kunder som CSV')).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByText('Rensa sökningen'))
  expect(await screen.findByText('2 kunder')).toBeTruthy()
})

test('a phone number is a link in Swedish format; an unrecognized one is plain text', async () => {
  const { id } = await add({ name: 'Ring AB', phone: '0046 70 1234567' })
  await add({ name: 'Växel AB', phone: 'fråga Kim' })
  const { user } = await openBackOffice(h, technician, LIST)
  const link = await screen.findByRole('link', { name: '070-123 45 67' })
  expect(link.getAttribute('href')).toBe('tel:+46701234567')
  expect(screen.getByText('fråga Kim').closest('a')?.getAttribute('href') ?? '').not.toContain('tel:')
  await user.click(await button('Ändra Ring AB'))
  expect(await screen.findByText('Visas som 070-123 45 67')).toBeTruthy()
  await closeApp()
  await openBackOffice(h, technician, `${LIST}/${id}`)
  expect((await screen.findByRole('link', { name: '070-123 45 67' })).getAttribute('href')).toBe('tel:+46701234567')
})

test('Ångra restores an archived customer', async () => {
  const { id } = await add({ name: 'Med tid' })
  const row = { customerId: id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:30' }
  await h.as(technician).call(time.create, { body: row })
  const { user } = await openBackOffice(h, admin, LIST)
  await user.click(await button('Fler åtgärder för Med tid'))
  await user.click(await button('Ta bort Med tid'))
  await user.click(await button('Ta bort kund'))
  expect(await screen.findByText('Kund arkiverad')).toBeTruthy()
  await user.click(await button('Ångra'))
  expect(await screen.findByText('Kund återställd')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Med tid' })).toBeTruthy()
})
