// A conversation of 500 comments, in the back office and in the portal, by keyboard.
import type { Page } from '@playwright/test'
import { aCustomer, aLogin, inDatabase, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Långa Samtal AB' } })

const COMMENTS = 500

let count = 0

/** A ticket with comments 'Ord 1.' and so on, and users who may read it. */
async function longConversation(product: Parameters<typeof aLogin>[0], length = COMMENTS) {
  const admin = await signedIn(product, product.admin)
  count += 1
  const { id: customerId } = await aCustomer(admin, `Pratsamma ${count} AB`)
  const { id } = await admin.create('/api/tickets', { title: 'Lång historia', description: 'Början.', customerId })
  const comments = await inDatabase(
    product,
    `insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, is_internal, created_at)
     select org_id, gen_random_uuid(), customer_id, id, created_by,
       'Ord ' || n || '. ' || repeat('Vi har varit på plats och bytt kabeln till huset. ', 4), false,
       now() - ($2 + 1 - n) * interval '1 minute'
     from tickets, generate_series(1, $2) n where id = $1 returning id, comment`,
    [id, length],
  )
  const customer = await signedIn(product, await aLogin(product, `kim${count}@pratsamma.example`, customerId))
  return { id, admin, customer, comments }
}

const word = (page: Page, number: number) => page.getByRole('listitem').filter({ hasText: `Ord ${number}.` })
const topOf = (page: Page, number: number) => word(page, number).evaluate((item) => item.getBoundingClientRect().top)
const older = (page: Page) => page.getByRole('button', { name: 'Visa 490 äldre kommentarer' })

async function tabTo(page: Page, target: ReturnType<typeof older>) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab does not reach it')
}

const screens = [
  { who: 'staff', width: 1440, height: 900, path: '/backoffice/tickets' },
  { who: 'staff', width: 390, height: 844, path: '/backoffice/tickets' },
  { who: 'customer', width: 1440, height: 900, path: '/customer-portal/tickets' },
  { who: 'customer', width: 390, height: 844, path: '/customer-portal/tickets' },
] as const

for (const { who, width, height, path } of screens)
  test(`500 comments open at the newest one for ${who} at ${width} px, and older ones expand in place`, async ({
    page,
    context,
    product,
  }) => {
    await page.setViewportSize({ width, height })
    const { id, admin, customer } = await longConversation(product)
    const reader: SignedIn = who === 'staff' ? admin : customer
    await reader.enter(context)
    await page.goto(`${path}/${id}`)
    await expect(word(page, COMMENTS)).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('Ord 490.')).toHaveCount(0)

    await test.step('a new comment is followed at the end, and moves nobody who has scrolled up', async () => {
      const comment = (text: string) =>
        admin.create(`/api/tickets/${id}/comments`, { comment: text, isInternal: false })
      await comment('Ett nytt ord.')
      await expect(page.getByText('Ett nytt ord.')).toBeInViewport({ ratio: 1 })
      await page.evaluate(() => scrollBy(0, -400))
      const above = await topOf(page, 496)
      await comment('Ännu ett ord.')
      await expect(page.getByText('Ännu ett ord.')).toBeAttached()
      expect(await topOf(page, 496)).toBe(above)
      await expect(word(page, 491)).toHaveCount(1)
    })

    await test.step('older ones expand by keyboard, without moving the first visible one', async () => {
      await page.evaluate(() => scrollTo(0, 0))
      await tabTo(page, older(page))
      const first = await topOf(page, 491)
      await page.keyboard.press('Enter')
      await expect(word(page, 491)).toBeFocused()
      await expect(word(page, 1)).toBeAttached()
      expect(Math.abs((await topOf(page, 491)) - first)).toBeLessThan(1)
      await expect(older(page)).toHaveCount(0)
      await expect(page.getByRole('log').getByText('Ord 490.')).toHaveCount(0)
    })
  })

