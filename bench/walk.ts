// The interactions of a working day on a phone. Every tap and key has a name; the caller measures it.
import type { Locator, Page } from '@playwright/test'

export type Hand = {
  page: Page
  tap: (name: string, at: Locator) => Promise<void>
  /** Types one key after another into the focused element. */
  type: (name: string, keys: string) => Promise<void>
}
type Login = { email: string; password: string }
type Story = (hand: Hand) => Promise<void>

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

async function signIn({ page, tap, type }: Hand, { email, password }: Login, path = '/auth') {
  await page.goto(path)
  // Only the last key is measured: the others are alike.
  for (const [label, text] of [['E-post', email] as const, ['Lösenord', password] as const]) {
    const field = page.getByLabel(label, { exact: true })
    await tap(`login: ${label}`, field)
    await field.fill(text.slice(0, -1))
    await type(`login: ${label}`, text.slice(-1))
  }
  await tap('login: Logga in', page.getByRole('button', { name: 'Logga in' }))
}

const toBar = ({ page, tap }: Hand, name: string) =>
  tap(`bar: ${name}`, page.getByRole('navigation', { name: 'Genvägar' }).getByRole('link', { name }))

async function toMenu({ page, tap }: Hand, name: string) {
  await tap('bar: Mer', button(page, /^Mer/))
  await tap(`menu: ${name}`, page.getByRole('dialog', { name: 'Meny' }).getByRole('link', { name }))
}

/** Chooses another option than the current one, as the story is run several times on the same rows. */
async function choose({ tap }: Hand, name: string, select: Locator) {
  await tap(`${name}: open`, select)
  await tap(`${name}: choose`, select.locator('option:not(:checked)').first())
}

const tickets: Story = async (hand) => {
  const { page, tap, type } = hand
  await toBar(hand, 'Ärenden')
  await tap('tickets: search', page.getByLabel('Sök ärende'))
  await type('tickets: search', 'skriv')
  await tap('tickets: clear the search', button(page, 'Rensa sökningen'))
  await tap('tickets: Filter', button(page, /^Filter/))
  await choose(hand, 'tickets: priority', page.getByRole('combobox', { name: 'Prioritet' }))
  await choose(hand, 'tickets: all priorities', page.getByRole('combobox', { name: 'Prioritet' }))
  await tap('tickets: Arkiverade', page.getByRole('tab', { name: /Arkiverade/ }))
  await tap('tickets: Aktiva', page.getByRole('tab', { name: /Aktiva/ }))
  await tap('tickets: Nytt ärende', button(page, 'Nytt ärende'))
  await type('new ticket: title', 'WiFi')
  await tap('new ticket: Kund', page.getByRole('dialog').getByRole('combobox', { name: 'Kund' }))
  await type('new ticket: Kund', 'an')
  await tap('new ticket: choose a customer', page.locator('[role=option]').first())
  await tap('new ticket: Avbryt', button(page, 'Avbryt'))
  await tap('new ticket: Stäng ändå', button(page, 'Stäng ändå'))
  await tap('tickets: a ticket', page.locator('[data-row-link]').first())
  await answerTicket(hand)
}

async function answerTicket(hand: Hand) {
  const { page, tap, type } = hand
  const composer = page.getByRole('form', { name: 'Ny kommentar' })
  const internalToggle = composer.getByText('Intern kommentar (syns ej för kund)')
  await tap('ticket: internal', internalToggle)
  await tap('ticket: comment', composer.getByRole('textbox'))
  await type('ticket: internal comment', 'Byt')
  await tap('ticket: Spara internt', composer.getByRole('button', { name: 'Spara internt' }))
  await tap('ticket: public', internalToggle)
  await tap('ticket: comment', composer.getByRole('textbox'))
  await type('ticket: public comment', 'Hej')
  await tap('ticket: Skicka', composer.getByRole('button', { name: 'Skicka', exact: true }))
  await choose(hand, 'ticket: status', page.getByRole('combobox', { name: 'Status' }))
  await tap('ticket: back', page.getByRole('link', { name: 'Tillbaka till listan' }))
}

