// @vitest-environment jsdom
// What is asked before technical information is shown: a proof of who reads, and the reason.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeApp, storedSession } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { addApp, ageProofs, codeOf, type EnrolledApp, forgetUsedCodes } from '#features/auth/testing/totp.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { lostConnection, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { READING_REASON_MAX, vault } from '../vault.contract.ts'

const SECRET = 'Brandvägg: admin / hemligt'
const WORKDAY_MINUTES = 8 * 60

let h: Harness
let orgId: string
let technician: Person
let colleague: Person
let admin: Person
let id: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  colleague = await h.aTechnician({ orgId, fullName: 'Kim Kollega' })
  admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
  await givePassword(h, admin)
})
beforeEach(async () => {
  await h.test.superuser.query('delete from auth.attempts')
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  await givePassword(h, technician)
  id = (await h.aCustomer({ orgId, name: 'Bergströms El' })).id
  await save(SECRET, 0)
})
afterEach(async () => {
  vi.useRealTimers()
  await closeApp()
})
afterAll(() => h.stop())

const save = (text: string, version: number) =>
  h.as(colleague).call(vault.save, { params: { id }, body: { text, version } })
const savedText = async () => (await h.as(colleague).call(vault.read, { params: { id }, body: {} })).text
const aTicket = (title: string, customerId = id) =>
  h.as(technician).call(tickets.create, { body: { title, description: 'x', customerId } })
/** Of the technician's readings, the latest first. */
const reasons = async () =>
  (await h.as(admin).call(vault.log, { params: { id }, query: {} })).rows
    .filter(({ who, action }) => who === 'Tove Teknik' && action === 'read')
    .map(({ reason }) => reason)
const pathOf = (customerId = id) => `/backoffice/customers/${customerId}/credentials`
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const area = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Inloggningar/ })
const reasonField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Anledning/ })
const codeField = () => screen.findByLabelText<HTMLInputElement>('Kod från appen')
const queryArea = () => screen.queryByRole('textbox', { name: /^Inloggningar/ })

/** Opens the page with an app of the technician, which the session proved `minutes` ago. */
async function openProved(minutes: number) {
  let app: EnrolledApp | undefined
  const opened = await openBackOffice(h, technician, pathOf(), {
    beforeOpening: async () => {
      app = await addApp(h, JSON.parse(storedSession() ?? '').access_token)
      await passed(minutes)
    },
  })
  const typeCode = async () => opened.user.type(await codeField(), codeOf(app?.secret ?? ''))
  return { ...opened, typeCode }
}

/** As if the proof was so much older. */
const passed = async (minutes: number) => {
  await ageProofs(h, minutes)
  await forgetUsedCodes(h)
}

test('once the proof is of another workday a code shows the text, and is not asked for again', async () => {
  const { user, typeCode } = await openProved(WORKDAY_MINUTES)
  await user.type(await reasonField(), 'Byter router')
  await user.click(await button('Visa'))
  expect(await screen.findByRole('dialog', { name: 'Bekräfta att det är du' })).toBeTruthy()
  expect(queryArea()).toBeNull()
  await typeCode()
  expect((await area()).value).toBe(SECRET)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(await button('Dölj'))
  expect((await reasonField()).value).toBe('Byter router')
  await user.click(await button('Visa'))
  expect((await area()).value).toBe(SECRET)
  expect(await reasons()).toEqual(['Byter router', 'Byter router'])
})

test('a proof of this workday shows the text at once', async () => {
  const { user } = await openProved(WORKDAY_MINUTES - 5)
  await user.click(await button('Visa'))
  expect((await area()).value).toBe(SECRET)
})

