// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeApp, signIn } from '#features/auth/testing/screen.tsx'
import { endBrowserSessions, givePassword } from '#features/auth/testing/sign-in.ts'
import { type TicketRow, tickets } from '#features/tickets/tickets.contract.ts'
import { CLOCK_GONE, CLOCK_RUNS, clocks, type NewClock } from '#features/time/clock.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { lostConnection, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const START = '/backoffice/users'

let h: Harness
let technician: Person
let customer: { id: string; orgId: string }
let ticket: TicketRow

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  await givePassword(h, technician)
  const body = { title: 'Ugnen är kall', description: 'x', customerId: customer.id }
  ticket = await h.as(technician).call(tickets.create, { body })
})
beforeEach(() => h.test.superuser.query('delete from clocks; delete from time_entries'))
afterEach(closeApp)
afterAll(() => h.stop())

const start = (body: NewClock = {}) => h.as(technician).call(clocks.start, { body })
const own = async () => (await h.as(technician).call(clocks.own, {})).clock
const rows = async () => (await h.as(technician).call(time.list, { query: {} })).rows
/** Sets the clock's times, as if it had run from one moment to another, or until now. */
const ran = (startedAt: string, stoppedAt?: string) =>
  h.test.superuser.query('update clocks set started_at = $1, stopped_at = $2', [startedAt, stoppedAt])
const startedAgo = (interval: string) =>
  h.test.superuser.query('update clocks set started_at = now() - $1::interval', [interval])

/** The clock is in both the rail and the bar, of which CSS shows one. */
const tool = async () => within((await screen.findAllByRole('region', { name: 'Klocka' }))[0]!)
const press = async (user: UserEvent, name: string) => user.click(await (await tool()).findByRole('button', { name }))
const reads = async (text: RegExp) => waitFor(async () => expect(await textOfTool()).toMatch(text))
const textOfTool = async () => (await screen.findAllByRole('region', { name: 'Klocka' }))[0]?.textContent
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Ny tidrad' }))
type Dialog = Awaited<ReturnType<typeof dialog>>
const textIn = (fields: Dialog, name: string) =>
  fields.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea, select' }).value
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ny tidrad' })).toBeNull())
const confirm = async (user: UserEvent, name: string) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

