// @vitest-environment jsdom
// The list of rules for senders, under Inställningar, Brevlådor.
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { brokenAnswer, lostConnection, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { senderRules } from '../sender-rules.contract.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'

const PATH = '/backoffice/settings/brevlador'

let h: Harness
let s: MailboxScenario
beforeAll(async () => {
  h = await startHarness()
  s = await aMailboxScenario(h)
  await givePassword(h, s.admin)
})
afterEach(async () => {
  await closeApp()
  await s.q('delete from sender_rules')
})
afterAll(() => h.stop())

async function aRule(address: string, rule: 'ticket' | 'inbox' | 'discard', by: string | null = s.anna.userId) {
  const contact = rule === 'ticket' ? await s.aContact(address) : null
  await s.q(
    `insert into sender_rules (org_id, id, address, rule, customer_id, contact_id, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, '2026-11-20 23:30Z')`,
    ...[s.orgId, uuidv7(), address, rule, contact && s.customer.id, contact, by],
  )
}
const card = async () =>
  within((await screen.findByRole('heading', { name: 'Regler för avsändare' })).closest('section') ?? document.body)
const lines = async () => (await card()).getAllByRole('listitem').map((item) => item.querySelector('div')?.textContent)

test('without rules it shows where to make one', async () => {
  await openBackOffice(h, s.admin, PATH)
  expect(await (await card()).findByText('Inga regler')).toBeTruthy()
  expect((await card()).getByText('Öppna ett mejl i Inkorg och välj vad som ska hända nästa gång.')).toBeTruthy()
})

test('each rule shows its effect, who made it and when, sorted by address', async () => {
  await aRule('reklam@slang.example', 'discard', null)
  await aRule('nas@kajen.example', 'ticket')
  await aRule('bokning@larm.example', 'inbox')
  await openBackOffice(h, s.admin, PATH)
  await waitFor(async () =>
    expect(await lines()).toEqual([
      'bokning@larm.exampleHamnar alltid i Inkorg. Anna Berg, 2026-11-21',
      'nas@kajen.exampleBlir alltid ett ärende för Kajens Café. Anna Berg, 2026-11-21',
      'reklam@slang.exampleSlängs. 2026-11-21',
    ]),
  )
})

test('a rule is removed with its own button', async () => {
  await aRule('reklam@slang.example', 'discard')
  await aRule('bokning@larm.example', 'inbox')
  const { user } = await openBackOffice(h, s.admin, PATH)
  await user.click(await (await card()).findByRole('button', { name: 'Ta bort regeln för reklam@slang.example' }))
  expect(await screen.findByText('Regeln är borttagen')).toBeTruthy()
  await waitFor(async () => expect(await lines()).toHaveLength(1))
  expect(await h.as(s.anna).call(senderRules.list, {})).toMatchObject([{ address: 'bokning@larm.example' }])
})

test('failures to remove a rule and to fetch the list are shown, and the list can be fetched again', async () => {
  await aRule('reklam@slang.example', 'discard')
  let isBroken = true
  const fetch = meddling(h, ({ path, method }) => {
    if (method === 'DELETE' && path.startsWith('/api/sender-rules/')) return lostConnection()
    return isBroken && path === '/api/sender-rules' ? Promise.resolve(brokenAnswer()) : undefined
  })
  const { user } = await openBackOffice(h, s.admin, PATH, { fetch })
  expect(await screen.findByText('Kunde inte hämta reglerna')).toBeTruthy()
  isBroken = false
  await user.click(await (await card()).findByRole('button', { name: 'Försök igen' }))
  await user.click(await (await card()).findByRole('button', { name: 'Ta bort regeln för reklam@slang.example' }))
  expect(await screen.findByText('Kunde inte ta bort regeln')).toBeTruthy()
  expect(await lines()).toHaveLength(1)
})
