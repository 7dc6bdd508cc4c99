import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { todayInStockholm } from '../src/lib/dates.rules.ts'
import { aCustomer, aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

const rows = [
  {
    timeFrom: '08:00',
    timeTo: '10:30',
    description: 'Monterat accesspunkter på hela övervåningen och mätt täckningen',
  },
  { timeFrom: '22:00', timeTo: '01:00', description: 'Bytt switch', notes: 'Nyckeln ligger i kassaskåpet' },
  { timeFrom: '13:00', timeTo: '14:00' },
]

let customerId = ''
let ticketId = ''
let enquiryId = ''
let reportId = ''
let customerLogin: Awaited<ReturnType<typeof aLogin>>

test.beforeAll(async ({ product }) => {
  const admin = await signedIn(product, product.admin)
  const { id } = await aCustomer(admin, 'Åkermans El & Larm i Norra Uppland AB')
  customerId = id
  for (const row of rows) await admin.create('/api/time', { customerId, workDate: todayInStockholm(), ...row })
  await inDatabase(
    product,
    "update time_entries set reported = true, reported_at = now() where time_from = '13:00'",
    [],
  )
  reportId = (await admin.create('/api/reports', { customerId: '', from: '2026-01-01', to: '2026-12-31' })).id
  ;[{ id: enquiryId }] = await inDatabase(
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
  ticketId = (await admin.create('/api/tickets', { ...ticket, customerId, priority: 'urgent' })).id
  const say = (comment: string, isInternal: boolean) =>
    admin.create(`/api/tickets/${ticketId}/comments`, { comment, isInternal })
  await say('Routern är nog åtta år gammal.', true)
  await say('Jag kommer klockan tio.', false)
  const customer = await signedIn(product, customerLogin)
  await customer.create(`/api/portal/tickets/${ticketId}/comments`, { comment: 'Tack, vi finns i receptionen.' })
})

type Screen = {
  name: string
  path: string
  /** What the page's only h1 says. */
  title: string
  /** Seen when the page is whole. */
  whole?: (page: Page) => Promise<unknown>
  /** What is opened on it before the scan. */
  open?: (page: Page) => Promise<unknown>
}

const seen = (text: string) => (page: Page) => page.getByText(text).filter({ visible: true }).first().waitFor()

const outside: Screen[] = [
  { name: 'the start page', path: '/', title: 'Din kompletta partner inom teknik och IT' },
  { name: 'Om oss', path: '/om-oss', title: 'Om oss' },
  { name: 'Kontakt', path: '/kontakt', title: 'Kontakta oss' },
  { name: 'Support', path: '/support', title: 'Boka support' },
  { name: 'Integritet', path: '/integritet', title: 'Integritet' },
  { name: 'Tillgänglighet', path: '/tillganglighet', title: 'Tillgänglighet' },
  { name: 'the missing page', path: '/finns-inte', title: 'Oops! Page not found' },
  { name: 'the staff login', path: '/auth', title: 'Backoffice' },
  { name: 'the customer login', path: '/customer-login', title: 'Supportportal' },
  { name: 'a new password without a link', path: '/nytt-losenord', title: '' },
]

const inside = (): Screen[] => [
  { name: 'Dashboard', path: '/backoffice', title: 'Dashboard', whole: seen('Åkermans El & Larm i Norra Uppland AB') },
  { name: 'Tidrapport', path: '/backoffice/time?reported=true', title: 'Tidrapport', whole: seen('Bytt switch') },
  {
    name: 'Tidrapport, nothing filled in',
    path: '/backoffice/time',
    title: 'Tidrapport',
    whole: seen('Bytt switch'),
    open: async (page) => {
      await page.getByRole('button', { name: 'Spara' }).click()
      await page.getByText('Ange starttid').waitFor()
    },
  },
  {
    name: 'a row being changed',
    path: '/backoffice/time',
    title: 'Tidrapport',
    open: async (page) => {
      await page.getByRole('button', { name: 'Ändra rad' }).first().click()
      await page.getByRole('dialog', { name: 'Ändra tidrad' }).waitFor()
    },
  },
  { name: 'Kunder', path: '/backoffice/customers', title: 'Kunder', whole: seen('info@kund.example') },
  {
    name: 'a new customer',
    path: '/backoffice/customers',
    title: 'Kunder',
    open: async (page) => {
      await page.getByRole('button', { name: 'Ny kund' }).first().click()
      await page.getByRole('dialog', { name: 'Ny kund' }).waitFor()
    },
  },
  {
    name: 'an import of customers',
    path: '/backoffice/customers/import',
    title: 'Importera kunder',
    open: async (page) => {
      const buffer = Buffer.from('Namn;E-post;Telefon\nÅkeri AB;info@akeri.example;0701234567\n;inte en adress;')
      await page.locator('input[type=file]').setInputFiles({ name: 'kunder.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('button', { name: 'Importera 1 kund' }).waitFor()
    },
  },
  {
    name: 'a customer',
    path: `/backoffice/customers/${customerId}`,
    title: 'Åkermans El & Larm i Norra Uppland AB',
    whole: seen('Bytt switch'),
  },
  {
    name: 'an invitation',
    path: '/backoffice/customers',
    title: 'Kunder',
    whole: seen('info@kund.example'),
    open: async (page) => {
      await page
        .getByRole('button', { name: /Bjud in/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: 'Bjud in till portalen' }).waitFor()
    },
  },
  {
    name: 'Supportärenden',
    path: '/backoffice/tickets',
    title: 'Support Tickets',
    whole: seen('WiFi nere i hela huset'),
  },
  {
    name: 'Supportärenden, without a hit',
    path: '/backoffice/tickets?tab=archived&search=finnsinte',
    title: 'Support Tickets',
    whole: seen('Inga träffar'),
  },
  {
    name: 'a new ticket, nothing filled in',
    path: '/backoffice/tickets',
    title: 'Support Tickets',
    open: async (page) => {
      await page.getByRole('button', { name: 'Nytt ärende' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Skapa ärende' }).click()
      await page.getByText('Beskrivning krävs').waitFor()
    },
  },
  {
    name: 'a ticket',
    path: `/backoffice/tickets/${ticketId}`,
    title: 'WiFi nere i hela huset',
    whole: seen('Routern är nog åtta år gammal.'),
  },
  {
    name: 'an internal comment being written',
    path: `/backoffice/tickets/${ticketId}`,
    title: 'WiFi nere i hela huset',
    whole: seen('Routern är nog åtta år gammal.'),
    open: async (page) => {
      await page.getByText('Intern kommentar (syns ej för kund)').click()
      await page.getByRole('button', { name: 'Spara internt' }).waitFor()
    },
  },
  { name: 'Inkorg', path: '/backoffice/inbox', title: 'Inkorg', whole: seen('Servern är nere sedan i morse.') },
  {
    name: 'an enquiry',
    path: `/backoffice/inbox/${enquiryId}`,
    title: 'Vera Vik',
    whole: seen('Servern är nere sedan i morse.'),
  },
  {
    name: 'a ticket of an enquiry, nothing chosen',
    path: `/backoffice/inbox/${enquiryId}/ticket`,
    title: 'Skapa ärende',
    whole: seen('En ny kund'),
    open: async (page) => {
      await page.getByText('En ny kund').click()
      await page.getByRole('textbox', { name: 'Namn' }).fill('')
      await page.getByRole('button', { name: 'Skapa ärende' }).click()
      await page.getByText('Namn krävs').first().waitFor()
    },
  },
  { name: 'Inställningar', path: '/backoffice/settings', title: 'Inställningar', whole: seen('kund@akermans.example') },
  {
    name: 'Månadsrapport',
    path: `/backoffice/reports?report=${reportId}`,
    title: 'Månadsrapport',
    whole: seen('Bytt switch'),
  },
  {
    name: 'the printed report',
    path: `/backoffice/reports/${reportId}/print`,
    title: 'Tidrapport',
    whole: seen('Bytt switch'),
  },
  { name: 'Arkiv', path: '/backoffice/archive', title: 'Arkiv', whole: seen('13:00–14:00') },
  { name: 'Användare', path: '/backoffice/users', title: 'Användare', whole: seen('Administratör') },
  {
    name: 'technical information',
    path: `/backoffice/customers/${customerId}/credentials`,
    title: '',
    whole: (page) => page.getByRole('button', { name: 'Visa' }).waitFor(),
  },
  { name: 'the API', path: '/api/docs', title: 'API', whole: seen('/api/customers') },
]

const portal = (): Screen[] => [
  { name: 'the portal', path: '/customer-portal', title: 'Supportportal', whole: seen('WiFi nere i hela huset') },
  {
    name: 'a new ticket of the customer, nothing filled in',
    path: '/customer-portal',
    title: 'Supportportal',
    open: async (page) => {
      await page.getByRole('button', { name: 'Ny ticket' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Skapa ticket' }).click()
      await page.getByText('Ämne krävs').waitFor()
    },
  },
  {
    name: 'the customer’s ticket',
    path: `/customer-portal/tickets/${ticketId}`,
    title: 'WiFi nere i hela huset',
    whole: seen('Tack, vi finns i receptionen.'),
  },
]

async function look(page: Page, { path, title, whole, open }: Screen) {
  await page.goto(path)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCount(1)
  if (title) await expect(heading).toHaveText(title)
  await whole?.(page)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow(), 'pixels outside the screen').toBe(0)
  await open?.(page)
  expect(await overflow(), 'pixels outside the screen').toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(colorScheme === 'dark')
    expect(await (colorScheme === 'light' ? objections(page) : objectionsByNight(page)), colorScheme).toEqual([])
  }
}

/**
 * What axe says of the page, which has no frames: it is judged in one place, without a second page to gather the answers
 * in. What is in order is not described.
 */
const axeIn = (page: Page, axeSource?: string) =>
  new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode().options({ resultTypes: ['violations'] })

const told = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n')}`)

async function objections(page: Page) {
  expect(page.frames()).toHaveLength(1)
  return told(await axeIn(page).analyze())
}

/** By night only the colours are others; axe is in the page since the day. */
const objectionsByNight = async (page: Page) =>
  told(await axeIn(page, 'axe.version').withRules(['color-contrast', 'link-in-text-block']).analyze())

const devices = { 'a desk': { width: 1440, height: 900 }, 'a phone': { width: 390, height: 844 } }

test.describe('at rest', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('every screen is for everybody and fits a desk and a phone, by day and by night', async ({
    product,
    anotherBrowser,
    complaints,
  }) => {
    test.setTimeout(600_000)
    complaints.expect(/404/)
    // Side by side: each waits half of its time.
    await Promise.all(
      Object.entries(devices).map(async ([device, viewport]) => {
        const lookAll = async (screens: Screen[], login?: typeof customerLogin) => {
          const context = await anotherBrowser()
          if (login) await (await signedIn(product, login)).enter(context)
          const page = await context.newPage()
          await page.setViewportSize(viewport)
          expect(page.viewportSize()).toEqual(viewport)
          for (const screen of screens) await test.step(`${screen.name} on ${device}`, () => look(page, screen))
        }
        await lookAll(outside)
        await lookAll(inside(), product.admin)
        await lookAll(portal(), customerLogin)
      }),
    )
  })
})

// A frame that clips hides what does not fit: the page then has no scrollbar to tell of it.
test('the table of time shows all its columns and buttons at every width', async ({ page, context, product }) => {
  await (await signedIn(product, product.admin)).enter(context)
  await page.goto('/backoffice/time?reported=true')
  const table = page.getByRole('table', { name: 'Tidrader' })
  await expect(table.getByText('Bytt switch')).toBeVisible()
  for (const width of [390, 700, 900, 1100, 1296, 1300, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const outside = () => table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))
    expect(await outside(), `pixels cut off at ${width}`).toBeLessThanOrEqual(0)
  }
})
