// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { time } from '#features/time/time.contract.ts'
import { brokenAnswer, lostConnection, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { queryClient } from '#shared/web/query-client.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { customerFields, customerLabels, customers } from '../customers.contract.ts'

const LIST = '/backoffice/customers'
const LIST_CALL = '/api/customers'
const SIMILAR_CALL = 'GET /api/customers/similar'

let h: Harness
let technician: Person
let admin: Person
let organizationless: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
  organizationless = await h.aTechnician({ orgId: null })
  for (const person of [technician, admin, organizationless]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

const aCustomer = (name: string) => h.as(admin).call(customers.create, { body: { name } })
const field = (name: string) => screen.getByRole('textbox', { name })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const countOf = async (search: string) => (await h.as(admin).call(customers.list, { query: { search } })).total

test('every field of a customer has an input', async () => {
  const { user } = await openBackOffice(h, technician, LIST)
  await user.click((await screen.findAllByRole('button', { name: 'Ny kund' }))[0] as HTMLElement)
  const added = within(await screen.findByRole('dialog'))
  for (const field of customerFields)
    expect(added.getAllByLabelText(new RegExp(`^${customerLabels[field]}`))).toBeTruthy()
})

test('a customer without a name is not submitted', async () => {
  const { user } = await openBackOffice(h, technician, LIST)
  await user.click((await screen.findAllByRole('button', { name: 'Ny kund' }))[0] as HTMLElement)
  await user.click(await button('Spara'))
  expect(await screen.findByText('Namn krävs')).toBeTruthy()
  expect(document.activeElement).toBe(field('Namn'))
})

test('an existing customer is shown while its details are typed, and may be added anyway', async () => {
  const { id } = await aCustomer('Dubbelgångarna AB')
  const { user } = await openBackOffice(h, technician, LIST)
  await user.click((await screen.findAllByRole('button', { name: 'Ny kund' }))[0] as HTMLElement)
  await user.click(await screen.findByRole('textbox', { name: 'Namn' }))
  await user.paste('dubbelgångarna')
  const link = await screen.findByRole('link', { name: 'Öppna Dubbelgångarna AB' })
  expect(link.getAttribute('href')).toBe(`${LIST}/${id}`)
  expect(screen.getByText(/^Finns redan/).textContent).toContain('Dubbelgångarna AB (samma namn)')
  await user.click(await button('Spara'))
  expect(await screen.findByText('Kund skapad!')).toBeTruthy()
  expect(await countOf('dubbelgångarna')).toBe(2)
})

test('a customer is not shown as existing while it is being saved', async () => {
  const requests: string[] = []
  const register = Promise.withResolvers<void>()
  const fetch = meddling(h, ({ method, path }, pass) => {
    const isRefetch = requests.includes(`POST ${LIST_CALL}`)
    requests.push(`${method} ${path}`)
    // The dialog stays open until the register has been refetched.
    return isRefetch && path === LIST_CALL ? register.promise.then(pass) : undefined
  })
  const { user } = await openBackOffice(h, technician, LIST, { fetch })
  await user.click((await screen.findAllByRole('button', { name: 'Ny kund' }))[0] as HTMLElement)
  await user.click(await screen.findByRole('textbox', { name: 'Namn' }))
  await user.paste('Ensamma Kunden AB')
  await waitFor(() => expect(requests).toContain(SIMILAR_CALL))
  await user.click(await button('Spara'))
  const saved = `POST ${LIST_CALL}`
  await waitFor(() => expect(requests.slice(requests.indexOf(saved))).toContain(`GET ${LIST_CALL}`))
  expect(requests.slice(requests.indexOf(saved))).not.toContain(SIMILAR_CALL)
  register.resolve()
  expect(await screen.findByText('Kund skapad!')).toBeTruthy()
  expect(screen.queryByText(/^Finns redan/)).toBeNull()
})

test('a failure leaves the input, and a retry after a lost response creates one customer', async () => {
  let posts = 0
  const fetch = meddling(h, ({ method, path }, pass) => {
    if (method !== 'POST' || path !== '/api/customers') return undefined
    posts += 1
    if (posts === 1) return Promise.resolve(brokenAnswer())
    return posts === 2 ? pass().then(lostConnection) : undefined
  })
  const { user } = await openBackOffice(h, technician, LIST, { fetch })
  await user.click((await screen.findAllByRole('button', { name: 'Ny kund' }))[0] as HTMLElement)
  await user.click(await screen.findByRole('textbox', { name: 'Namn' }))
  await user.paste('Åkermans El AB')
  await user.click(field('Telefon'))
  await user.paste('018-12 34 56')
  await user.click(await button('Spara'))
  expect(await screen.findByText('Kunde inte skapa kund: Något gick fel hos oss')).toBeTruthy()
  expect(field('Namn')).toHaveProperty('value', 'Åkermans El AB')
  await user.click(await button('Spara'))
  expect(await screen.findByText(/Kunde inte skapa kund: Ingen kontakt med servern/)).toBeTruthy()
  expect(field('Telefon')).toHaveProperty('value', '018-12 34 56')
  // The message may be shown before the button can be pressed again.
  const save = await button('Spara')
  await waitFor(() => expect(save.getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(save)
  expect(await screen.findByText('Kund skapad!')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Åkermans El AB' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await countOf('Åkermans')).toBe(1)
})

test('staff without an organization get an error when they add a customer', async () => {
  const { user } = await openBackOffice(h, organizationless, LIST)
  await user.click((await screen.findAllByRole('button', { name: 'Ny kund' }))[0] as HTMLElement)
  await user.click(await screen.findByRole('textbox', { name: 'Namn' }))
  await user.paste('Ingens AB')
  await user.click(await button('Spara'))
  expect(await screen.findByText('Kunde inte skapa kund: Du måste vara kopplad till en organisation')).toBeTruthy()
})

test('after a conflict saving has my input, and others’ changes in untouched fields', async () => {
  const customer = await aCustomer('Bergs Bageri')
  const { user } = await openBackOffice(h, technician, `${LIST}/${customer.id}`)
  await user.click(await button('Ändra'))
  await user.clear(await screen.findByRole('textbox', { name: 'Adress' }))
  await user.paste('Min gata 1')
  const theirs = { name: 'Bergs Bageri & Konditori', address: 'Deras gata 2', version: customer.version }
  await h.as(admin).call(customers.change, { params: { id: customer.id }, body: theirs })
  await user.click(await button('Spara'))
  const conflict = await screen.findByRole('alert')
  expect(conflict.textContent).toContain('Bergs Bageri & Konditori')
  expect(conflict.textContent).toContain('Deras gata 2')
  expect(field('Adress')).toHaveProperty('value', 'Min gata 1')
  await user.click(await button('Spara min version'))
  expect(await screen.findByText('Kund uppdaterad!')).toBeTruthy()
  expect(await screen.findByText('Min gata 1')).toBeTruthy()
  const saved = await h.as(admin).call(customers.get, { params: { id: customer.id } })
  expect(saved).toMatchObject({ name: theirs.name, address: 'Min gata 1', version: customer.version + 2 })
})

test('A-168: a refetch while the form is open does not change the version that is saved', async () => {
  const customer = await aCustomer('Cafe Ek')
  const { user } = await openBackOffice(h, technician, `${LIST}/${customer.id}`)
  await user.click(await button('Ändra'))
  await user.clear(await screen.findByRole('textbox', { name: 'Adress' }))
  await user.paste('Min gata 1')
  const theirs = { name: 'Cafe Ek', address: 'Deras gata 2', version: customer.version }
  await h.as(admin).call(customers.change, { params: { id: customer.id }, body: theirs })
  await act(() => queryClient.refetchQueries({ queryKey: ['customers'] }))
  await user.click(await button('Spara'))
  expect((await screen.findByRole('alert')).textContent).toContain('Deras gata 2')
})

test('a failed change or deletion shows the specified error, and the customer remains', async () => {
  const customer = await aCustomer('Dykarna')
  const fetch = meddling(h, ({ method, path }) =>
    method !== 'GET' && path.startsWith(`/api/customers/${customer.id}`) ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, admin, `${LIST}?search=Dykarna`, { fetch })
  await user.click(await button('Fler åtgärder för Dykarna'))
  await user.click(await button('Ta bort Dykarna'))
  await user.click(await button('Ta bort kund'))
  expect(await screen.findByText('Kunde inte ta bort kund')).toBeTruthy()
  expect(await countOf('Dykarna')).toBe(1)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(await button('Ändra Dykarna'))
  await user.type(await screen.findByRole('textbox', { name: 'Adress' }), 'Kajen 1')
  await user.click(await button('Spara'))
  expect(await screen.findByText('Kunde inte uppdatera kund')).toBeTruthy()
  expect(field('Adress')).toHaveProperty('value', 'Kajen 1')
})

test('the delete button is disabled for technicians, with the reason', async () => {
  await aCustomer('Cykelverkstan')
  const { user } = await openBackOffice(h, technician, `${LIST}?search=Cykel`)
  await user.click(await button('Fler åtgärder för Cykelverkstan'))
  const remove = await button('Ta bort Cykelverkstan')
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  const reason = document.getElementById(remove.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('Bara administratörer kan ta bort och återställa kunder')
  await user.click(remove)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('deletion asks for confirmation; a customer without history is deleted', async () => {
  await aCustomer('Dagab')
  const { user } = await openBackOffice(h, admin, `${LIST}?search=Dagab`)
  await user.click(await button('Fler åtgärder för Dagab'))
  await user.click(await button('Ta bort Dagab'))
  const dialog = await screen.findByRole('alertdialog', { name: 'Ta bort Dagab' })
  expect(dialog.textContent).toContain('Är du säker på att du vill ta bort denna kund?')
  await user.click(within(dialog).getByRole('button', { name: 'Avbryt' }))
  expect(await countOf('Dagab')).toBe(1)
  await user.click(await button('Fler åtgärder för Dagab'))
  await user.click(await button('Ta bort Dagab'))
  await user.click(await button('Ta bort kund'))
  expect(await screen.findByText('Kund borttagen')).toBeTruthy()
  expect(await screen.findByText('Inga träffar')).toBeTruthy()
  expect(await countOf('Dagab')).toBe(0)
})

test('a customer with time is archived, found under Arkiverade, and restored', async () => {
  const customer = await aCustomer('Ekströms Åkeri')
  const row = { customerId: customer.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:30' }
  await h.as(technician).call(time.create, { body: { ...row, description: 'Bytt switch' } })
  const { user, at } = await openBackOffice(h, admin, `${LIST}?search=Ekstr`)
  await user.click(await button('Fler åtgärder för Ekströms Åkeri'))
  await user.click(await button('Ta bort Ekströms Åkeri'))
  await user.click(await button('Ta bort kund'))
  expect(await screen.findByText('Kund arkiverad')).toBeTruthy()
  await user.click(await screen.findByRole('radio', { name: 'Arkiverade' }))
  await user.click(await screen.findByRole('link', { name: 'Ekströms Åkeri' }))
  expect(await screen.findByText('(arkiverad)')).toBeTruthy()
  expect((await screen.findByRole('row', { name: /Summa/ })).textContent).toContain('1,50')
  expect(at()).toBe(`${LIST}/${customer.id}`)
  await user.click(await button('Återställ'))
  expect(await screen.findByText('Kund återställd')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('(arkiverad)')).toBeNull())
})

test('search and Arkiverade are stored in the URL and read from it', async () => {
  const customer = await aCustomer('Färg & Form')
  const { user, at, router } = await openBackOffice(h, admin, LIST)
  await user.type(await screen.findByRole('searchbox', { name: 'Sök kund' }), 'färg')
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('search')).toBe('färg'))
  expect(await screen.findByText('1 kund')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Arkiverade' }))
  await waitFor(() => expect(at()).toContain('archived=true'))
  expect(await screen.findByText('Inga träffar')).toBeTruthy()
  await router.navigate(-1)
  expect(await screen.findByRole('link', { name: customer.name })).toBeTruthy()
})

test('the URL of an unknown customer shows Kund hittades inte and a link back', async () => {
  const { user, at } = await openBackOffice(h, technician, `${LIST}/01939f3a-0000-7000-8000-000000000000`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Kund hittades inte' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Till kunderna' }))
  await screen.findByRole('heading', { level: 1, name: 'Kunder' })
  expect(at()).toBe(LIST)
})