const time: Story = async (hand) => {
  const { page, tap, type } = hand
  await toBar(hand, 'Tid')
  const form = page.getByRole('form', { name: 'Ny tidrad' })
  await tap('new time: Kund', form.getByRole('combobox', { name: 'Kund' }))
  await type('new time: Kund', 'and')
  await tap('new time: choose a customer', page.locator('[role=option]').first())
  await tap('new time: day', form.getByRole('textbox', { name: 'Datum' }))
  await type('new time: day', '20')
  for (const [label, keys] of Object.entries({ Från: '800', Till: '930', Beskrivning: 'Bytt' })) {
    await tap(`new time: ${label}`, form.getByLabel(label))
    await type(`new time: ${label}`, keys)
  }
  await tap('new time: Spara', form.getByRole('button', { name: 'Spara' }))
  await tap('time: Fler åtgärder', button(page, 'Fler åtgärder'))
  await tap('time: Ändra rad', page.locator('button:not([aria-disabled])[aria-label="Ändra rad"]').first())
  const dialog = page.getByRole('dialog')
  await tap('change time: Beskrivning', dialog.getByLabel('Beskrivning'))
  await type('change time: Beskrivning', '.')
  await tap('change time: Spara', dialog.getByRole('button', { name: 'Spara' }))
  await tap('time: Filter', button(page, /^Filter/))
  await choose(hand, 'time: month', page.getByRole('combobox', { name: 'Månad' }))
  await tap('time: Visa rapporterade', page.getByText('Visa rapporterade'))
  await tap('time: Kund', page.getByRole('combobox', { name: 'Kund' }).last())
  await type('time: Kund', 'an')
  await tap('time: choose a customer', page.locator('[role=option]').first())
}

const customers: Story = async (hand) => {
  const { page, tap, type } = hand
  await toBar(hand, 'Kunder')
  await tap('customers: search', page.getByLabel('Sök kund'))
  await type('customers: search', 'ab')
  await tap('customers: a customer', page.locator('[data-row-link]').first())
  await tap('customer: Ändra', button(page, 'Ändra'))
  await type('customer: name', 'x')
  await tap('customer: Avbryt', button(page, 'Avbryt'))
  await tap('customer: Stäng ändå', button(page, 'Stäng ändå'))
  await tap('customer: back', page.getByRole('link', { name: 'Kunder' }).first())
}

const office: Story = async (hand) => {
  const { page, tap, type } = hand
  await toMenu(hand, 'Inkorg')
  await tap('inbox: an enquiry', page.locator('[data-row-link]').first())
  await toMenu(hand, 'Månadsrapport')
  await tap('reports: Generera rapport', button(page, 'Generera rapport'))
  await page.getByRole('region', { name: 'Rapport', exact: true }).waitFor()
  await toMenu(hand, 'Arkiv')
  await tap('archive: search', page.getByLabel('Sök i arkivet'))
  await type('archive: search', 'byt')
  await tap('archive: Filter', button(page, /^Filter/))
  await choose(hand, 'archive: year', page.getByRole('combobox', { name: 'År' }))
  await toMenu(hand, 'Inställningar')
  await tap('settings: Företaget', page.getByRole('link', { name: 'Företaget' }))
  await tap('settings: name', page.getByLabel('Företagets namn'))
  await type('settings: name', 'x')
}

export async function workDay(hand: Hand, login: Login) {
  await signIn(hand, login)
  for (const story of [tickets, time, customers, office]) await story(hand)
}

export async function customerVisit(hand: Hand, login: Login) {
  const { page, tap, type } = hand
  await signIn({ page, ...prefixed(hand, 'portal ') }, login, '/customer-login')
  await tap('portal: Ny ticket', button(page, 'Ny ticket'))
  await type('portal: new ticket', 'WiFi')
  await tap('portal: Avbryt', button(page, 'Avbryt'))
  await tap('portal: Stäng ändå', button(page, 'Stäng ändå'))
  await tap('portal: a ticket', page.getByRole('article').getByRole('link').first())
  await tap('portal: comment', page.getByLabel('Skriv en kommentar'))
  await type('portal: comment', 'Tack')
  await tap('portal: Skicka kommentar', button(page, 'Skicka kommentar'))
  await tap('portal: back', page.getByRole('link', { name: 'Tillbaka' }))
}

const prefixed = ({ tap, type }: Hand, prefix: string): Pick<Hand, 'tap' | 'type'> => ({
  tap: (name, at) => tap(prefix + name, at),
  type: (name, keys) => type(prefix + name, keys),
})
