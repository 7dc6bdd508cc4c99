// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { time } from '#features/time/time.contract.ts'
import { lostConnection, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { readSubjects } from '#shared/web/device-drafts.ts'
import { hasUnsavedDrafts, setDraftOwner, watchTab } from '#shared/web/draft-owner.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const WEEK = '/backoffice/time/week?date=2026-11-18'
const CELL = 'Åkeriet AB, måndag 16 november 2026'

let h: Harness
let technician: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  customerId = (await h.aCustomer({ orgId, name: 'Åkeriet AB' })).id
  await givePassword(h, technician)
})
beforeEach(async () => {
  await h.test.superuser.query('delete from time_entries')
  await h.as(technician).call(time.addCell, { body: { customerId, workDate: '2026-11-17', minutes: 60 } })
})
afterEach(closeApp)
afterAll(() => h.stop())

const rows = async () => (await h.as(technician).call(time.week, { query: { date: '2026-11-16' } })).rows
const onMonday = async () => (await rows()).filter(({ workDate }) => workDate === '2026-11-16')
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: CELL })
const onDevice = () => readSubjects(technician.userId, 'cell:')

/** `offline`: requests to save cells fail. `responses-lost`: they reach the server, but their responses are lost. */
function network() {
  const state: { is: 'online' | 'offline' | 'responses-lost' } = { is: 'online' }
  const fetch = meddling(h, ({ path }, pass) => {
    if (path !== '/api/time/cells' || state.is === 'online') return undefined
    return state.is === 'offline' ? lostConnection() : pass().then(lostConnection)
  })
  return { state, fetch }
}

function returnNetwork() {
  const stopWatching = watchTab()
  act(() => void window.dispatchEvent(new Event('online')))
  stopWatching()
}

/** Whether the browser asks before closing the tab. */
function asksBeforeClosing() {
  const stopWatching = watchTab()
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  stopWatching()
  return event.defaultPrevented
}

/** Opens the page as after a closed tab: its memory is gone, its records on the device are not. */
async function reopen(options = {}) {
  await closeApp()
  setDraftOwner('nobody')
  return openBackOffice(h, technician, WEEK, options)
}

test('hours typed while offline warn before closing, and are saved when the network returns', async () => {
  const { state, fetch } = network()
  const { user } = await openBackOffice(h, technician, WEEK, { fetch })
  state.is = 'offline'
  await user.type(await field(), '3{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^Sparat på enheten\. Sparas när/))
  expect([asksBeforeClosing(), (await onDevice()).length]).toEqual([true, 1])
  state.is = 'online'
  returnNetwork()
  await waitFor(async () => expect(await onMonday()).toMatchObject([{ minutes: 180 }]))
  await waitFor(() => expect([hasUnsavedDrafts(), screen.queryByRole('alert')]).toEqual([false, null]))
  await waitFor(async () => expect(await onDevice()).toEqual([]))
})

test('after a closed tab they are saved when the week opens, once even if a response was lost', async () => {
  const { state, fetch } = network()
  const { user } = await openBackOffice(h, technician, WEEK, { fetch })
  state.is = 'responses-lost'
  await user.type(await field(), '3{Enter}')
  await screen.findByRole('alert')
  await waitFor(async () => expect(await onMonday()).toHaveLength(1))
  await reopen()
  await waitFor(async () => expect(await onDevice()).toEqual([]))
  expect(await onMonday()).toMatchObject([{ minutes: 180 }])
  expect((await field()).value).toBe('3')
})

test('a number without Enter warns before closing, and is restored after the tab was closed', async () => {
  const { user } = await openBackOffice(h, technician, WEEK)
  await user.type(await field(), '2')
  expect(asksBeforeClosing()).toBe(true)
  await waitFor(async () => expect(await onDevice()).toHaveLength(1))
  await h.test.superuser.query('delete from time_entries')
  const again = await reopen()
  await waitFor(async () => expect((await field()).value).toBe('2'))
  expect((await screen.findByRole('alert')).textContent).toBe('Inte sparat. Tryck Enter för att spara.')
  expect(await rows()).toEqual([])
  await again.user.type(await field(), '{Enter}')
  await waitFor(async () => expect(await onMonday()).toMatchObject([{ minutes: 120 }]))
})

test('a failed cell is restored when its week is left and opened again', async () => {
  const { state, fetch } = network()
  const { user } = await openBackOffice(h, technician, WEEK, { fetch })
  state.is = 'offline'
  await user.type(await field(), '4{Enter}')
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Föregående vecka' }))
  await screen.findByText('Ingen tid den här veckan')
  expect(asksBeforeClosing()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Nästa vecka' }))
  expect((await field()).value).toBe('4')
  state.is = 'online'
  returnNetwork()
  await waitFor(async () => expect(await onMonday()).toMatchObject([{ minutes: 240 }]))
})
