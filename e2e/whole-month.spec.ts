// A month of 38 customers is made, marked, sent and billed for all at once; one that cannot be billed stops nobody else.
import type { Page } from '@playwright/test'
import { aTerms } from '#features/billing/testing/terms.ts'
import { latestMonths, todayInStockholm } from '#shared/dates.rules.ts'
import type { Product } from '../tools/support/product.ts'
import { inDatabase, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Hela månaden AB' } })

const CUSTOMERS = 38
const [, month = ''] = latestMonths(todayInStockholm(), 2)

/**
 * Customers with two hours each. 20 approve their bases in the portal and one that should has no login; the others need no approval.
 * One has material without a price.
 */
async function aMonth(product: Product & { admin: { email: string } }, admin: SignedIn) {
  const terms = async (name: string, needsApproval: boolean): Promise<string> =>
    (await admin.create('/api/terms', aTerms({ name, needsApproval }))).id
  await admin.change('/api/default-terms', { validFrom: '2020-01-01', termsId: await terms('Löpande', false) })
  const approved = await terms('Med godkännande', true)
  const rows = (statement: string, ...values: unknown[]) => inDatabase(product, statement, values)
  await rows(
    `insert into customers (org_id, id, name, email, phone, address)
     select o.id, gen_random_uuid(), format('Kund %s AB', lpad(n::text, 2, '0')), 'info@kund.example', '018-12 34 56', 'Storgatan 1'
     from organizations o, generate_series(1, $1) n`,
    CUSTOMERS,
  )
  await rows(
    `insert into agreements (org_id, customer_id, valid_from, terms_id)
     select org_id, id, '2020-01-01', $1 from customers where name between 'Kund 01 AB' and 'Kund 21 AB'`,
    approved,
  )
  await rows(
    `with login as (
       insert into auth.users (id, email, kind, password_hash)
       select gen_random_uuid(), lower(replace(c.name, ' ', '-')) || '@kund.example', 'customer', u.password_hash
       from customers c, auth.users u where u.email = $1 and c.name between 'Kund 01 AB' and 'Kund 20 AB' returning id, email)
     insert into customer_users (org_id, user_id, customer_id, may_approve)
     select c.org_id, login.id, c.id, true
     from login join customers c on login.email = lower(replace(c.name, ' ', '-')) || '@kund.example'`,
    product.admin.email,
  )
  await rows(
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by)
     select c.org_id, gen_random_uuid(), u.id, c.id, $2::date + day, '10:00', '11:00', u.id
     from customers c, auth.users u, generate_series(4, 5) day where u.email = $1`,
    product.admin.email,
    `${month}-01`,
  )
  await rows(
    `insert into expenses (org_id, id, customer_id, user_id, work_date, kind, article, quantity, unit, price_ore, created_by)
     select c.org_id, gen_random_uuid(), c.id, u.id, $2::date, 'material', 'Kabel', 1, 'm', null, u.id
     from customers c, auth.users u where u.email = $1 and c.name = 'Kund 38 AB'`,
    product.admin.email,
    `${month}-01`,
  )
}

/** Counts presses, and the time from each until what it leads to is seen. */
function counted(page: Page) {
  const spent = { presses: 0, milliseconds: 0 }
  const press = async (name: string, isSeen: () => Promise<unknown>) => {
    const button = page.getByRole('button', { name, exact: true }).last()
    await button.waitFor()
    const before = performance.now()
    await button.click()
    await isSeen()
    spent.presses += 1
    spent.milliseconds += performance.now() - before
  }
  return { spent, press }
}

test('38 customers are made, marked, sent and billed in at most 15 presses', async ({ page, context, product }) => {
  test.setTimeout(180_000)
  const admin = await signedIn(product, product.admin)
  await aMonth(product, admin)
  await admin.enter(context)
  await page.goto(`/backoffice/invoice-bases?month=${month}`)
  const { spent, press } = counted(page)
  const seen = (text: string | RegExp) => () => page.getByText(text).first().waitFor({ timeout: 60_000 })
  const rowOf = (name: string) => page.getByRole('row', { name })
  const dialog = page.getByRole('alertdialog')

  await test.step('all but one are made, which says why', async () => {
    await press('Skapa för alla', seen('37 underlag skapade'))
    await expect(rowOf('Kund 38 AB')).toContainText('1 rad med resa eller material saknar pris')
  })

  await test.step('their time is marked', async () => {
    await press('Markera tidrader', () => dialog.waitFor())
    await expect(dialog).toContainText('Markera 76 tidrader?')
    await press('Markera', seen('76 tidrader markerade som rapporterade'))
  })

  await test.step('a sending is undone before anything leaves, and sent', async () => {
    await press('Skicka alla', () => dialog.waitFor())
    await expect(dialog).toContainText('Skicka 20 underlag?')
    await expect(dialog).toContainText('Inget mejl går iväg, för e-post är inte inställd.')
    await expect(dialog).toContainText('kund-01-ab@kund.example')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Kund 21 AB' })).toContainText('Bjud in någon')
    await press('Skicka', seen(/^20 underlag skickas klockan/))
    await press('Ångra', seen('Ångrat. Inget har skickats'))
    expect(await inDatabase(product, `select from invoice_bases where state = 'sent'`, [])).toEqual([])
    await press('Skicka alla', () => dialog.waitFor())
    await press('Skicka', async () => {
      await seen(/^20 underlag skickas klockan/)()
      await expect(rowOf('Kund 20 AB')).toContainText('Skickat', { timeout: 60_000 })
    })
    await expect(rowOf('Kund 21 AB')).toContainText('Ingen kund får det här')
  })

  await test.step('what is approved or needs no approval is billed, with numbers without holes', async () => {
    await inDatabase(
      product,
      `update invoice_bases set state = 'approved', approved_at = now(), approved_name = 'Anna' where state = 'sent'`,
      [],
    )
    await expect(rowOf('Kund 20 AB')).toContainText('Godkänt')
    await press('Fakturera alla godkända', () => dialog.waitFor())
    const year = new Date().getFullYear()
    await expect(dialog).toContainText('Fakturera 36 underlag?')
    await expect(dialog).toContainText(`${year}-001 till ${year}-036`)
    await press('Fakturera', seen('36 underlag fakturerade'))
    await expect(rowOf('Kund 37 AB')).toContainText(`${year}-036`)
    await expect(rowOf('Kund 21 AB')).toContainText('Utkast')
    const [numbers] = await inDatabase(
      product,
      'select min(number) as first, max(number) as last, count(distinct number)::int as count from invoice_bases',
      [],
    )
    expect(numbers).toEqual({ first: 1, last: 36, count: 36 })
  })

  const { presses, milliseconds } = spent
  test.info().annotations.push({
    type: 'the whole month',
    description: `${CUSTOMERS} customers, ${presses} presses, ${(milliseconds / 1000).toFixed(1)} s of waiting`,
  })
  process.stdout.write(`${test.info().annotations.at(-1)?.description}\n`)
  expect(presses).toBeLessThanOrEqual(15)
})
