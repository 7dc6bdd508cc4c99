// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { closeApp, signIn } from '#features/auth/testing/screen.tsx'
import { endBrowserSessions, givePassword } from '#features/auth/testing/sign-in.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { brokenAnswer, lostConnection, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { queryClient } from '#shared/web/query-client.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { vault } from '../vault.contract.ts'

const SECRET = 'ssid gäst / hemligt-kanariefågel'

let h: Harness
let technician: Person
let colleague: Person
let admin: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  colleague = await h.aTechnician({ orgId, fullName: 'Kim Kollega' })
  admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
  for (const person of [technician, admin]) await givePassword(h, person)
})
afterEach(async () => {
  vi.useRealTimers()
  await closeApp()
})
afterAll(() => h.stop())

const aCustomer = async (name = 'Bergströms El') => (await h.aCustomer({ orgId, name })).id
const pathOf = (id: string) => `/backoffice/customers/${id}/credentials`
const save = (id: string, text: string, version: number) =>
  h.as(colleague).call(vault.save, { params: { id }, body: { text, version } })
const textOf = async (id: string) => (await h.as(admin).call(vault.read, { params: { id }, body: {} })).text
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const AREA = { name: /^Inloggningar/ }
const area = () => screen.findByRole<HTMLTextAreaElement>('textbox', AREA)

async function openText(id: string, person = technician, options = {}) {
  const opened = await openBackOffice(h, person, pathOf(id), options)
  // If nothing is stored the area is open.
  const show = await screen.findByRole('button', { name: /^(Visa|Spara)$/ })
  if (show.textContent === 'Visa') await opened.user.click(show)
  return { ...opened, text: await area() }
}

test('the customer’s pages link to an area of 15 rows, with a warning that it is for staff only', async () => {
  const id = await aCustomer('Åkermans El')
  const { user, at } = await openBackOffice(h, technician, '/backoffice/customers')
  await user.click(await button('Fler åtgärder för Åkermans El'))
  await user.click(await screen.findByRole('link', { name: 'Teknisk information för Åkermans El' }))
  await waitFor(() => expect(at()).toBe(pathOf(id)))
  expect(await screen.findByText(/bara för personal/)).toBeTruthy()
  expect((await area()).rows).toBe(15)
  expect(screen.getByRole('button', { name: 'Spara' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Visa|Dölj)$/ })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Översikt' }))
  expect(await screen.findByText('Kunduppgifter')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Teknik' }).getAttribute('href')).toBe(pathOf(id))
})

test('A-90: saving is confirmed as specified; the text is in no cache, storage or address', async () => {
  const id = await aCustomer()
  const { user, text, at } = await openText(id)
  await user.click(text)
  await user.paste(SECRET)
  await user.click(await button('Spara'))
  expect(await screen.findByText('Information sparad och krypterad!')).toBeTruthy()
  expect(await textOf(id)).toBe(SECRET)
  expect(await screen.findByText(/Version 1, sparad .* av Tove Teknik/)).toBeTruthy()
  const places = [
    ...queryClient
      .getQueryCache()
      .getAll()
      .map(({ state, queryKey }) => [state, queryKey]),
    ...queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state),
    Object.entries(localStorage),
    Object.entries(sessionStorage),
    at(),
  ]
  expect(JSON.stringify(places)).not.toContain('kanariefågel')
})

test('the text is out of the DOM until it is opened, and after a minute without input', async () => {
  const id = await aCustomer()
  await save(id, SECRET, 0)
  const { text } = await openText(id)
  expect(text.value).toBe(SECRET)
  // Flushes the effect that starts the idle timer: the text may be found before it has run.
  await act(async () => {})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.keyDown(text, { key: 'Shift' })
  act(() => void vi.advanceTimersByTime(59_000))
  fireEvent.pointerDown(document.body)
  act(() => void vi.advanceTimersByTime(59_999))
  expect(screen.getByRole('textbox', AREA)).toBe(text)
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByRole('textbox', AREA)).toBeNull()
  expect(document.documentElement.outerHTML).not.toContain('kanariefågel')
  expect(screen.getByText(/Varje visning antecknas/)).toBeTruthy()
})