for (const { width, height, composer } of [
  { width: 1440, height: 900, composer: { role: 'textbox', name: 'Kommentar' } },
  // A line above the bottom bar, which opens the composer.
  { width: 390, height: 844, composer: { role: 'button', name: /^Svara / } },
] as const)
  test(`with 1, 10 and 300 comments the beginning of the newest and the composer are in view at ${width} px`, async ({
    page,
    context,
    product,
  }) => {
    await page.setViewportSize({ width, height })
    for (const length of [1, 10, 300]) {
      const { id, admin } = await longConversation(product, length - 1)
      // Longer than the screen.
      const long = Array.from({ length: 60 }, (_, n) => `Rad ${n}`).join('\n')
      await admin.create(`/api/tickets/${id}/comments`, { comment: `Sist ord.\n${long}`, isInternal: false })
      if (length === 1) await admin.enter(context)
      await page.goto(`/backoffice/tickets/${id}`)
      const line = page.getByRole(composer.role, { name: composer.name })
      await expect(line, `composer with ${length}`).toBeInViewport({ ratio: 1 })
      await expect.poll(() => topOfText(page, 'Sist ord.'), `newest of ${length}`).toBeGreaterThanOrEqual(0)
      const { y } = (await line.boundingBox()) ?? { y: 0 }
      expect(await topOfText(page, 'Sist ord.')).toBeLessThan(y - 20)
    }
  })

/** Where a text of the conversation begins, in pixels below the top of the window. */
const topOfText = (page: Page, text: string) =>
  page
    .getByRole('log')
    .getByText(text)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top)

test('a link to an old comment opens at it, print has all comments, and Back restores the position', async ({
  page,
  context,
  product,
}) => {
  const { id, admin, comments } = await longConversation(product, 40)
  await admin.enter(context)
  const third = comments.find(({ comment }) => comment.startsWith('Ord 3.'))
  await page.goto(`/backoffice/tickets/${id}#${third.id}`)
  await expect(word(page, 3)).toBeInViewport()

  await page.goto(`/backoffice/tickets/${id}`)
  await expect(word(page, 40)).toBeInViewport()
  await expect(word(page, 1)).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 300))
  // In the menu, which does not scroll with the page.
  await page.getByRole('complementary').getByRole('link', { name: 'Kunder' }).first().press('Enter')
  await expect(page).toHaveURL(/customers/)
  await page.goBack()
  await expect(word(page, 40)).toBeAttached()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  await page.pdf()
  await expect(word(page, 1)).toBeAttached()
})

test('a scrolled tab also opens a conversation at its newest comment, or at the one in the URL', async ({
  page,
  context,
  product,
  complaints,
}) => {
  // The router warns about a history entry that it did not create.
  complaints.expect(/not created by @remix-run\/router/)
  const { id, admin, comments } = await longConversation(product, 40)
  await admin.enter(context)
  const addressOf = (number: number) =>
    `/backoffice/tickets/${id}#${comments.find(({ comment }) => comment.startsWith(`Ord ${number}.`)).id}`
  for (let loads = 0; loads < 4; loads++) {
    await page.goto(`/backoffice/tickets/${id}`)
    await expect(word(page, 40)).toBeInViewport()
    await page.goto('about:blank')
  }
  await page.goto(addressOf(3))
  await expect(word(page, 3)).toBeInViewport()
  await page.goto(`/backoffice/tickets/${id}`)
  await expect(word(page, 40)).toBeInViewport()
  // The document is not reloaded, because only the hash differs.
  await page.goto(addressOf(5))
  await expect(word(page, 5)).toBeInViewport()
})

test('Back restores the position among older comments, and the browser’s search covers all', async ({
  page,
  context,
  product,
}) => {
  const { id, admin } = await longConversation(product, 60)
  await admin.enter(context)
  await page.goto('/backoffice/tickets')
  await page.getByRole('row').getByRole('link', { name: 'Lång historia' }).first().press('Enter')
  await expect(word(page, 60)).toBeInViewport()
  await page.keyboard.press('ControlOrMeta+f')
  await expect(word(page, 1)).toBeAttached()
  await expect(word(page, 60)).toBeInViewport()
  await word(page, 20).evaluate((item) => item.scrollIntoView())
  const read = await topOf(page, 20)
  await page.getByRole('complementary').getByRole('link', { name: 'Kunder' }).first().press('Enter')
  await expect(page).toHaveURL(/customers/)
  await page.goBack()
  await expect.poll(() => topOf(page, 20)).toBe(read)
  await page.goto(`/backoffice/tickets/${id}`)
  await expect(word(page, 1)).toHaveCount(0)
})