test('whoever cancels the proof sees neither text nor error, and the reason stays', async () => {
  const { user, typeCode } = await openProved(WORKDAY_MINUTES)
  await user.type(await reasonField(), 'Byter router')
  await user.click(await button('Visa'))
  await codeField()
  await user.click(await button('Avbryt'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await reasonField()).value).toBe('Byter router')
  expect([queryArea(), screen.queryByText('Kunde inte hämta kunddata')]).toEqual([null, null])
  expect(await reasons()).toEqual([])
  await user.click(await button('Visa'))
  await typeCode()
  expect((await area()).value).toBe(SECRET)
})

test('a proof that runs out while somebody writes is asked for when they save, and loses nothing', async () => {
  const { user, typeCode } = await openProved(0)
  await user.click(await button('Visa'))
  await user.type(await area(), ' och mitt')
  await passed(WORKDAY_MINUTES)
  await user.click(await button('Spara'))
  await codeField()
  await user.click(await button('Avbryt'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await area()).value).toBe(`${SECRET} och mitt`)
  expect(screen.queryByText('Kunde inte spara information')).toBeNull()
  expect(await savedText()).toBe(SECRET)
  await user.type(await area(), '!')
  await user.click(await button('Spara'))
  await typeCode()
  expect(await screen.findByText('Information sparad och krypterad!')).toBeTruthy()
  expect(await savedText()).toBe(`${SECRET} och mitt!`)
})

test('a text is hidden after a minute although its save waits for a proof, and is saved by the code', async () => {
  const { user, typeCode } = await openProved(0)
  await user.click(await button('Visa'))
  await user.type(await area(), ' och mitt')
  await passed(WORKDAY_MINUTES)
  await user.click(await button('Spara'))
  await codeField()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.keyDown(document.body, { key: 'Shift' })
  act(() => void vi.advanceTimersByTime(60_000))
  vi.useRealTimers()
  expect(document.documentElement.outerHTML).not.toContain(SECRET)
  await typeCode()
  expect(await screen.findByText('Information sparad och krypterad!')).toBeTruthy()
  expect(await savedText()).toBe(`${SECRET} och mitt`)
  expect(document.documentElement.outerHTML).not.toContain(SECRET)
  await user.click(await button('Visa'))
  expect((await area()).value).toBe(`${SECRET} och mitt`)
})