test('hiding takes unsaved changes out of the DOM, and navigation asks for confirmation', async () => {
  const id = await aCustomer()
  await save(id, SECRET, 0)
  const { user, text, at } = await openText(id)
  await user.type(text, ' osparat')
  await user.click(await button('Dölj'))
  expect(document.documentElement.outerHTML).not.toContain('kanariefågel')
  expect(document.documentElement.outerHTML).not.toContain(' osparat')
  expect(screen.getByText(/Du har ändringar som inte är sparade/)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Översikt' }))
  expect(await screen.findByText('Lämna utan att spara?')).toBeTruthy()
  await user.click(await button('Stanna kvar'))
  expect(at()).toBe(pathOf(id))
  await user.click(await button('Visa'))
  expect((await area()).value).toBe(`${SECRET} osparat`)
  await user.click(await button('Spara'))
  expect(await screen.findByText('Information sparad och krypterad!')).toBeTruthy()
  expect(await textOf(id)).toBe(`${SECRET} osparat`)
  await user.click(screen.getByRole('link', { name: 'Översikt' }))
  await waitFor(() => expect(at()).toBe(`/backoffice/customers/${id}`))
})

test('A-88: a conflict shows both texts, and either can be saved', async () => {
  const id = await aCustomer()
  await save(id, 'Ett', 0)
  const { user, text } = await openText(id)
  await save(id, 'Kollegans text', 1)
  await user.type(text, ' och mitt')
  await user.click(await button('Spara'))
  const alert = (await screen.findByText(/Kim Kollega hann spara/)).closest('section') as HTMLElement
  expect(within(alert).getByText('Kollegans text')).toBeTruthy()
  expect((await area()).value).toBe('Ett och mitt')
  expect(await screen.findByText('Kunde inte spara information')).toBeTruthy()
  await user.click(await button('Spara'))
  expect(await screen.findByText('Information sparad och krypterad!')).toBeTruthy()
  expect(await textOf(id)).toBe('Ett och mitt')
  expect(screen.queryByText('Kollegans text')).toBeNull()

  await save(id, 'Kollegan igen', 3)
  await user.type(await area(), '!')
  await user.click(await button('Spara'))
  await user.click(await button('Ta det sparade'))
  expect((await area()).value).toBe('Kollegan igen')
  expect(await textOf(id)).toBe('Kollegan igen')
})

test('A-86: clearing asks first, and the earlier text can be restored', async () => {
  const id = await aCustomer()
  await save(id, SECRET, 0)
  const { user, text } = await openText(id)
  await user.clear(text)
  await user.click(await button('Spara'))
  expect(await screen.findByText('Töm den tekniska informationen?')).toBeTruthy()
  await user.click(await button('Avbryt'))
  expect(await textOf(id)).toBe(SECRET)
  await user.click(await button('Spara'))
  await user.click(await button('Töm'))
  expect(await screen.findByText('Information sparad och krypterad!')).toBeTruthy()
  expect(await textOf(id)).toBe('')
  await user.click(await button('Återställ version 1'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Återställ' }))
  expect(await screen.findByText('Version 1 återställd')).toBeTruthy()
  expect(await textOf(id)).toBe(SECRET)
  expect(screen.queryByRole('textbox', AREA)).toBeNull()
})

test('A-84: an unreadable text is an error, not an empty area; an earlier version replaces it', async () => {
  const id = await aCustomer()
  await save(id, SECRET, 0)
  await save(id, 'Nyare', 1)
  await h.test.superuser.query('alter table customer_credentials disable trigger keep')
  await h.test.superuser.query(
    `update customer_credentials set envelope = '\\x0102' where customer_id = $1 and version = 2`,
    [id],
  )
  await h.test.superuser.query('alter table customer_credentials enable trigger keep')
  const { user } = await openBackOffice(h, technician, pathOf(id))
  expect(await screen.findByText('Kunde inte hämta kunddata')).toBeTruthy()
  expect(screen.queryByRole('textbox', AREA)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Spara' })).toBeNull()
  await user.click(await button('Återställ version 1'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Återställ' }))
  await user.click(await button('Visa'))
  expect((await area()).value).toBe(SECRET)
})

test('A-93: without the key the page shows that it is missing', async () => {
  const id = await aCustomer()
  await save(id, SECRET, 0)
  const fetch = meddling(h, ({ path }, pass) =>
    path.endsWith('/credentials')
      ? pass().then(async (answer) => Response.json({ ...(await answer.json()), state: 'keyMissing' }))
      : undefined,
  )
  await openBackOffice(h, technician, pathOf(id), { fetch })
  expect(await screen.findByText(/Nyckel saknas/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Visa' })).toBeNull()
})

test('a failure to read or save is reported as specified, and unsaved text remains', async () => {
  const id = await aCustomer()
  await save(id, 'Vårt och ', 0)
  let isBroken = true
  const fetch = meddling(h, ({ method, path }) => {
    if (!isBroken) return undefined
    if (path.endsWith('/text')) return Promise.resolve(brokenAnswer())
    return method === 'PUT' ? lostConnection() : undefined
  })
  const { user } = await openBackOffice(h, technician, pathOf(id), { fetch })
  await user.click(await button('Visa'))
  expect(await screen.findByText('Kunde inte hämta kunddata')).toBeTruthy()
  isBroken = false
  await user.click(await button('Försök igen'))
  await user.type(await area(), 'mitt')
  isBroken = true
  await user.click(await button('Spara'))
  expect(await screen.findByText('Kunde inte spara information')).toBeTruthy()
  expect((await area()).value).toBe('Vårt och mitt')
  isBroken = false
  await user.click(await button('Spara'))
  expect(await screen.findByText('Information sparad och krypterad!')).toBeTruthy()
  expect(await textOf(id)).toBe('Vårt och mitt')
})

test('a first text conflicts when a colleague saves first, and both texts are shown', async () => {
  const id = await aCustomer()
  const { user, text } = await openText(id)
  await user.type(text, 'Mitt')
  await save(id, 'Kollegans', 0)
  await act(() => queryClient.invalidateQueries({ queryKey: ['credentials', id] }))
  expect(await screen.findByText(/Version 1, sparad .* av Kim Kollega/)).toBeTruthy()
  expect((await area()).value).toBe('Mitt')
  await user.click(await button('Spara'))
  expect(await screen.findByText('Kollegans')).toBeTruthy()
  await user.click(await button('Spara'))
  expect(await screen.findByText('Information sparad och krypterad!')).toBeTruthy()
  expect(await textOf(id)).toBe('Mitt')
})

test('an untouched empty area is hidden when a colleague saves a text', async () => {
  const id = await aCustomer()
  await openText(id)
  await save(id, SECRET, 0)
  await act(() => queryClient.invalidateQueries({ queryKey: ['credentials', id] }))
  expect(await button('Visa')).toBeTruthy()
  expect(screen.queryByRole('textbox', AREA)).toBeNull()
})

test('an archived customer without a text has no area, and the reason is shown', async () => {
  const id = await aCustomer()
  await save(id, 'x', 0)
  await save(id, '', 1)
  await h.as(admin).call(customers.remove, { params: { id } })
  await openBackOffice(h, technician, pathOf(id))
  expect(await screen.findByText(/texten kan läsas men inte ändras/)).toBeTruthy()
  expect(screen.queryByRole('textbox', AREA)).toBeNull()
})

test('the error of a text that is too long is at the area', async () => {
  const id = await aCustomer()
  const { user, text } = await openText(id)
  fireEvent.change(text, { target: { value: 'å'.repeat(32 * 1024 + 1) } })
  await user.click(await button('Spara'))
  expect(await screen.findByText('Texten får vara högst 64 kB. Korta den eller dela upp den.')).toBeTruthy()
})

test('an archived customer’s text is read-only, with the reason', async () => {
  const id = await aCustomer()
  await save(id, SECRET, 0)
  await h.as(admin).call(customers.remove, { params: { id } })
  const { text } = await openText(id)
  expect(text.readOnly).toBe(true)
  expect(text.value).toBe(SECRET)
  expect(screen.getByText(/Kunden är arkiverad: texten kan läsas men inte ändras/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Spara' })).toBeNull()
})

test('A-89: administrators see who has read and changed the text, technicians do not', async () => {
  const id = await aCustomer()
  await save(id, SECRET, 0)
  await openText(id, admin)
  const log = await screen.findByRole('table', { name: 'Vem har läst och ändrat' })
  expect(await within(log).findByText('Läste version 1')).toBeTruthy()
  expect(within(log).getByText('Sparade version 1')).toBeTruthy()
  expect(within(log).getByText('Kim Kollega')).toBeTruthy()
  await closeApp()
  await openBackOffice(h, technician, pathOf(id))
  expect(await screen.findByRole('table', { name: 'Tidigare versioner' })).toBeTruthy()
  expect(screen.queryByText('Vem har läst och ändrat')).toBeNull()
})

test('a URL without a customer shows that it was not found', async () => {
  await openBackOffice(h, technician, pathOf('00000000-0000-7000-8000-000000000000'))
  expect((await screen.findAllByText('Kund hittades inte')).length).toBeGreaterThan(0)
})

test.each([SECRET, ''])(
  'a text that is changed from “%s” when the session ends waits for the same person alone',
  async (stored) => {
    const id = await aCustomer()
    if (stored) await save(id, stored, 0)
    const { user, text } = await openText(id)
    await user.type(text, ' och mer')
    await endBrowserSessions(h, technician)
    await user.click(await button('Spara'))
    await signIn(technician)
    if (stored) await user.click(await button('Visa'))
    expect((await area()).value).toBe(`${stored} och mer`)
    await endBrowserSessions(h, technician)
    await user.click(await button('Spara'))
    await signIn(admin)
    const show = await button(/^(Visa|Spara)$/)
    if (show.textContent === 'Visa') await user.click(show)
    expect((await area()).value).toBe(stored)
  },
)

test('a text that is left unsaved is not restored by Forward', async () => {
  const id = await aCustomer()
  await save(id, SECRET, 0)
  const { user, text, router } = await openText(id)
  await user.type(text, ' och mer')
  await act(() => router.navigate('/backoffice/customers'))
  await user.click(await button('Lämna'))
  await screen.findByRole('heading', { level: 1, name: 'Kunder' })
  await act(() => router.navigate(-1))
  await user.click(await button('Visa'))
  expect((await area()).value).toBe(SECRET)
})
