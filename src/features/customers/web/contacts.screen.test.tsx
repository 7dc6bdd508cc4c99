// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { customerScreen } from '#screens/customer/customer-screen.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { contactFields, contactLabels, contacts } from '../contacts.contract.ts'
import { logins } from '../logins.contract.ts'

let h: Harness
let anna: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  await givePassword(h, anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

const empty = { title: null, phone: null, mobile: null, email: null, note: null }
const aContact = (id: string, name: string, rest: object = {}) =>
  h.as(anna).call(contacts.create, { params: { id }, body: { ...empty, name, ...rest } })
const aCustomer = async () => {
  const customer = await h.aCustomer({ orgId, name: 'Bergs Bageri' })
  return { ...customer, path: `/backoffice/customers/${customer.id}` }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const table = () => screen.findByRole('table', { name: 'Kontakter' })

test('every field of a contact has an input', async () => {
  const { path } = await aCustomer()
  const { user } = await openBackOffice(h, anna, `${path}/contacts`)
  await user.click(await button('Ny kontakt'))
  const added = within(await screen.findByRole('dialog'))
  for (const field of contactFields)
    expect(added.getAllByLabelText(new RegExp(`^${contactLabels[field]}`))).toBeTruthy()
})

test('a contact is added, changed and archived, and its telephone number is a link', async () => {
  const { path } = await aCustomer()
  const { user } = await openBackOffice(h, anna, `${path}/contacts`)
  await screen.findByText('Inga kontakter ännu')
  await user.click(await button('Ny kontakt'))
  await user.type(await screen.findByRole('textbox', { name: /Namn/ }), 'Kim Lund')
  await user.type(screen.getByRole('textbox', { name: /Mobil/ }), '070-123 45 67')
  await user.click(await button('Spara'))
  const link = await within(await table()).findByRole('link', { name: '070-123 45 67' })
  expect(link.getAttribute('href')).toBe('tel:+46701234567')
  await user.click(await button('Ändra: Kim Lund'))
  await user.type(await screen.findByRole('textbox', { name: /Titel/ }), 'VD')
  await user.click(await button('Spara'))
  await within(await table()).findByText('VD')
  await user.click(await button('Arkivera: Kim Lund'))
  await button('Återställ: Kim Lund')
})

test('the overview of a customer shows whom to call first, with links', async () => {
  const { id, path } = await aCustomer()
  await openBackOffice(h, anna, path)
  await screen.findByText(/^Inga kontakter ännu/)
  await closeApp()
  await aContact(id, 'Kim Lund', { title: 'VD', mobile: '0701234567', email: 'kim@bergs.example.se' })
  await openBackOffice(h, anna, path)
  const heading = await screen.findByRole('heading', { name: 'Kontakter att ringa' })
  const [first] = screen.getAllByRole('heading', { level: 2 })
  expect(first).toBe(heading)
  expect((await screen.findByRole('link', { name: '070-123 45 67' })).getAttribute('href')).toBe('tel:+46701234567')
  expect(screen.getByRole('link', { name: 'kim@bergs.example.se' }).getAttribute('href')).toBe(
    'mailto:kim@bergs.example.se',
  )
  expect(screen.getByText('Kim Lund').nextSibling?.textContent).toBe('VD')
  expect(screen.getByRole('link', { name: 'Alla kontakter' }).getAttribute('href')).toBe(`${path}/contacts`)
})

test('a change of a contact that somebody else has changed shows the conflict and the input', async () => {
  const { id, path } = await aCustomer()
  const { version, id: contactId } = await aContact(id, 'Kim Lund')
  const { user } = await openBackOffice(h, anna, `${path}/contacts`)
  await user.click(await button('Ändra: Kim Lund'))
  await user.type(await screen.findByRole('textbox', { name: /Titel/ }), 'VD')
  const body = { ...empty, name: 'Kim Lund', phone: '018-12 34 56', version }
  await h.as(anna).call(contacts.change, { params: { id, contactId }, body })
  await user.click(await button('Spara'))
  await screen.findByText('Någon annan hann ändra kontakten. Så här står det nu:')
  expect((screen.getByRole('textbox', { name: /Titel/ }) as HTMLInputElement).value).toBe('VD')
  await user.click(await button('Spara min version'))
  await within(await table()).findByText('VD')
  const [saved] = await h.as(anna).call(contacts.list, { params: { id } })
  expect(saved).toMatchObject({ title: 'VD', phone: '018-12 34 56' })
})

test('a contact is invited from its row, and the login belongs to it', async () => {
  const { id, path } = await aCustomer()
  const kim = await aContact(id, 'Kim Lund', { email: 'kim.lund@bergs.example.se' })
  const { user } = await openBackOffice(h, anna, `${path}/contacts`)
  await user.click(await button('Bjud in till portalen: Kim Lund'))
  await user.type(await screen.findByLabelText(/Lösenord/), 'gröna lyktor vid kajen')
  await user.click(await button('Skicka inbjudan'))
  await waitFor(async () => {
    const [login] = await h.as(anna).call(logins.list, { params: { id } })
    expect(login).toMatchObject({ contactId: kim.id, email: 'kim.lund@bergs.example.se', fullName: 'Kim Lund' })
  })
})

test('the invitation chooses the login’s contact and rights', async () => {
  const { id, path } = await aCustomer()
  const lo = await aContact(id, 'Lo Ek', { email: 'lo@bergs.example.se' })
  const kim = await aContact(id, 'Kim Lund')
  const { user } = await openBackOffice(h, anna, path)
  await user.click(await button('Bjud in'))
  const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: /E-post/ }).value
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Namn/ }).value
  const contact = await screen.findByRole('combobox', { name: 'Kontakt' })
  await within(contact).findByRole('option', { name: 'Lo Ek: lo@bergs.example.se' })
  await user.selectOptions(contact, lo.id)
  expect([email(), name()]).toEqual(['lo@bergs.example.se', 'Lo Ek'])
  await user.selectOptions(contact, kim.id)
  expect([email(), name()]).toEqual(['', 'Kim Lund'])
  await user.type(screen.getByRole('textbox', { name: /E-post/ }), 'kim@annan.example.se')
  await user.selectOptions(contact, lo.id)
  expect([email(), name()]).toEqual(['kim@annan.example.se', 'Lo Ek'])
  await user.selectOptions(contact, kim.id)
  await user.type(screen.getByLabelText(/Lösenord/), 'gröna lyktor vid kajen')
  await user.click(screen.getByRole('checkbox', { name: 'Får godkänna tid' }))
  await user.click(screen.getByRole('radio', { name: /Egna ärenden/ }))
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  await user.click(await button('Skicka inbjudan'))
  await waitFor(async () =>
    expect(await h.as(anna).call(logins.list, { params: { id } })).toMatchObject([
      { email: 'kim@annan.example.se', fullName: 'Kim Lund', contactId: kim.id, seesCompany: false, mayApprove: true },
    ]),
  )
  await screen.findByText('Egna ärenden')
})

