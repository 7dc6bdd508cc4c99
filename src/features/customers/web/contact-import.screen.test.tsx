// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { contacts } from '../contacts.contract.ts'
import { customers } from '../customers.contract.ts'

const LIST = '/backoffice/customers'
const IMPORT = `${LIST}/import`

let h: Harness
let anna: Person

beforeAll(async () => {
  h = await startHarness()
})
// Each test has its own organization.
beforeEach(async () => {
  anna = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  await givePassword(h, anna)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await closeApp()
})
afterAll(() => h.stop())

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const aCustomer = (name: string) => h.as(anna).call(customers.create, { body: { name } })
const contactsOf = (id: string) => h.as(anna).call(contacts.list, { params: { id } })

async function chooseFile(user: UserEvent, content: string) {
  await button(/Välj fil|Byt fil/)
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await user.upload(input, new File([content], 'kontakter.csv'))
}

const inTable = async (name: string) => within(await screen.findByRole('table', { name }))

test('a contact file is recognized, invalid lines are reported, the others imported', async () => {
  const [berg, ek] = [await aCustomer('Bergs Bageri'), await aCustomer('Eks Åkeri')]
  const body = { name: 'Finns Redan', title: null, phone: null, mobile: null, email: null, note: null }
  await h.as(anna).call(contacts.create, { params: { id: ek.id }, body })
  const { user, at } = await openBackOffice(h, anna, IMPORT)
  const lines = [
    'Kund;Namn;Titel;Mobiltelefon;E-post;Notering',
    'bergs bageri;Kim Lund;VD;0701234567;kim@bergs.example.se;"Ring\r\nförst"',
    'Eks Åkeri;Lo Ek;;;;',
    'Eks Åkeri;finns redan;;;;',
    'Okänd AB;Bo Alm;;;;',
    ';Utan Kund;;;;',
    'Eks Åkeri;;;;inte en adress;',
  ]
  await chooseFile(user, lines.join('\r\n'))
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Kontakter/ })).checked).toBe(true)
  expect((await inTable('Förhandsvisning')).getByText('070-123 45 67')).toBeTruthy()
  const remarks = await inTable('Rader att se över')
  const remarkOf = (line: string) => remarks.getByRole('cell', { name: line }).closest('tr')?.textContent
  expect(remarkOf('5')).toContain('finns redan')
  expect(remarkOf('6')).toContain('Det finns ingen kund som heter så')
  expect(remarkOf('7')).toContain('Kund krävs')
  expect(remarkOf('8')).toContain('Namn krävs. Ange en giltig e-postadress')
  expect(screen.getByText('1 kontakt finns redan och hoppas över')).toBeTruthy()
  expect(screen.getByText('3 rader har fel och hoppas över')).toBeTruthy()
  await user.click(await button('Importera 2 kontakter'))
  expect(await screen.findByText('2 kontakter importerade')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Bergs Bageri' })).toBeTruthy()
  expect(at()).toBe(LIST)
  expect(await contactsOf(berg.id)).toMatchObject([
    { name: 'Kim Lund', title: 'VD', mobile: '0701234567', email: 'kim@bergs.example.se', note: 'Ring\r\nförst' },
  ])
  expect((await contactsOf(ek.id)).map(({ name }) => name)).toEqual(['Finns Redan', 'Lo Ek'])
})

test('a register with contact persons is read as customers until contacts are chosen', async () => {
  const { id } = await aCustomer('Bergs Bageri')
  const { user } = await openBackOffice(h, anna, IMPORT)
  await chooseFile(user, 'Företag;Referens;Telefon\r\nBergs Bageri;Kim Lund;018-12 34 56')
  await screen.findByText('1 kund finns redan och hoppas över')
  await user.click(screen.getByRole('radio', { name: /Kontakter/ }))
  expect(await screen.findByText('Välj kolumnen med kontaktens namn')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Namn' }), 'Referens: Kim Lund')
  await user.click(await button('Importera 1 kontakt'))
  expect(await screen.findByText('1 kontakt importerad')).toBeTruthy()
  expect(await contactsOf(id)).toMatchObject([{ name: 'Kim Lund', phone: '018-12 34 56' }])
})

test('the contacts of the matching customers are exported', async () => {
  const { id } = await aCustomer('Bergs Bageri')
  await aCustomer('Annat AB')
  const body = { name: 'Kim Lund', title: null, phone: null, mobile: null, email: null, note: null }
  await h.as(anna).call(contacts.create, { params: { id }, body })
  const saved: Blob[] = []
  // jsdom lacks object URLs and downloads.
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL() {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = await openBackOffice(h, anna, `${LIST}?search=bergs`)
  await user.click(await button('Importera och exportera'))
  await user.click(await button('Exportera kontakter som CSV'))
  expect(await screen.findByText('CSV-fil exporterad')).toBeTruthy()
  expect((await saved[0]?.text())?.split('\r\n')[1]).toBe('Bergs Bageri;;Kim Lund;;;;;')
})
