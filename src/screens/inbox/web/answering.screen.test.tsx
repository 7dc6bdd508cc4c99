// @vitest-environment jsdom
// Working through Inkorg: done with the answer, the next one, copies, forwarding, who else looks.
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { OWN_MAILBOX } from '#features/inbox/answers.contract.ts'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { aMailboxScenario, type MailboxScenario } from '#features/inbox/testing/mailbox-scenario.ts'
import { ownSettings } from '#features/users/own-settings.contract.ts'
import { lostConnection, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const INBOX = '/backoffice/inbox'

let h: Harness
let s: MailboxScenario
let anna: Person

beforeAll(async () => {
  h = await startHarness({ isSendingMail: true })
  s = await aMailboxScenario(h)
  anna = s.anna
  await givePassword(h, anna)
})
afterEach(async () => {
  await closeApp()
  localStorage.clear()
  await s.q(`update enquiries set done_at = now() where org_id = $1`, s.orgId)
})
afterAll(() => h.stop())

const received = (name: string) => anEnquiry(h, { orgId: s.orgId, name })
const stored = (id: string) => h.as(anna).call(enquiries.get, { params: { id } })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Svar' })

test('Svara och klar answers, marks done and opens the next of Inkorg, with a way back and a way to stay', async () => {
  const person = await h.aTechnician({ orgId: s.orgId, fullName: 'Göran Gå' })
  await givePassword(h, person)
  const [last, middle, first] = [
    await received('Sist Sen'),
    await received('Mitt Emellan'),
    await received('Först Ute'),
  ]
  const { user, router } = await openBackOffice(h, person, INBOX)
  await user.click(await screen.findByRole('link', { name: /Först Ute/ }))
  await heading('Först Ute')
  await user.type(await field(), 'Klart.{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await heading('Mitt Emellan')
  expect(router.state.location.pathname).toBe(`${INBOX}/${middle}`)
  expect(await stored(first)).toMatchObject({ doneAt: expect.any(String), replies: [{ text: 'Klart.' }] })
  await user.click(await button('Tillbaka till Först Ute'))
  await heading('Först Ute')
  expect(screen.queryByRole('button', { name: 'Svara och klar' })).toBeNull()
  await router.navigate(`${INBOX}/${middle}`)
  await heading('Mitt Emellan')
  await user.type(await field(), 'Det med.')
  await user.click(await button('Svara och klar'))
  await heading('Sist Sen')
  await user.click(await button('Gå inte vidare'))
  await heading('Mitt Emellan')
  await waitFor(async () => expect(await h.as(person).call(ownSettings.read, {})).toMatchObject({ advances: false }))
  await router.navigate(`${INBOX}/${last}`)
  await heading('Sist Sen')
  await user.type(await field(), 'Och det här.')
  await user.click(await button('Svara och klar'))
  expect(await screen.findByText('Förfrågan är klar')).toBeTruthy()
  expect(router.state.location.pathname).toBe(`${INBOX}/${last}`)
})

test('an answer that is not sent keeps its text, its copies and its enquiry', async () => {
  const id = await received('Utan Nät')
  const fetch = meddling(h, ({ path }) => (path.endsWith('/replies') ? lostConnection() : undefined))
  const { user, router } = await openBackOffice(h, anna, `${INBOX}/${id}`, { fetch })
  await user.type(await field(), 'Viktigt svar')
  await user.click(await button('Kopia'))
  await user.type(await screen.findByRole('textbox', { name: 'Kopia till' }), 'karin@okand.example')
  await user.click(await button('Svara och klar'))
  expect(await screen.findByText(/Texten står kvar/)).toBeTruthy()
  expect(await field()).toHaveProperty('value', 'Viktigt svar')
  expect(screen.getByRole('textbox', { name: 'Kopia till' })).toHaveProperty('value', 'karin@okand.example')
  expect(router.state.location.pathname).toBe(`${INBOX}/${id}`)
  expect(await stored(id)).toMatchObject({ doneAt: null })
})

test('the other recipients of a mail are offered as copies; a wrong address is named at the field', async () => {
  const headers = ['Cc: Karin Ek <karin@okand.example>']
  await s.write({ from: 'Sofia <sofia@okand.example>', headers })
  const [{ id }] = (await s.q(`select id from enquiries where org_id = $1 and kind = 'mail'`, s.orgId)) as [
    { id: string },
  ]
  const { user } = await openBackOffice(h, anna, `${INBOX}/${id}`)
  await user.type(await field(), 'Vi kommer.')
  await user.click(await button('Kopia'))
  const copies = await screen.findByRole('textbox', { name: 'Kopia till' })
  await user.click(await button('Karin Ek, lägg till som kopia'))
  expect(copies).toHaveProperty('value', 'karin@okand.example')
  await user.type(copies, ' support@nordnat.example')
  await user.click(await button('Skicka svar'))
  await waitFor(() => expect(problemOf(copies)).toContain(OWN_MAILBOX))
  await user.clear(copies)
  await user.type(copies, 'karin@okand.example; per@okand.example')
  await user.click(await button('Skicka svar'))
  expect(await screen.findByText('Kopia till karin@okand.example, per@okand.example')).toBeTruthy()
  expect((await stored(id)).replies).toMatchObject([{ cc: ['karin@okand.example', 'per@okand.example'] }])
})

test('an enquiry is forwarded, which the conversation shows', async () => {
  const id = await received('Vera Vik')
  const { user } = await openBackOffice(h, anna, `${INBOX}/${id}`)
  await user.click(await button('Vidarebefordra'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Vidarebefordra' }))
  await user.click(dialog.getByRole('button', { name: 'Skicka' }))
  const to = dialog.getByRole('textbox', { name: /Till/ })
  await waitFor(() => expect(problemOf(to)).toContain('Ange en e-postadress'))
  await user.type(to, 'lo@kollega.example')
  await user.type(dialog.getByRole('textbox', { name: /Egen text/ }), 'Kan du ta det?')
  await user.click(dialog.getByRole('button', { name: 'Skicka' }))
  expect(await screen.findByText('Vidarebefordrat till lo@kollega.example')).toBeTruthy()
  expect(screen.getByText('Kan du ta det?')).toBeTruthy()
  expect(await stored(id)).toMatchObject({ replies: [], forwards: [{ sentTo: 'lo@kollega.example' }] })
})

test('keys answer, take and go on', async () => {
  const [second, first] = [await received('Andra Ask'), await received('Första Ek')]
  const { user, router } = await openBackOffice(h, anna, INBOX)
  await screen.findByRole('link', { name: /Första Ek/ })
  await router.navigate(`${INBOX}/${first}`)
  await heading('Första Ek')
  await button('Tilldela mig')
  await user.keyboard('t')
  await waitFor(async () => expect((await stored(first)).assignee?.id).toBe(anna.userId))
  await user.keyboard('i')
  expect(document.activeElement).not.toBe(await field())
  await user.keyboard('a')
  expect(document.activeElement).toBe(await field())
  await user.keyboard('tn{Escape}')
  expect(await field()).toHaveProperty('value', 'tn')
  await user.clear(await field())
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('n')
  await heading('Andra Ask')
  expect(router.state.location.pathname).toBe(`${INBOX}/${second}`)
})

test('in a narrow window the facts are one line, which says who is responsible', async () => {
  const id = await anEnquiry(h, { orgId: s.orgId, name: 'Vera Vik', email: 'vera@vik.example' })
  const { user } = await openBackOffice(h, anna, `${INBOX}/${id}`)
  const facts = await screen.findByRole('complementary', { name: 'Om förfrågan' })
  const line = () => facts.querySelector('details:not([open]) > summary')?.textContent
  expect(line()).toMatch(/vera@vik\.example · besvaras om .+ · Ingen ansvarig$/)
  await button('Tilldela mig')
  await user.keyboard('t')
  await waitFor(() => expect(line()).toMatch(/ · Anna Berg$/))
})

test('who opened an enquiry from Att göra goes on there', async () => {
  const [older, newer] = [await received('Äldst Al'), await received('Yngst Ygg')]
  const { user, router } = await openBackOffice(h, anna, '/backoffice/tickets?view=todo')
  await screen.findByRole('table', { name: 'Att göra' })
  await router.navigate(`${INBOX}/${older}`)
  await heading('Äldst Al')
  await user.keyboard('n')
  await heading('Yngst Ygg')
  expect(router.state.location.pathname).toBe(`${INBOX}/${newer}`)
})

test('other viewers of the enquiry are shown; leaving it ends the presence', async () => {
  const params = { id: await received('Vera Vik') }
  await h.as(s.admin).call(enquiries.renewPresence, { params })
  const { router } = await openBackOffice(h, anna, `${INBOX}/${params.id}`)
  expect(await screen.findByText('Tittar just nu: Bo Ek')).toBeTruthy()
  await router.navigate(INBOX)
  await heading('Inkorg')
  await waitFor(async () =>
    expect(await h.as(s.admin).call(enquiries.renewPresence, { params })).toEqual({ others: [] }),
  )
})

test('the composer says that the mail ends with the own signature', async () => {
  await h.as(anna).call(ownSettings.change, { body: { signature: 'Anna på Nordnät' } })
  await openBackOffice(h, anna, `${INBOX}/${await received('Vera Vik')}`)
  expect((await screen.findByText(/^Mejlet börjar med/)).textContent).toContain('hur man svarar och din signatur.')
})
