// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { articles, NEEDS_VAT_REASON } from '../articles.contract.ts'
import { anArticle } from '../testing/articles.ts'

let h: Harness
let admin: Person
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
  await givePassword(h, admin)
})
afterEach(closeApp)
afterAll(() => h.stop())

const SETTINGS = '/backoffice/settings/avtal'
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const create = (given: object) => h.as(admin).call(articles.create, { body: anArticle(given) })
const list = async () => (await h.as(admin).call(articles.list, { query: {} })).rows
const rowText = async (name: RegExp) =>
  (await screen.findByRole('row', { name })).textContent?.replaceAll('\u00a0', ' ')

async function fill(user: UserEvent, of: ReturnType<typeof within>, label: RegExp, text: string) {
  const field = of.getByRole('textbox', { name: label })
  await user.clear(field)
  if (text) await user.type(field, text)
}

test('an article is added with errors beside its fields, found by its number, changed, and archived with an undo', async () => {
  const { user } = await openBackOffice(h, admin, SETTINGS)
  expect(await screen.findByText('Inga artiklar ännu')).toBeTruthy()
  await user.click((await screen.findAllByRole('button', { name: 'Ny artikel' }))[0] as HTMLElement)
  const added = await dialog('Ny artikel')
  await user.click(added.getByRole('button', { name: 'Spara' }))
  expect(await added.findByText('Ange ett artikelnummer')).toBeTruthy()
  await fill(user, added, /^Artikelnummer/, 'M-1')
  await fill(user, added, /^Namn/, 'Registreringsavgift')
  await fill(user, added, /^Konto/, '3990')
  await fill(user, added, /^Pris/, '1 250,50')
  await user.selectOptions(added.getByRole('combobox', { name: /^Moms/ }), 'none')
  await user.click(added.getByRole('button', { name: 'Spara' }))
  expect(await added.findByText(NEEDS_VAT_REASON)).toBeTruthy()
  await fill(user, added, /^Varför ingen moms/, 'Utlägg')
  await user.click(added.getByRole('button', { name: 'Spara' }))
  expect(await rowText(/Registreringsavgift/)).toMatch(/M-1.*1 250,50 kr.*st.*Ingen moms.*3990/)

  await user.click(await button('Ändra Registreringsavgift'))
  const changed = await dialog('Ändra artikel')
  await fill(user, changed, /^Namn/, 'Avgift')
  await user.click(changed.getByRole('checkbox', { name: 'Byggtjänst' }))
  // An article is one of the two.
  expect(changed.getByRole<HTMLInputElement>('checkbox', { name: /^Mobiltelefon/ }).disabled).toBe(true)
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  expect(await rowText(/Avgift/)).toMatch(/1 250,50 kr.*Byggtjänst/)

  await user.click(await button('Arkivera Avgift'))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Avgift/ })).toBeNull())
  await user.click(await button('Ångra'))
  expect(await screen.findByRole('row', { name: /Avgift/ })).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: 'Sök artikel' }), 'finns inte')
  expect(await screen.findByText('Ingen artikel stämmer med sökningen.')).toBeTruthy()
})

test('what somebody else changed meanwhile is shown, and nothing typed is lost', async () => {
  const { id } = await create({ number: '7', name: 'Kabel', account: '3040' })
  const { user } = await openBackOffice(h, admin, SETTINGS)
  await user.click(await button('Ändra Kabel'))
  const changed = await dialog('Ändra artikel')
  await fill(user, changed, /^Namn/, 'Min kabel')
  const {
    priceOre: _price,
    validFrom: _date,
    ...theirs
  } = anArticle({ number: '7', name: 'Deras kabel', account: '3041' })
  await h.as(admin).call(articles.change, { params: { id }, body: { ...theirs, version: 1 } })
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  expect(await changed.findByText('Deras kabel')).toBeTruthy()
  expect(changed.getByRole<HTMLInputElement>('textbox', { name: /^Namn/ }).value).toBe('Min kabel')
  await user.click(await changed.findByRole('button', { name: 'Spara min version' }))
  await screen.findByRole('row', { name: /Min kabel/ })
  expect(await list()).toMatchObject([{ name: 'Min kabel', account: '3041', version: 3 }])
})

