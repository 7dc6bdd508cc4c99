import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { addDays, todayInStockholm } from '../src/lib/dates.rules.ts'
import { fillInBrand } from '../tools/support/company.ts'
import type { Product } from '../tools/support/product.ts'
import { aCustomer, aLogin, inDatabase, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'
import { publicScreens } from './fixtures/public-screens.ts'
import type { Screen } from './fixtures/screen.ts'
import { backOfficeScreens, portalScreens, type ScreenIds } from './fixtures/screens.ts'

const rows = [
  {
    timeFrom: '08:00',
    timeTo: '10:30',
    description: 'Monterat accesspunkter på hela övervåningen och mätt täckningen',
  },
  { timeFrom: '22:00', timeTo: '01:00', description: 'Bytt switch', notes: 'Nyckeln ligger i kassaskåpet' },
  { timeFrom: '13:00', timeTo: '14:00' },
]

const things = [
  {
    ...{ name: 'Dator i receptionen', model: 'Lenovo ThinkPad T14 Gen 5', serial: 'PF-4XKW91', place: 'Receptionen' },
    ...{ warrantyUntil: addDays(todayInStockholm(), 20), note: 'Dockan följer med datorn när den lämnas in' },
  },
  { name: 'Accesspunkt', warrantyUntil: addDays(todayInStockholm(), -20) },
]

/** Without a price, and therefore not of the month whose basis is made. */
const material = {
  ...{ kind: 'material', article: 'Switch 8 portar', hundredths: 100, unit: 'st' },
  workDate: addDays(todayInStockholm(), -40),
}
const trip = { kind: 'travel', article: 'Resa', hundredths: 4850, unit: 'km', priceOre: 2500 }
const terms = {
  ...{
    name: 'Serviceavtal Bas',
    remoteOre: 89_000,
    onsiteOre: 99_500,
    dutyOre: 172_500,
    roundTo: 15,
    roundBy: 'ticket',
  },
  ...{ smallestMinutes: 30, startFeeOre: 35_000, includedMinutes: 60, dutyDraws: true, needsApproval: true },
}

const recurring = {
  ...{
    title: 'Kontrollera att larmsändarna svarar i samtliga fastigheter',
    description: 'Ring larmcentralen före och efter.',
  },
  ...{ every: 'quarter', firstOn: '2026-02-28', isLastDay: true, skipsClosed: true, priority: 'high' },
}

const hours = {
  ...{ boughtOn: todayInStockholm(), validUntil: addDays(todayInStockholm(), 365), minutes: 60, priceOre: 85_000 },
}

const mailbox = {
  ...{
    address: 'support.och.felanmalan@skarmarnas-fastighetsbolag.example',
    host: 'imap.skarmarnas-fastighetsbolag.example',
    port: 993,
  },
  ...{ login: 'support', secret: 'gröna lyktor', isActive: false },
}

let ids: ScreenIds
let customerLogin: Awaited<ReturnType<typeof aLogin>>

test.beforeAll(async ({ product }) => {
  // The widths in between are checked with a company's own logo, colours and photos, the others without.
  if (process.env.WIDTHS_BETWEEN) await fillInBrand(product.url)
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Åkermans El & Larm i Norra Uppland AB')
  for (const row of rows) await admin.create('/api/time', { customerId, workDate: todayInStockholm(), ...row })
  await inDatabase(
    product,
    "update time_entries set reported = true, reported_at = now() where time_from = '13:00'",
    [],
  )
  const period = { from: '2026-01-01', to: '2026-12-31' }
  const { id: reportId } = await admin.create('/api/reports', { customerId: '', ...period })
  const [{ id: enquiryId }] = await inDatabase(
    product,
    `insert into enquiries (org_id, id, kind, name, email, phone, message, is_urgent)
     select org_id, gen_random_uuid(), 'support', 'Vera Vik', 'info@kund.example', '070-123 45 67', $1, true
     from customers where id = $2 returning id`,
    ['Servern är nere sedan i morse.', customerId],
  )
  customerLogin = await aLogin(product, 'kund@akermans.example', customerId)
  const ticket = {
    title: 'WiFi nere i hela huset',
    description: 'Inget nät sedan i morse, varken på kontoret eller i lagret.',
  }
  const { id: ticketId } = await admin.create('/api/tickets', { ...ticket, customerId, priority: 'urgent' })
  const addComment = (comment: string, isInternal: boolean) =>
    admin.create(`/api/tickets/${ticketId}/comments`, { comment, isInternal })
  for (const thing of things) {
    const { id } = await admin.create(`/api/customers/${customerId}/equipment`, thing)
    await inDatabase(
      product,
      'insert into ticket_equipment select org_id, customer_id, $1, id from equipment where id = $2',
      [ticketId, id],
    )
  }
  for (const row of [material, trip])
    await admin.create('/api/expenses', { customerId, ticketId, workDate: todayInStockholm(), ...row })
  await admin.create('/api/mailboxes', mailbox)
  const { id: termsId } = await admin.create('/api/terms', terms)
  await admin.change(`/api/customers/${customerId}/agreement`, { validFrom: '2026-01-01', termsId })
  await admin.create(`/api/customers/${customerId}/recurring`, recurring)
  await admin.create(`/api/customers/${customerId}/pots`, hours)
  const basisId = await aBasis(product, admin, customerId)
  await addComment('Routern är nog åtta år gammal.', true)
  await addComment('Jag kommer klockan tio.', false)
  const customer = await signedIn(product, customerLogin)
  await customer.create(`/api/portal/tickets/${ticketId}/comments`, { comment: 'Tack, vi finns i receptionen.' })
  await admin.create('/api/clock', { customerId, ticketId })
  await inDatabase(product, 'update clocks set stopped_at = now()', [])
  ids = { customerId, ticketId, enquiryId, reportId, basisId }
})

/** A sent one of this month, with a question about its first row; the customer's login may approve it. */
async function aBasis(product: Product, admin: SignedIn, customerId: string) {
  const month = todayInStockholm().slice(0, 7)
  const { id } = await admin.create('/api/bases', { customerId, month, replaces: null })
  await admin.create(`/api/bases/${id}/send`, {})
  await inDatabase(product, 'update customer_users set may_approve = true where customer_id = $1', [customerId])
  const customer = await signedIn(product, customerLogin)
  await customer.create(`/api/portal/bases/${id}/questions`, { position: 1, question: 'Vilken switch är det?' })
  return id
}

async function check(page: Page, { path, title, loaded, open }: Screen) {
  await page.goto(path)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCount(1)
  if (title) await expect(heading).toHaveText(title)
  await loaded?.(page)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow(), 'pixels outside the screen').toBe(0)
  await open?.(page)
  expect(await overflow(), 'pixels outside the screen').toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(colorScheme === 'dark')
    expect(await violations(page, colorScheme), colorScheme).toEqual([])
  }
}

