// One-time links in a browser where another user is signed in, with a second tab open.
import { spawnSync } from 'node:child_process'
import type { BrowserContext, Page } from '@playwright/test'
import type { Product } from '../tools/support/product.ts'
import { aCustomer, aLink, aLogin, inDatabase, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

const NEXT = 'en helt annan fras'

/** The paths that a tab visits from this call on. */
function watchPaths(page: Page) {
  const paths: string[] = []
  page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname))
  return paths
}

const choose = async (page: Page, password: string) => {
  await page.getByLabel('Nytt lösenord').fill(password)
  await page.getByRole('button', { name: 'Spara lösenordet' }).click()
}

const isOnScreen = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

async function whileOffline(context: BrowserContext, action: () => Promise<unknown>) {
  await context.setOffline(true)
  await action()
  await context.setOffline(false)
}

/** The link printed by `npm run login:link`, beside the running product. */
function firstLink({ dataDir, url }: Product): string {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, APP_URL: url }
  const { stdout } = spawnSync(process.execPath, ['bin/login-link.ts'], { env, encoding: 'utf8' })
  return /http:\S+#token=[\w-]{43}&type=first_admin/.exec(stdout)?.[0] ?? ''
}

/** Creates a login that must change its password, so that its session would redirect every tab to /nytt-losenord. */
async function aPerson(kind: 'staff' | 'customer', product: Parameters<typeof aLogin>[0], admin: SignedIn) {
  const email = `kim-${kind}@kajen.example`
  if (kind === 'customer') await aLogin(product, email, (await aCustomer(admin, 'Kajens Café')).id)
  else
    await admin.create('/api/users', { fullName: 'Kim Kaj', email, password: 'lånat för en dag', role: 'technician' })
  await inDatabase(product, 'update auth.users set must_change_password = true where email = $1', [email])
  return email
}

for (const { kind, home } of [
  { kind: 'customer', home: '/customer-portal' },
  { kind: 'staff', home: '/backoffice/tickets' },
] as const)
  test(`A-514: a link of ${kind} asks, is not used up by failures, and the other tab follows each change of user`, async ({
    page: other,
    context,
    product,
    complaints,
  }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED|status of 40[013]|status of 422/)
    const admin = await signedIn(product, product.admin)
    const email = await aPerson(kind, product, admin)
    await admin.enter(context)
    await other.goto('/backoffice/tickets')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Support Tickets')
    const paths = watchPaths(other)
    const url = await aLink(product, email)
    const page = await context.newPage()
    await page.goto(url)

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vill du byta konto?')
    const yes = page.getByRole('button', { name: 'Logga ut och fortsätt' })
    await whileOffline(context, async () => {
      await yes.click()
      await isOnScreen(page, 'Kunde inte logga ut')
    })
    await expect(yes).toBeVisible()
    await expect(other).toHaveURL(/\/backoffice\/tickets/)

    await yes.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Välj ett lösenord')
    await isOnScreen(page, new RegExp(email))
    await expect(other).toHaveURL(/\/auth\?next=/)

    await choose(page, 'lösenord123')
    await isOnScreen(page, 'Lösenordet är för vanligt. Välj ett annat.')
    await whileOffline(context, async () => {
      await choose(page, NEXT)
      await isOnScreen(page, 'Kunde inte spara lösenordet')
    })
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Backoffice')
    expect(paths.filter((path) => path !== '/backoffice/tickets')).toEqual(['/auth'])

    await choose(page, NEXT)
    await isOnScreen(page, 'Lösenordet är sparat')
    await expect(page).toHaveURL(kind === 'customer' ? /\/customer-portal$/ : /\/backoffice$/)
    await expect(other).toHaveURL(new RegExp(`${home}$`))
    await isOnScreen(other, kind === 'customer' ? 'Kajens Café' : 'Kim Kaj')
    expect(paths).not.toContain('/nytt-losenord')

    const again = await context.newPage()
    await again.goto(url)
    await expect(again.getByRole('heading', { level: 1 })).toHaveText('Länken fungerar inte')
  })

test.describe('in an empty installation', () => {
  test.use({ settings: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', LOG_LEVEL: 'info' } })

  test('the first administrator’s link survives refused passwords and a lost network, and works once', async ({
    page,
    context,
    product,
    complaints,
  }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED|status of 4(10|22)/)
    expect(product.output()).not.toContain('#token=')
    const link = firstLink(product)
    const second = await context.newPage()
    for (const tab of [page, second]) {
      await tab.goto(link)
      await tab.getByLabel('Namn').fill('Anna Berg')
      await tab.getByLabel('E-post').fill('anna@nordlys.example')
      await tab.getByLabel('Lösenord', { exact: true }).fill('lösenord123')
    }
    const start = (tab: Page) => tab.getByRole('button', { name: 'Kom igång' }).click()
    await start(page)
    await isOnScreen(page, 'Lösenordet är för vanligt. Välj ett annat.')
    await page.getByLabel('Lösenord', { exact: true }).fill(NEXT)
    await whileOffline(context, async () => {
      await start(page)
      await isOnScreen(page, 'Kunde inte skapa användare')
    })
    await start(page)
    await expect(page).toHaveURL(/\/backoffice$/)
    await isOnScreen(page, 'Anna Berg')
    await second.getByLabel('Lösenord', { exact: true }).fill(NEXT)
    await start(second)
    await expect(second.getByRole('heading', { level: 1 })).toHaveText('Länken fungerar inte')
  })
})
