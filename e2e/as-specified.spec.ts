// Compares the running product with the routes and constants of 'As specified' in docs/specification.md.
// tests/system/as-specified.unit.test.ts compares the catalogue of texts.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { todayInStockholm } from '../src/shared/dates.rules.ts'
import { specifiedConstants, specifiedRoutes } from '../tests/system/as-specified.ts'
import { aCustomer, aLogin, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Jämförelsen AB' } })

const heading = (page: Page, text: string | RegExp) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
const columns = async (page: Page, names: string[]) => {
  for (const name of names) await expect(page.getByRole('columnheader', { name, exact: true }).first()).toBeVisible()
}
const fields = async (page: Page, names: (string | RegExp)[]) => {
  for (const name of names) await expect(page.getByLabel(name).first()).toBeVisible()
}
const dashboard = async (page: Page) => {
  await heading(page, 'Dashboard')
  await expect(page.getByRole('link', { name: /Orapporterade timmar|Orapporterad tid/ }).first()).toBeVisible()
}

/** What each screen has according to the specification. */
const screens: Record<string, (page: Page) => Promise<unknown>> = {
  '/': async (page) => {
    await heading(page, 'Din kompletta partner inom teknik och IT')
    await expect(page.getByRole('link', { name: 'Boka support' }).first()).toHaveAttribute('href', '/support')
  },
  '/om-oss': (page) => expect(page.getByRole('main').locator('a[href="/kontakt"]').first()).toBeVisible(),
  '/kontakt': (page) => fields(page, ['Namn', 'E-post', 'Telefon', 'Meddelande']),
  '/support': (page) => fields(page, ['Namn', 'E-post', 'Telefon', /akut/i]),
  '/auth': async (page) => {
    await heading(page, 'Backoffice')
    await expect(page.getByRole('button', { name: 'Logga in', exact: true })).toBeVisible()
  },
  '/customer-login': async (page) => {
    await heading(page, /supportportal/i)
    await expect(page.getByRole('button', { name: 'Logga in', exact: true })).toBeVisible()
  },
  '/customer-portal': async (page) => {
    await expect(page.getByRole('button', { name: 'Ny ticket' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Skrivaren/ })).toBeVisible()
    await expect(page.getByRole('main').getByText(/#\d+/).first()).toBeVisible()
  },
  '/customer-portal/tickets/{id}': async (page) => {
    await heading(page, /Skrivaren/)
    await expect(page.getByText('Inga kommentarer ännu')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Skicka kommentar' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Tillbaka' })).toHaveAttribute('href', '/customer-portal')
  },
  '/bo': dashboard,
  '/backoffice': dashboard,
  '/backoffice/time': async (page) => {
    await expect(page.getByRole('form', { name: 'Ny tidrad' })).toBeVisible()
    await expect(page.getByText('Visa rapporterade')).toBeVisible()
    await columns(page, ['Datum', 'Kund', 'Tid', 'Timmar', 'Beskrivning', 'Notering', 'Tekniker', 'Status', 'Åtgärd'])
  },
  '/backoffice/customers': (page) => columns(page, ['Namn', 'E-post', 'Telefon', 'Portal invite']),
  '/backoffice/customers/{id}': async (page) => {
    await expect(page.getByText('Kunduppgifter')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Arbetshistorik' })).toBeVisible()
  },
  '/backoffice/customers/{id}/credentials': async (page) => {
    await expect(page.getByText(/bara för personal/)).toBeVisible()
    await expect(page.locator('textarea')).toHaveAttribute('rows', '15')
    await expect(page.getByRole('button', { name: 'Spara', exact: true })).toBeVisible()
  },
  '/backoffice/reports': async (page) => {
    await heading(page, 'Månadsrapport')
    await fields(page, ['Kund', 'Från', 'Till'])
    await expect(page.getByRole('button', { name: 'Generera rapport' })).toBeVisible()
  },
  '/backoffice/archive': async (page) => {
    await heading(page, 'Arkiv')
    await fields(page, ['Sök', 'Kund', 'År'])
  },
  '/backoffice/users': async (page) => {
    await heading(page, 'Användare')
    await expect(page.getByRole('button', { name: 'Ny användare' })).toBeVisible()
    await columns(page, ['Namn', 'E-post', 'Roll'])
  },
  '/backoffice/settings': async (page) => {
    await heading(page, 'Inställningar')
    await fields(page, ['Företagets namn', 'Organisationsnummer', 'E-post för fakturor', 'Betalningsvillkor'])
  },
  '/backoffice/tickets': async (page) => {
    await heading(page, 'Support Tickets')
    await expect(page.getByText('Hantera kunders supportärenden')).toBeVisible()
    await expect(
      page
        .getByRole('tab')
        .or(page.getByRole('link', { name: /Aktiva/ }))
        .first(),
    ).toBeVisible()
    await columns(page, ['Nummer', 'Titel', 'Kund', 'Status', 'Prioritet', 'Ansvarig', 'Skapad'])
  },
  '/backoffice/tickets/{id}': async (page) => {
    await heading(page, /Skrivaren/)
    await expect(page.getByText('Intern kommentar (syns ej för kund)')).toBeVisible()
    await expect(page.getByText('Inga kommentarer ännu')).toBeVisible()
  },
}

test('every address of the route table opens the specified screen', async ({ page, product, anotherBrowser }) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Åkermans El AB')
  const ticket = await admin.create('/api/tickets', { title: 'Skrivaren', description: 'Står still.', customerId })
  const day = { workDate: todayInStockholm(), timeFrom: '08:00', timeTo: '09:00' }
  await admin.create('/api/time', { ...day, customerId, description: 'Bytt switch' })
  const staff = await anotherBrowser()
  await admin.enter(staff)
  const customer = await anotherBrowser()
  await (await signedIn(product, await aLogin(product, 'eva@akermans.example', customerId))).enter(customer)
  const pages = { visitor: page, staff: await staff.newPage(), customer: await customer.newPage() }
  for (const { path } of specifiedRoutes) {
    await test.step(path, async () => {
      const whose = /^\/(bo|backoffice)\b/.test(path)
        ? 'staff'
        : path.startsWith('/customer-portal')
          ? 'customer'
          : 'visitor'
      await pages[whose].goto(path.replace('{id}', path.includes('/tickets/') ? ticket.id : customerId))
      const compare = screens[path]
      expect(compare, `what ${path} shows is not compared`).toBeDefined()
      await compare?.(pages[whose])
    })
  }
})

type Compare = (at: { page: Page; admin: SignedIn; customerId: string }) => Promise<unknown>

/** By the beginning of the line in the specification. */
const constants: Record<string, Compare> = {
  'Minimum password length': async ({ page }) => {
    await page.goto('/backoffice/users')
    await page.getByRole('button', { name: 'Ny användare' }).click()
    await page.getByRole('dialog').getByLabel('Lösenord', { exact: true }).fill('abcde')
    await page.getByRole('button', { name: 'Skapa användare' }).click()
    await expect(page.getByText('Lösenordet måste vara minst 6 tecken').first()).toBeVisible()
    await page.getByRole('dialog').getByLabel('Lösenord', { exact: true }).fill('abcdeö')
    await expect(page.getByRole('dialog').getByText('Lösenordet måste vara minst 6 tecken')).toHaveCount(0)
  },
  'Ticket title max': async ({ admin, customerId }) => {
    const fits = { title: 'a'.repeat(200), description: 'b'.repeat(5000), customerId }
    expect(await admin.create('/api/tickets', fits)).toMatchObject({ title: fits.title })
    for (const more of [{ title: 'a'.repeat(201) }, { description: 'b'.repeat(5001) }])
      await expect(admin.create('/api/tickets', { ...fits, ...more })).rejects.toThrow(/^422/)
  },
  'Dashboard top list': async ({ page, admin }) => {
    for (let hour = 1; hour <= 6; hour += 1) {
      const { id: customerId } = await aCustomer(admin, `Topplistan ${hour}`)
      const times = { timeFrom: '08:00', timeTo: `${8 + hour}:00`.padStart(5, '0') }
      await admin.create('/api/time', { customerId, workDate: todayInStockholm(), ...times, description: 'x' })
    }
    await page.goto('/backoffice')
    await expect(page.getByRole('link', { name: /Topplistan 6/ }).first()).toBeVisible()
    expect((await admin.read('/api/dashboard')).topCustomers).toHaveLength(5)
    await page.goto('/backoffice/time')
    await expect(page.getByLabel('Månad').getByRole('option')).toHaveCount(1 + 12)
  },
  'Hours are minutes/60': async ({ page, admin }) => {
    const { id: customerId } = await aCustomer(admin, 'Hundraelva timmar AB')
    const row = {
      customerId,
      workDate: '2026-10-05',
      timeFrom: '08:00',
      timeTo: '08:50',
      description: 'Femtio minuter',
    }
    await admin.create('/api/time', row)
    await page.goto('/backoffice/time')
    await expect(page.getByRole('row', { name: /Femtio minuter/ })).toContainText('0,83')
    const { unreported } = await admin.read('/api/dashboard')
    await page.goto('/backoffice')
    const hours = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    await expect(page.getByRole('main')).toContainText(hours.format(unreported.minutes / 60))
  },
  'Tickets newest first': async ({ page, admin, customerId }) => {
    const description = 'x'
    await admin.create('/api/tickets', { title: 'Det äldre', description, customerId })
    const { id } = await admin.create('/api/tickets', { title: 'Det nyare', description, customerId })
    const positions = async (...texts: string[]) => {
      await expect(page.getByText(texts[1] ?? '').first()).toBeVisible()
      const shown = await page.getByRole('main').innerText()
      return texts.map((text) => shown.indexOf(text))
    }
    await page.goto('/backoffice/tickets')
    const [newer = 0, older = 0] = await positions('Det nyare', 'Det äldre')
    expect(newer).toBeLessThan(older)
    for (const comment of ['Sagt först', 'Sagt sedan'])
      await admin.create(`/api/tickets/${id}/comments`, { comment, isInternal: false })
    await page.goto(`/backoffice/tickets/${id}`)
    const [first = 0, then = 0] = await positions('Sagt först', 'Sagt sedan')
    expect(first).toBeLessThan(then)
  },
  'CSV export': async ({ page, admin, customerId }) => {
    const times = { timeFrom: '08:00', timeTo: '10:30' }
    await admin.create('/api/time', { customerId, workDate: '2026-09-15', ...times, description: 'Bytt switch' })
    await report(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportera CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toContain('2026-09-01_2026-09-30')
    const text = readFileSync(await file.path(), 'utf8')
    expect(text.split('\r\n')[0]).toBe('\uFEFFDatum;Kund;Tekniker;Från;Till;Timmar;Beskrivning')
    expect(text).toContain(';08:00;10:30;2,50;Bytt switch')
  },
  'PDF report': async ({ page, admin }) => {
    const facts = await admin.read('/api/settings/facts')
    await admin.change('/api/settings/facts', { ...facts, phone: '018-12 34 56', email: 'hej@konstanterna.example' })
    // Records the delay of the timer that prints, because the system's dialog would block the story.
    await page.context().addInitScript(() => {
      const start = window.setTimeout
      let delay: unknown
      const noting = (run: () => void, ms?: number) =>
        start(() => {
          delay = ms
          run()
        }, ms)
      window.setTimeout = noting as typeof window.setTimeout
      window.print = () => document.documentElement.setAttribute('data-printed-after', String(delay))
    })
    await report(page)
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Exportera PDF' }).click()
    const paper = await opened
    await expect(paper.locator('html[data-printed-after="500"]')).toBeAttached()
    await expect(paper.locator('footer').filter({ hasText: 'Jämförelsen AB' })).toContainText('018-12 34 56')
    await paper.close()
  },
  'Default payment terms': async ({ page }) => {
    await page.goto('/backoffice/settings')
    await expect(page.getByLabel('Betalningsvillkor')).toHaveValue('30 dagar netto')
  },
  Promises: async ({ page }) => {
    await page.goto('/kontakt')
    await expect(page.getByText(/24 timmar/).first()).toBeVisible()
    await page.goto('/support')
    await expect(page.getByText(/inom 4 timmar/).first()).toBeVisible()
    await expect(page.getByText(/omedelbart/).first()).toBeVisible()
  },
  'Opening hours': async ({ page, admin }) => {
    expect((await admin.read('/api/settings/facts')).founded).toBe(2017)
    await page.goto('/kontakt')
    const main = page.getByRole('main')
    await expect(main).toContainText(/Måndag–fredag\s*08:00–17:00/)
    await expect(main).toContainText(/dygnet runt/)
    await page.goto('/om-oss')
    await expect(page.getByRole('main')).toContainText('2017')
  },
  'Text area sizes': async ({ page, admin, customerId }) => {
    const { id } = await admin.create('/api/tickets', { title: 'Rutorna', description: 'x', customerId })
    const rows = (label: string | RegExp) => page.getByLabel(label, { exact: true }).locator('visible=true').first()
    await page.goto(`/backoffice/tickets/${id}`)
    await expect(rows('Kommentar')).toHaveAttribute('rows', '3')
    await page.goto('/backoffice/tickets')
    await page.getByRole('button', { name: 'Nytt ärende' }).first().click()
    await expect(rows('Beskrivning')).toHaveAttribute('rows', '5')
    await page.goto(`/backoffice/customers/${customerId}/credentials`)
    await expect(rows(/Inloggningar, nätverk/)).toHaveAttribute('rows', '15')
  },
  'Authentication tokens': async ({ page }) => {
    let refreshed = 0
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) refreshed += 1
    })
    await page.clock.install()
    await page.goto('/backoffice')
    await heading(page, 'Dashboard')
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('supabase.auth.token') ?? '{}')
      localStorage.setItem(
        'supabase.auth.token',
        JSON.stringify({ ...stored, expires_at: Math.floor(Date.now() / 1000) + 190 }),
      )
    })
    await page.clock.runFor(60_000)
    expect(refreshed).toBe(0)
    await page.clock.runFor(45_000)
    await expect.poll(() => refreshed).toBe(1)
  },
}

async function report(page: Page) {
  await page.goto('/backoffice/reports')
  await page.getByRole('textbox', { name: 'Från' }).fill('20260901')
  await page.getByRole('textbox', { name: 'Till' }).fill('20260930')
  await page.getByRole('button', { name: 'Generera rapport' }).click()
  await expect(page.getByText(/Rapport genererad: /)).toBeVisible()
}

test('every line of the constants and limits holds in the product', async ({ page, context, product }) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Konstanterna AB')
  await admin.enter(context)
  for (const line of specifiedConstants) {
    const [, compare] = Object.entries(constants).find(([start]) => line.startsWith(start)) ?? []
    expect(compare, `“${line}” is not compared`).toBeDefined()
    await test.step(line, () => compare?.({ page, admin, customerId }))
  }
})