describe('from start to row', () => {
  test('without a customer: chosen when the clock is stopped, and nothing is saved before', async () => {
    const { user } = await openBackOffice(h, technician, START)
    await press(user, 'Starta klocka')
    await reads(/Klockan går: 0 min.*ingen kund/)
    await press(user, 'Stoppa klockan')
    const fields = await dialog()
    expect([textIn(fields, 'Kund'), textIn(fields, 'Från')]).toEqual(['', expect.stringMatching(/^\d\d:\d\d$/)])
    await user.click(fields.getByRole('button', { name: 'Spara' }))
    expect(await fields.findByText('Välj en kund')).toBeTruthy()
    expect([await rows(), (await own())?.stoppedAt]).toEqual([[], expect.any(String)])
    await user.click(fields.getByLabelText('Kund', { selector: 'input' }))
    await user.paste('Åke')
    await user.click(await screen.findByRole('option', { name: 'Åkeriet AB' }))
    await user.click(fields.getByRole('button', { name: 'Spara' }))
    expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
    await reads(/^Starta klocka$/)
    expect(await rows()).toMatchObject([{ customer: { name: 'Åkeriet AB' }, minutes: 1 }])
    expect(await own()).toBeNull()
  })

  test('from a ticket: the entry gets its customer, number, title and times', async () => {
    const { user } = await openBackOffice(h, technician, `/backoffice/tickets/${ticket.id}`)
    const panel = within(await screen.findByRole('complementary', { name: 'Om ärendet' }))
    await user.click(await panel.findByRole('button', { name: 'Starta klocka' }))
    await reads(/Ugnen är kall/)
    const button = panel.getByRole('button', { name: 'Starta klocka' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(CLOCK_RUNS)
    await ran('2026-11-20T07:05:50Z', '2026-11-20T08:17:10Z')
    await press(user, 'Spara klockans tid')
    const fields = await dialog()
    expect(['Kund', 'Från', 'Till', 'Beskrivning', 'Ärende'].map((name) => textIn(fields, name))).toEqual([
      ...['Åkeriet AB', '08:05', '09:17', 'Ugnen är kall', ticket.id],
    ])
    expect(fields.getByText('Klockan gick i 1 tim 11 min')).toBeTruthy()
    expect(fields.getByRole('status', { name: 'Klockans tid' }).textContent).toBe('')
    await user.click(fields.getByRole('button', { name: 'Spara' }))
    await noDialog()
    expect(await rows()).toMatchObject([
      { workDate: '2026-11-20', minutes: 72, ticket: { id: ticket.id }, description: 'Ugnen är kall' },
    ])
  })

  test('from the tool: for the open ticket, and for nobody where none is open', async () => {
    const { user, router } = await openBackOffice(h, technician, `/backoffice/tickets/${ticket.id}`)
    const panel = within(await screen.findByRole('complementary', { name: 'Om ärendet' }))
    await panel.findByRole('button', { name: 'Starta klocka' })
    await press(user, 'Starta klocka')
    await reads(/Ugnen är kall/)
    await h.test.superuser.query('delete from clocks')
    await act(() => router.navigate(START))
    await press(user, 'Starta klocka')
    await reads(/ingen kund/)
  })

  test('from a customer', async () => {
    const { user } = await openBackOffice(h, technician, `/backoffice/customers/${customer.id}`)
    const main = within(await screen.findByRole('main'))
    await user.click(await main.findByRole('button', { name: 'Starta klocka' }))
    await reads(/Åkeriet AB/)
    expect(await own()).toMatchObject({ customer: { id: customer.id }, ticket: null })
  })

  test('the button retains the focus through start and stop, so Enter does both', async () => {
    const { user } = await openBackOffice(h, technician, START)
    const button = await (await tool()).findByRole('button', { name: 'Starta klocka' })
    button.focus()
    await user.keyboard('{Enter}')
    await reads(/Klockan går/)
    expect([document.activeElement, button.textContent]).toEqual([button, 'Stoppa'])
    await user.keyboard('{Enter}')
    await dialog()
    await user.keyboard('{Escape}')
    await noDialog()
    await waitFor(() => expect([document.activeElement, button.textContent]).toEqual([button, 'Spara']))
  })
})

describe('a stopped clock', () => {
  beforeEach(async () => {
    await start({ customerId: customer.id })
    await ran('2026-11-20T08:00:00Z', '2026-11-20T09:30:00Z')
  })

  test('is shown on every screen until it is saved, resumed or discarded', async () => {
    const { user } = await openBackOffice(h, technician, START)
    await reads(/Klockan är stoppad: 1 tim 30 min.*Stoppad: Åkeriet AB/)
    await press(user, 'Spara klockans tid')
    await user.click((await dialog()).getByRole('button', { name: 'Låt den gå vidare' }))
    await noDialog()
    await reads(/Klockan går/)
    expect(await own()).toMatchObject({ stoppedAt: null })
    await press(user, 'Stoppa klockan')
    await user.click((await dialog()).getByRole('button', { name: 'Kasta' }))
    await confirm(user, 'Avbryt')
    expect(await own()).toMatchObject({ customer: { id: customer.id } })
    await user.click((await dialog()).getByRole('button', { name: 'Kasta' }))
    await confirm(user, 'Kasta')
    await noDialog()
    await reads(/^Starta klocka$/)
    expect([await own(), await rows()]).toEqual([null, []])
  })

  test('asks before it is resumed when there is unsaved input', async () => {
    const { user } = await openBackOffice(h, technician, START)
    await press(user, 'Spara klockans tid')
    const fields = await dialog()
    await user.type(fields.getByLabelText('Beskrivning'), 'Bytt switch')
    await user.click(fields.getByRole('button', { name: 'Låt den gå vidare' }))
    await confirm(user, 'Avbryt')
    expect(textIn(await dialog(), 'Beskrivning')).toBe('Bytt switch')
    expect((await own())?.stoppedAt).toEqual(expect.any(String))
  })

  test('that was discarded on another device retains the input, which can still be saved', async () => {
    const { user } = await openBackOffice(h, technician, START)
    await press(user, 'Spara klockans tid')
    const fields = await dialog()
    await user.type(fields.getByLabelText('Beskrivning'), 'Bytt switch')
    await h.as(technician).call(clocks.discard, { params: { id: (await own())?.id ?? '' } })
    await user.click(fields.getByRole('button', { name: 'Spara' }))
    expect((await fields.findByRole('alert')).textContent).toContain(CLOCK_GONE)
    expect(await rows()).toEqual([])
    expect(textIn(fields, 'Beskrivning')).toBe('Bytt switch')
    await user.click(fields.getByRole('button', { name: 'Spara ändå' }))
    await noDialog()
    expect(await rows()).toMatchObject([{ description: 'Bytt switch', minutes: 90 }])
  })

  test('opens again with the input after the session ended', async () => {
    const { user } = await openBackOffice(h, technician, START)
    await press(user, 'Spara klockans tid')
    await user.type((await dialog()).getByLabelText('Beskrivning'), 'Bytt switch')
    await endBrowserSessions(h, technician)
    await user.click((await dialog()).getByRole('button', { name: 'Spara' }))
    await signIn(technician)
    const fields = await dialog()
    expect([textIn(fields, 'Kund'), textIn(fields, 'Beskrivning')]).toEqual(['Åkeriet AB', 'Bytt switch'])
    await user.click(fields.getByRole('button', { name: 'Spara' }))
    await noDialog()
    expect(await rows()).toMatchObject([{ description: 'Bytt switch', minutes: 90 }])
    expect(await own()).toBeNull()
  })

  test('of more than a day shows that an entry cannot be that long', async () => {
    await ran('2026-11-20T07:00:00Z', '2026-11-21T09:00:00Z')
    const { user } = await openBackOffice(h, technician, START)
    await press(user, 'Spara klockans tid')
    const fields = await dialog()
    expect(fields.getByRole('status', { name: 'Klockans tid' }).textContent).toMatch(
      /^Klockan gick i 26 tim, men tiderna ger 2 tim\..*högst ett dygn/,
    )
  })

  test('in the repeated hour of autumn is saved as long as it ran, with the hour marked', async () => {
    await ran('2026-10-25T00:30:00Z', '2026-10-25T01:15:00Z')
    const { user } = await openBackOffice(h, technician, START)
    await press(user, 'Spara klockans tid')
    const fields = await dialog()
    expect(fields.getByRole('status', { name: 'Klockans tid' }).textContent).toBe('')
    expect(fields.getByRole('status', { name: 'Arbetad tid' }).textContent).toBe('= 0,75 tim')
    expect(fields.getByRole('checkbox', { name: 'Från är före omställningen (sommartid)' })).toMatchObject({
      checked: true,
    })
    expect(fields.getByRole('checkbox', { name: 'Till är före omställningen (sommartid)' })).toMatchObject({
      checked: false,
    })
  })
})

describe('a running clock', () => {
  test('shows the server’s time, and follows starts and discards on another device', async () => {
    await openBackOffice(h, technician, START)
    await reads(/^Starta klocka$/)
    const { id } = await start({ customerId: customer.id })
    await reads(/Klockan går: 0 min/)
    await startedAgo('75 minutes')
    await reads(/Klockan går: 1 tim 15 min/)
    await h.as(technician).call(clocks.discard, { params: { id } })
    await reads(/^Starta klocka$/)
  })

  test('asks after ten hours, and is never saved automatically', async () => {
    await start({ customerId: customer.id })
    await startedAgo('10 hours')
    const { user } = await openBackOffice(h, technician, START)
    expect((await screen.findByRole('alert')).textContent).toBe('Klockan har gått i 10 timmar. Stämmer det?')
    await user.click(screen.getByRole('button', { name: 'Låt den gå vidare' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(await own()).toMatchObject({ stoppedAt: null })
    await h.test.superuser.query(
      `update clocks set started_at = started_at - interval '11 hours', confirmed_at = confirmed_at - interval '11 hours'`,
    )
    expect((await screen.findByRole('alert')).textContent).toBe('Klockan har gått i 21 timmar. Stämmer det?')
    const question = within(screen.getByRole('region', { name: 'Klockan' }))
    await user.click(question.getByRole('button', { name: 'Stoppa' }))
    await dialog()
    expect(await rows()).toEqual([])
    expect((await own())?.stoppedAt).toEqual(expect.any(String))
  })

  test('keeps running without contact with the server, and a failure to stop is shown', async () => {
    await start({ customerId: customer.id })
    await startedAgo('59 minutes 59 seconds')
    let isLost = false
    const fetch = meddling(h, () => (isLost ? lostConnection() : undefined))
    const { user } = await openBackOffice(h, technician, START, { fetch })
    await reads(/Klockan går: (59 min|1 tim)/)
    isLost = true
    await press(user, 'Stoppa klockan')
    expect(await screen.findByText(/^Kunde inte stoppa klockan: /)).toBeTruthy()
    await reads(/Klockan går: 1 tim/)
    isLost = false
    expect(await own()).toMatchObject({ stoppedAt: null })
    await press(user, 'Stoppa klockan')
    await dialog()
  })

  test('that another device started is shown when a start is refused', async () => {
    let isHeld = true
    const fetch = meddling(h, ({ path }) => (path === '/api/live' && isHeld ? lostConnection() : undefined))
    const { user } = await openBackOffice(h, technician, START, { fetch })
    await reads(/^Starta klocka$/)
    await start({ customerId: customer.id })
    await press(user, 'Starta klocka')
    expect(await screen.findByText(`Kunde inte starta klockan: ${CLOCK_RUNS}`)).toBeTruthy()
    await reads(/Klockan går.*Åkeriet AB/)
    isHeld = false
  })

  test('that could not be fetched can be fetched again', async () => {
    let isBroken = true
    const fetch = meddling(h, ({ path }) =>
      path === '/api/clock' && isBroken ? Promise.resolve(Response.json({}, { status: 500 })) : undefined,
    )
    const { user } = await openBackOffice(h, technician, START, { fetch })
    const button = await (await tool()).findByRole('button', { name: 'Hämta klockan' })
    isBroken = false
    await user.click(button)
    await reads(/^Starta klocka$/)
  })
})