test('a login is restricted to Egna ärenden on the customer’s page', async () => {
  const customer = await aCustomer()
  const kim = await h.aPortalUser(customer)
  const { user } = await openBackOffice(h, anna, customer.path)
  await user.click(await button(`Rättigheter: ${kim.email}`))
  await user.click(await screen.findByRole('radio', { name: /Egna ärenden/ }))
  await user.click(await button('Spara'))
  await waitFor(async () => {
    const [login] = await h.as(anna).call(logins.list, { params: { id: customer.id } })
    expect(login).toMatchObject({ seesCompany: false, mayApprove: false })
  })
  await screen.findByText('Egna ärenden')
})

test('staff choose the reporter of a ticket and who gets copies', async () => {
  const { id: customerId } = await aCustomer()
  await aContact(customerId, 'Kim Lund')
  const lo = await aContact(customerId, 'Lo Ek')
  const body = { title: 'WiFi nere', description: 'Ingen kontakt', customerId }
  const { id } = await h.as(anna).call(tickets.create, { body })
  const { user } = await openBackOffice(h, anna, `/backoffice/tickets/${id}`)
  await user.click(await button('Ändra anmälare och kopior'))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Anmälare' }), 'Kim Lund')
  await user.click(screen.getByRole('checkbox', { name: 'Lo Ek' }))
  await user.click(await button('Spara'))
  const facts = await screen.findByRole('complementary', { name: 'Om ärendet' })
  await waitFor(() => expect(facts.textContent).toMatch(/Anmält avKim Lund.*Får kopiaLo Ek/))
  expect((await h.as(anna).call(tickets.get, { params: { id } })).copies).toEqual([{ id: lo.id, name: 'Lo Ek' }])
  await screen.findByText('Anna Ask angav Kim Lund som anmälare')
  await screen.findByText('Anna Ask lade till Lo Ek i Får kopia')
  await user.click(await button('Ändra anmälare och kopior'))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Anmälare' }), 'Lo Ek')
  await user.click(screen.getByRole('checkbox', { name: 'Lo Ek' }))
  await user.click(await button('Spara'))
  await screen.findByText('Anna Ask ändrade anmälare från Kim Lund till Lo Ek')
  await screen.findByText('Anna Ask tog bort Lo Ek ur Får kopia')
})