/** Evaluated in the page by each of its documents before their own scripts: sending it for each check takes seconds. */
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The violations of the rules that decide on a page without frames. Dark mode changes only the colours. */
async function violations(page: Page, colorScheme: 'light' | 'dark') {
  expect(page.frames()).toHaveLength(1)
  const rules = colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined
  return page.evaluate(async (runOnly) => {
    const found = await window.axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n')}`)
  }, rules)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** `npm run test:full` checks the widths in between as well. */
const devices = process.env.WIDTHS_BETWEEN
  ? { 'a small desktop': { width: 1280, height: 800 }, 'a tablet': { width: 820, height: 1180 } }
  : { 'a desktop': { width: 1440, height: 900 }, 'a phone': { width: 390, height: 844 } }

test.describe('without animations', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('every screen passes axe and fits the width, in light and dark mode @widths', async ({
    product,
    anotherBrowser,
    complaints,
  }) => {
    test.setTimeout(600_000)
    complaints.expect(/404/)
    // Concurrently: each device spends half of its time waiting.
    await Promise.all(
      Object.entries(devices).map(async ([device, viewport]) => {
        const checkAll = async (screens: Screen[], login?: typeof customerLogin) => {
          const context = await anotherBrowser()
          if (login) await (await signedIn(product, login)).enter(context)
          await context.addInitScript({ path: axeFile })
          const page = await context.newPage()
          await page.setViewportSize(viewport)
          expect(page.viewportSize()).toEqual(viewport)
          for (const screen of screens) await test.step(`${screen.name} on ${device}`, () => check(page, screen))
        }
        await checkAll(publicScreens)
        await checkAll(backOfficeScreens(ids), product.admin)
        await checkAll(portalScreens(ids), customerLogin)
      }),
    )
  })
})

// A frame with overflow hidden clips its content without a scrollbar on the page.
test('the table of time shows all its columns and buttons at every width', async ({ page, context, product }) => {
  await (await signedIn(product, product.admin)).enter(context)
  await page.goto('/backoffice/time?reported=true')
  const table = page.getByRole('table', { name: 'Tidrader' })
  await expect(table.getByText('Bytt switch')).toBeVisible()
  for (const width of [390, 700, 900, 1100, 1296, 1300, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () => table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))
    expect(await overflow(), `pixels cut off at ${width}`).toBeLessThanOrEqual(0)
  }
})