test('prices have dates: a new one is added to the earlier ones, and one is removed and put back', async () => {
  await create({ number: '8', name: 'Lagring', priceOre: 10_000 })
  const { user } = await openBackOffice(h, admin, SETTINGS)
  await user.click(await button('Priser för Lagring'))
  const prices = await dialog('Priser för Lagring')
  expect((await prices.findByRole('list', { name: 'Priser' })).textContent).toMatch(
    /^2026-01-01100,00.kr \/ stGäller nu$/,
  )
  await fill(user, prices, /^Från/, todayInStockholm())
  await fill(user, prices, /^Pris/, 'gratis')
  await user.click(prices.getByRole('button', { name: 'Nytt pris' }))
  expect(await prices.findByText('Ange ett belopp, som 950,00')).toBeTruthy()
  await fill(user, prices, /^Pris/, '120')
  await user.click(prices.getByRole('button', { name: 'Nytt pris' }))
  await waitFor(() => expect(prices.getAllByRole('listitem')).toHaveLength(2))
  expect(prices.getAllByRole('listitem')[0]?.textContent).toMatch(/120,00.kr \/ stGäller nu/)
  expect(await list()).toMatchObject([{ priceOre: 12_000 }])
})

test('the article of the start fee is chosen by its number, and taken away again', async () => {
  const { id } = await create({ number: '130', name: 'Startavgift' })
  const { user } = await openBackOffice(h, admin, SETTINGS)
  const field = await screen.findByRole('combobox', { name: 'Startavgift' })
  await user.type(field, '130')
  await user.click(await screen.findByRole('option', { name: '130 Startavgift' }))
  const ofStart = async () => (await h.as(admin).call(articles.ofWork, {})).rows.at(-2)?.article
  await waitFor(async () => expect(await ofStart()).toMatchObject({ id }))
  await user.clear(field)
  await user.tab()
  await waitFor(async () => expect(await ofStart()).toBeNull())
})

test('a file is read: what is new, changed, the same and wrong is said before anything is stored', async () => {
  await create({ number: '1', name: 'Kabel', priceOre: 1_000 })
  await create({ number: '2', name: 'Switch', priceOre: 5_000 })
  const { user, at } = await openBackOffice(h, admin, SETTINGS)
  await user.click(await button('Fler åtgärder för artiklar'))
  await user.click(await screen.findByRole('link', { name: 'Importera artiklar' }))
  await button('Välj fil')
  const lines = [
    'Artikelnummer;Namn;Pris;Moms',
    '1;Kabel;10,00;25',
    '2;Switch;60;25',
    '3;Ny;5;12',
    '4;Fel;;19',
    '3;Igen;;',
  ]
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await user.upload(input, new File([lines.join('\r\n')], 'artiklar.csv'))
  const remarks = within(await screen.findByRole('table', { name: 'Rader att se över' }))
  expect(remarks.getAllByRole('row').map((row) => row.textContent)).toEqual([
    expect.anything(),
    expect.stringContaining('Välj moms'),
    expect.stringContaining('Artikelnumret finns redan högre upp i filen'),
  ])
  for (const text of ['1 artikel läggs till', '1 artikel ändras', '1 artikel är redan som i filen'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(await list()).toHaveLength(2)
  await user.click(await button('Importera 2 artiklar'))
  await waitFor(() => expect(at()).toContain(SETTINGS))
  expect(await list()).toMatchObject([
    { number: '1', version: 1 },
    { number: '2', priceOre: 6_000 },
    { number: '3', vatClass: 'vat12', priceOre: 500 },
  ])
})