test('a new ticket has a reporter and copies, from the contacts of the chosen customer', async () => {
  const { id: customerId } = await h.aCustomer({ orgId, name: 'Rålambs Bageri' })
  const other = await h.aCustomer({ orgId, name: 'Öbergs Åkeri' })
  await aContact(other.id, 'Bo Alm')
  const [kim, lo] = [await aContact(customerId, 'Kim Lund'), await aContact(customerId, 'Lo Ek')]
  const gone = await aContact(customerId, 'Gustav Gran')
  await h.as(anna).call(contacts.archive, { params: { id: customerId, contactId: gone.id } })
  const { user } = await openBackOffice(h, anna, '/backoffice/tickets')
  await user.click(await button('Nytt ärende'))
  await user.type(await screen.findByRole('textbox', { name: /Titel/ }), 'WiFi nere')
  await user.type(screen.getByRole('textbox', { name: /Beskrivning/ }), 'Ingen kontakt')
  const choose = async (name: string) => {
    const field = screen.getByRole('combobox', { name: 'Kund' })
    await user.clear(field)
    await user.type(field, name)
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose('Öbergs Åkeri')
  await user.click(await screen.findByRole('checkbox', { name: 'Bo Alm' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Anmälare' }), 'Bo Alm')
  await choose('Rålambs Bageri')
  await user.click(await screen.findByRole('checkbox', { name: 'Lo Ek' }))
  expect(screen.queryByRole('checkbox', { name: /Bo Alm|Gustav Gran/ })).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Anmälare' }), 'Kim Lund')
  await user.click(await button('Skapa ärende'))
  await screen.findByText('Supportärende har skapats')
  const { unresolved } = await h.as(anna).call(customerScreen.get, { params: { id: customerId } })
  const ticket = await h.as(anna).call(tickets.get, { params: { id: unresolved.rows[0]?.id ?? '' } })
  expect(ticket).toMatchObject({ reportedBy: { id: kim.id }, copies: [{ id: lo.id }] })
})

test('a conflicting change of a ticket’s people shows the current ones', async () => {
  const customer = await aCustomer()
  const kim = await h.aPortalUser(customer)
  const lo = await aContact(customer.id, 'Lo Ek')
  const { id } = await h.as(kim).call(portal.create, { body: { title: 'WiFi nere', description: 'x' } })
  const { user } = await openBackOffice(h, anna, `/backoffice/tickets/${id}`)
  await user.click(await button('Ändra anmälare och kopior'))
  await user.click(await screen.findByRole('checkbox', { name: kim.email }))
  await h.as(anna).call(tickets.change, { params: { id }, body: { version: 1, copies: [lo.id] } })
  await user.click(await button('Spara'))
  expect((await screen.findByRole('alert')).textContent).toContain('Får kopia: Lo Ek')
  await user.click(await button('Spara mitt val'))
  await waitFor(async () =>
    expect((await h.as(anna).call(tickets.get, { params: { id } })).copies).toMatchObject([{ name: kim.email }]),
  )
})