test('restoring asks too, after its own question', async () => {
  await save('Nyare', 1)
  const { user, typeCode } = await openProved(WORKDAY_MINUTES)
  await user.click(await button('Återställ version 1'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Återställ' }))
  await typeCode()
  expect(await screen.findByText('Version 1 återställd')).toBeTruthy()
  expect(await savedText()).toBe(SECRET)
})

test('from a ticket two presses show the text, with the ticket as the reason', async () => {
  const { id: ticketId, ticketNumber } = await aTicket('Skrivaren svarar inte')
  const { user, at } = await openBackOffice(h, technician, `/backoffice/tickets/${ticketId}`)
  await user.click(await screen.findByRole('link', { name: /^Teknik för/ }))
  await waitFor(() => expect(at()).toBe(pathOf()))
  const reason = `Ärende #${ticketNumber}: Skrivaren svarar inte`
  expect((await reasonField()).value).toBe(reason)
  await user.click(await button('Visa'))
  expect((await area()).value).toBe(SECRET)
  expect(await reasons()).toEqual([reason])
  // On another device there is no ticket that was shown.
  await closeApp()
  await openBackOffice(h, technician, pathOf())
  expect((await reasonField()).value).toBe(reason)
})

test('a reason that was typed is suggested until a ticket is shown after it', async () => {
  const { id: ticketId, ticketNumber } = await aTicket('Långsamt nät')
  const opened = await openBackOffice(h, technician, `/backoffice/tickets/${ticketId}`)
  await opened.user.click(await screen.findByRole('link', { name: /^Teknik för/ }))
  await opened.user.clear(await reasonField())
  await opened.user.type(await reasonField(), 'Genomgång med kunden{Enter}')
  expect((await area()).value).toBe(SECRET)
  await opened.user.click(screen.getByRole('link', { name: 'Översikt' }))
  expect(await screen.findByText('Kunduppgifter')).toBeTruthy()
  await opened.user.click(screen.getByRole('link', { name: 'Teknik' }))
  expect((await reasonField()).value).toBe('Genomgång med kunden')
  await act(() => opened.router.navigate(`/backoffice/tickets/${ticketId}`))
  await opened.user.click(await screen.findByRole('link', { name: /^Teknik för/ }))
  expect((await reasonField()).value).toBe(`Ärende #${ticketNumber}: Långsamt nät`)
  expect(await reasons()).toEqual(['Genomgång med kunden'])
})

/** As if everything that the device remembers had been opened the day before. */
function moveOpeningsToYesterday() {
  const key = `recent:${technician.userId}`
  const rows: { openedAt: string; ticket?: object }[] = JSON.parse(localStorage.getItem(key) ?? '[]')
  expect(rows[0]?.ticket).toBeTruthy()
  for (const row of rows) row.openedAt = new Date(Date.parse(row.openedAt) - 24 * 3600_000).toISOString()
  localStorage.setItem(key, JSON.stringify(rows))
}

test('a ticket that is done is suggested to who comes from it; one of another customer or of another day is not', async () => {
  const other = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  const [done, theirs, shown] = [await aTicket('Klart'), await aTicket('Deras', other.id), await aTicket('I går')]
  await h
    .as(technician)
    .call(tickets.change, { params: { id: done.id }, body: { status: 'closed', version: done.version } })
  const { router } = await openBackOffice(h, technician, pathOf())
  for (const { id: ticketId, title } of [done, theirs, shown]) {
    await act(() => router.navigate(`/backoffice/tickets/${ticketId}`))
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    if (ticketId === shown.id) await waitFor(moveOpeningsToYesterday)
    await act(() => router.navigate(pathOf()))
    expect((await reasonField()).value).toBe(ticketId === done.id ? `Ärende #${done.ticketNumber}: Klart` : '')
  }
})

test('a lost connection and too many requests are told, and another try has the same reason', async () => {
  const refusals = [
    lostConnection,
    async () =>
      Response.json(
        { error: { code: 'too_many', message: 'För många försök. Vänta en stund.', requestId: 'r-1' } },
        { status: 429, headers: { 'retry-after': '60' } },
      ),
  ]
  const fetch = meddling(h, ({ path }) => (path.endsWith('/text') ? refusals.shift()?.() : undefined))
  const { user } = await openBackOffice(h, technician, pathOf(), { fetch })
  await user.type(await reasonField(), 'Byter router')
  await user.click(await button('Visa'))
  expect(await screen.findByText(/^Ingen kontakt med servern/)).toBeTruthy()
  await user.click(await button('Försök igen'))
  expect(await screen.findByText('För många försök. Vänta en stund.')).toBeTruthy()
  await user.click(await button('Försök igen'))
  expect((await area()).value).toBe(SECRET)
  expect(await reasons()).toEqual(['Byter router'])
})

test('a reason that is too long is refused at its field, before anything is read', async () => {
  const { user } = await openBackOffice(h, technician, pathOf())
  const field = await reasonField()
  await user.click(field)
  await user.paste('å'.repeat(READING_REASON_MAX + 1))
  await user.click(await button('Visa'))
  await waitFor(() => expect(problemOf(field)).toContain(`Får max vara ${READING_REASON_MAX} tecken`))
  expect(await reasons()).toEqual([])
})

test('administrators see why the text was read', async () => {
  await h.as(technician).call(vault.read, { params: { id }, body: { reason: 'Byter router' } })
  await openBackOffice(h, admin, pathOf())
  const log = within(await screen.findByRole('table', { name: 'Vem har läst och ändrat' }))
  const row = (await log.findByText('Byter router')).closest('tr') as HTMLElement
  expect(within(row).getByText('Läste version 1')).toBeTruthy()
  expect(within(row).getByText('Tove Teknik')).toBeTruthy()
})
