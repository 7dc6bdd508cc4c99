// Addresses at domains with å, ä, ö are stored in ASCII (Punycode). Every screen shows them in Unicode: as text, in
// fields, as choices and in names of buttons.
import type { Page } from '@playwright/test'
import { fillInCompany } from '../tools/support/company.ts'
import type { Product } from '../tools/support/product.ts'
import { fillEveryScreen } from './fixtures/every-screen.ts'
import { aLink, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'
import { publicScreens } from './fixtures/public-screens.ts'
import { type Screen, visible } from './fixtures/screen.ts'
import { backOfficeScreens, portalScreens, type ScreenIds } from './fixtures/screens.ts'

test.use({
  settings: { ORG_NAME: 'Adresserna AB' },
  actionTimeout: 30_000,
  contextOptions: { reducedMotion: 'reduce' },
})

const SUFFIX = '.xn--keri-poa.example'

const addresses: [table: string, column: string][] = [
  ['auth.users', 'email'],
  ['organizations', 'billing_email'],
  ['company_facts', 'email'],
  ['customers', 'email'],
  ['contacts', 'email'],
  ['enquiries', 'email'],
  ['mailboxes', 'address'],
  ['stored_mail', 'to_address'],
]

/**
 * Moves all addresses to a domain with å; without triggers, which would write history, send mail and mark bases
 * outdated.
 */
const moveAddresses = (product: Product) => {
  const statements = addresses.map(([table, column]) => `update ${table} set ${column} = ${column} || '${SUFFIX}';`)
  return inDatabase(product, `set session_replication_role = replica; ${statements.join(' ')}`, [])
}

/** Adds a contact with an address, which screens list, offer as a choice and name as a recipient. */
const addContact = (product: Product, customerId: string) =>
  inDatabase(
    product,
    `insert into contacts (org_id, customer_id, id, name, email)
     select org_id, id, gen_random_uuid(), 'Örjan Ås', 'orjan@kund.example' from customers where id = $1`,
    [customerId],
  )

const contactImport: Screen = {
  name: 'an import of contacts',
  path: '/backoffice/customers/import',
  title: '',
  open: async (page) => {
    const buffer = Buffer.from(`Kund;Namn;E-post\nÅkermans El & Larm i Norra Uppland AB;Kim Lund;kim@kund${SUFFIX}`)
    await page.locator('input[type=file]').setInputFiles({ name: 'kontakter.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Importera 1 kontakt' }).waitFor()
  },
}

const forgotten: Screen = {
  name: 'a forgotten password',
  path: '/customer-login',
  title: '',
  open: async (page) => {
    await page.getByRole('button', { name: /Glömt/ }).click()
    await page.getByLabel('E-post').fill('info@åkeri.example')
    await page.getByRole('button', { name: 'Skicka länk' }).click()
    await page.getByText('Titta i din inkorg').waitFor()
  },
}

const inAscii = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].filter(
      (field) => field.offsetParent !== null,
    )
    const names = [...document.querySelectorAll('[aria-label], [title]')].map(
      (element) => `${element.getAttribute('aria-label')} ${element.getAttribute('title')}`,
    )
    const choices = [...document.querySelectorAll('option')].map((option) => option.text)
    const texts = [...document.body.innerText.split('\n'), ...fields.map(({ value }) => value), ...names, ...choices]
    return texts.filter((text) => text.includes('xn--'))
  })

async function check(page: Page, { path, loaded, open }: Screen) {
  await page.goto(path)
  await loaded?.(page)
  await open?.(page)
  expect.soft(await inAscii(page), path).toEqual([])
}

const withContact = ({ customerId }: ScreenIds): Screen[] => [
  contactImport,
  {
    name: 'contacts',
    path: `/backoffice/customers/${customerId}/contacts`,
    title: '',
    loaded: visible('Örjan Ås'),
  },
]

test('every screen shows internationalized addresses in Unicode', async ({ product, anotherBrowser, complaints }) => {
  test.setTimeout(300_000)
  complaints.expect(/404/)
  await fillInCompany(product.url)
  const { ids, customerLogin } = await fillEveryScreen(product)
  await addContact(product, ids.customerId)
  await moveAddresses(product)
  const link = await aLink(product, customerLogin.email + SUFFIX)
  const checkAll = async (screens: Screen[], login?: typeof customerLogin) => {
    const context = await anotherBrowser()
    if (login) await (await signedIn(product, { ...login, email: login.email + SUFFIX })).enter(context)
    const page = await context.newPage()
    for (const screen of screens) await test.step(screen.name, () => check(page, screen))
  }
  const linkPage = { name: 'a one-time link', path: link, title: '', loaded: visible('Länken gäller') }
  await Promise.all([
    checkAll([...backOfficeScreens(ids), ...withContact(ids)], product.admin),
    checkAll(portalScreens(ids), customerLogin),
    checkAll([...publicScreens, forgotten, linkPage]),
  ])
})
