// An alarm on a phone in the night: what to press is in sight, and stays where it is.
import type { Page } from '@playwright/test'
import { onCallDay } from '../src/features/on-call/on-call.rules.ts'
import { addAxe, isAccessible } from './fixtures/axe.ts'
import { aCustomer, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Jouren AB' }, viewport: { width: 390, height: 844 } })

test('after thirty alarms ‘Jag tar den’ is in sight on a phone, also with all of them unfolded', async ({
  page,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Kajens Café')
  const body = { title: 'Kassan står still', description: 'Inget går att betala.', priority: 'urgent', customerId }
  const { id } = await admin.create('/api/tickets', body)
  await inDatabase(
    product,
    `with alarm as (
       insert into on_call_alarms (org_id, ticket_id, steps, next_at)
       select org_id, id, 30, now() + interval '50 minutes' from tickets where id = $1 returning org_id, id)
     insert into on_call_alarm_steps
     select alarm.org_id, alarm.id, step, profiles.id, now() - make_interval(mins => 10 * (30 - step))
     from alarm join profiles on profiles.org_id = alarm.org_id, generate_series(1, 30) step`,
    [id],
  )
  await admin.enter(page.context())
  await page.goto(`/backoffice/tickets/${id}`)
  const alarm = page.getByRole('region', { name: 'Larm' })
  const take = alarm.getByRole('button', { name: 'Jag tar den' })
  await expect(alarm.getByText(/^\d\d:\d\d larmades /)).toBeVisible()
  await expect(take).toBeInViewport({ ratio: 1 })
  await alarm.getByText('30 larm hittills').click()
  await expect(alarm.getByRole('listitem').first()).toBeVisible()
  await expect(take).toBeInViewport({ ratio: 1 })
  await take.click()
  await expect(alarm).toBeHidden()
})

test('of eighteen alarms two stand above a page from its first paint, and the others unfold below', async ({
  page,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Hamnens Kiosk')
  const body = { title: 'Kassan står still', description: 'Inget går att betala.', priority: 'urgent', customerId }
  for (let nth = 0; nth < 18; nth++) await admin.create('/api/tickets', body)
  await inDatabase(
    product,
    `with alarm as (
       insert into on_call_alarms (org_id, ticket_id, steps, next_at)
       select org_id, id, 1, now() + interval '50 minutes' from tickets where customer_id = $1 returning org_id, id)
     insert into on_call_alarm_steps select org_id, alarm.id, 1, profiles.id, now() from alarm join profiles using (org_id)`,
    [customerId],
  )
  await addAxe(page.context())
  await admin.enter(page.context())
  const alarms = page.getByRole('region', { name: 'Larm som ingen har tagit' })
  const heading = page.getByRole('heading', { level: 1 })
  // The next document requests what the layout shows, as somebody has been here.
  await page.goto('/backoffice/customers')
  await expect(alarms).toBeVisible()
  const moved = await watchShifts(page)
  await page.goto('/backoffice/customers')
  await expect(page.getByRole('link', { name: 'Hamnens Kiosk' })).toBeVisible()
  await expect(alarms.getByRole('link')).toHaveCount(2)
  expect(await moved()).not.toContain('innehall')
  await expect(heading).toBeInViewport({ ratio: 1 })
  await isAccessible(page)
  const toggle = alarms.getByRole('button')
  await expect(toggle).toHaveText('Visa alla')
  const place = await toggle.boundingBox()
  await toggle.press('Enter')
  await expect(alarms.getByRole('link')).toHaveCount(18)
  await expect(toggle).toBeFocused()
  expect(await toggle.boundingBox()).toMatchObject({ y: place?.y })
  await isAccessible(page)
  await toggle.press('Enter')
  await expect(alarms.getByRole('link')).toHaveCount(2)
  await expect(heading).toBeInViewport({ ratio: 1 })
})

test('what stands above the Dashboard is there from its first paint', async ({ page, product }) => {
  const admin = await signedIn(product, product.admin)
  const [{ id }] = await inDatabase(product, 'select id from profiles', [])
  await admin.change('/api/on-call/days', { days: [onCallDay(new Date())], people: [id], seen: [] })
  // What a new company has to do stands there too, but comes later.
  await admin.create('/api/first-hour/hidden', {})
  await inDatabase(product, "update company_facts set phone = '018-12 34 56', email = 'info@jouren.example'", [])
  await inDatabase(product, 'update organizations set factor_required_from = current_date + 5', [])
  await admin.enter(page.context())
  await page.goto('/backoffice')
  const counts = page.getByRole('list', { name: 'Ärenden' })
  await expect(counts).toBeVisible()
  const moved = await watchShifts(page)
  await page.goto('/backoffice')
  await expect(page.getByText(/^Ingen har jour/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Tvåstegsinloggning' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Timmar per vecka' })).toBeVisible()
  expect(await moved()).not.toContain('innehall')
  expect(await moved()).not.toContain('Ärenden')
})

/** Leaves the page. Of the next one, resolves to the ids or names of what has moved. */
async function watchShifts(page: Page) {
  await page.goto('about:blank')
  // On a phone the code takes longer than the data.
  const data = page.waitForResponse(/\/api\/first-screen/)
  await page.route(/\.js$/, async (route) => {
    await data
    await route.continue()
  })
  await page.addInitScript(() => {
    const moved: (string | null | undefined)[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node?: Element }[] })[])
        moved.push(...sources.map(({ node }) => node?.id || node?.getAttribute('aria-label')))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved)
}
