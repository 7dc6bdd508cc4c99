// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { type TicketRow, tickets } from '#features/tickets/tickets.contract.ts'
import { meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const LIST = '/backoffice/tickets'

let h: Harness
let anna: Person
let newest: TicketRow
let middle: TicketRow
let oldest: TicketRow

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  await givePassword(h, anna)
  const { id: customerId } = await h.aCustomer({ orgId })
  const aTicket = (title: string) => h.as(anna).call(tickets.create, { body: { title, description: 'x', customerId } })
  oldest = await aTicket('Äldst')
  middle = await aTicket('Mellan')
  newest = await aTicket('Nyast')
})
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('80rem') }))
})
afterEach(async () => {
  await closeApp()
  vi.unstubAllGlobals()
})
afterAll(() => h.stop())

const pathOf = ({ id }: TicketRow) => `${LIST}/${id}`
const list = () => screen.findByRole('navigation', { name: 'Ärenden' })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('on a wide screen j, k and arrow keys move through the list, which is not refetched', async () => {
  let listRequests = 0
  const fetch = meddling(h, ({ method, path }) => {
    if (method === 'GET' && path === '/api/tickets') listRequests += 1
    // The live stream must not open: its first event refetches everything.
    return path === '/api/live' ? new Promise(() => undefined) : undefined
  })
  const { user, router } = await openBackOffice(h, anna, pathOf(newest), { fetch })
  await within(await list()).findByText('Mellan')
  const requestsAtFirst = listRequests
  within(await list())
    .getByRole('link', { name: /Nyast/ })
    .focus()
  await user.keyboard('j')
  await heading('Mellan')
  expect(router.state.location.pathname).toBe(pathOf(middle))
  const link = within(await list()).getByRole('link', { name: /Mellan/ })
  expect(document.activeElement).toBe(link)
  await waitFor(() => expect(link.getAttribute('aria-current')).toBe('true'))
  await user.keyboard('{ArrowDown}')
  await heading('Äldst')
  await user.keyboard('{ArrowDown}')
  await user.keyboard('k')
  await heading('Mellan')
  expect(router.state.location.pathname).toBe(pathOf(middle))
  expect(listRequests).toBe(requestsAtFirst)
})

test('the keys do nothing outside the list or with a modifier', async () => {
  const { user, router } = await openBackOffice(h, anna, pathOf(newest))
  await within(await list()).findByText('Mellan')
  await user.keyboard('j')
  within(await list())
    .getByRole('link', { name: /Nyast/ })
    .focus()
  await user.keyboard('{Control>}j{/Control}{Alt>}j{/Alt}')
  await user.type(await screen.findByRole('textbox', { name: 'Kommentar' }), 'jjk{ArrowDown}')
  expect(screen.getByRole('textbox', { name: 'Kommentar' })).toHaveProperty('value', 'jjk')
  expect(router.state.location.pathname).toBe(pathOf(newest))
  await user.clear(screen.getByRole('textbox', { name: 'Kommentar' }))
})

test('Back returns to the list in one step, with the focus on the row that was open', async () => {
  const { user, router } = await openBackOffice(h, anna, LIST)
  await user.click(await screen.findByRole('link', { name: 'Nyast' }))
  await within(await list()).findByText('Mellan')
  await user.keyboard('j')
  await heading('Mellan')
  await act(() => router.navigate(-1))
  await heading('Support Tickets')
  expect(router.state.location.pathname).toBe(LIST)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Mellan'))
})

test('on a narrow screen the ticket is shown without the list', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  await openBackOffice(h, anna, pathOf(oldest))
  await heading('Äldst')
  expect(screen.queryByRole('navigation', { name: 'Ärenden' })).toBeNull()
})
