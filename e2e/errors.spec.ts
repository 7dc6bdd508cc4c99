import type { Page, Response } from '@playwright/test'
import { firstScreen } from '#app/browser/first-screen.contract.ts'
import { aCustomer, aLogin, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

// A company of its own, because the story counts its rows.
test.use({ settings: { ORG_NAME: 'Felsökarna AB' } })

const consoleOf = (page: Page) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  return () => messages.join('\n')
}

test('an unknown URL gets a 404 page with a link home, and its path is logged to the console', async ({
  page,
  complaints,
}) => {
  complaints.expect(/404/)
  const consoleText = consoleOf(page)
  for (const path of ['/finns-inte', '/backoffice/finns-inte']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
    await expect.poll(consoleText).toContain(path)
  }
  await page.getByRole('link', { name: 'Till startsidan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Din kompletta partner inom teknik och IT')
})

test('an unknown link inside the app shows the same text beside the menu', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(/404/)
  await (await signedIn(product, product.admin)).enter(context)
  const consoleText = consoleOf(page)
  await page.goto('/backoffice')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await page.evaluate(() => {
    history.pushState({ key: 'gammal', idx: 1 }, '', '/backoffice/flyttad')
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expect.poll(consoleText).toContain('/backoffice/flyttad')
  await expect(page.getByRole('navigation', { name: 'Huvudmeny' })).toBeVisible()
  await page.getByRole('link', { name: 'Till startsidan' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('an uncaught error has its own page, and reloading recovers', async ({ page, context, product, complaints }) => {
  complaints.expect(/trasig fil/)
  await (await signedIn(product, product.admin)).enter(context)
  const broken = '**/assets/office-*.js'
  await page.route(broken, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("trasig fil")' }),
  )
  await page.goto('/backoffice')
  await page.getByRole('link', { name: 'Kunder', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page.getByText('trasig fil')).toBeVisible()
  await page.unroute(broken)
  await page.getByRole('button', { name: 'Ladda om sidan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kunder')
})

test('a screen and a calendar that cannot be fetched are retried, and the page loses nothing', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await (await signedIn(product, product.admin)).enter(context)
  const waiting = page.getByText('Ingen kontakt. Försöker igen …')
  const heading = page.getByRole('heading', { level: 1 })
  const later = /assets\/(office|date-calendar)-.*\.js$/
  await page.route(later, (route) => route.abort())
  await page.goto('/backoffice')
  await expect(heading).toHaveText('Dashboard')

  await context.setOffline(true)
  await page.getByRole('link', { name: 'Tidrapport' }).first().click()
  await expect(waiting).toBeVisible()
  await expect(heading).toHaveText('Dashboard')
  await page.unroute(later)
  await page.route(/assets\/date-calendar-.*\.js$/, (route) => route.abort())
  await context.setOffline(false)
  await expect(heading).toHaveText('Tidrapport')
  await expect(waiting).toBeHidden()

  await page.getByLabel('Beskrivning').fill('Bytt router')
  await page
    .getByRole('button', { name: /öppna kalendern/ })
    .first()
    .click()
  await expect(waiting).toBeVisible()
  await page.unrouteAll()
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(waiting).toBeHidden()
  await expect(page.getByLabel('Beskrivning')).toHaveValue('Bytt router')
})

test('a tooltip whose code cannot be fetched is silent, and shown when it can', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/)
  await (await signedIn(product, product.admin)).enter(context)
  const code = /assets\/tooltip-text-.*\.js$/
  await page.route(code, (route) => route.abort())
  await page.goto('/backoffice/users')
  // The request after which other waiting code shows its notice (shared/web/load-code.ts).
  const retry = page.waitForResponse('**/healthz')
  const button = page.locator('[data-tooltip]').first()
  await button.hover()
  await retry
  await expect(page.getByRole('tooltip')).toBeHidden()
  await expect(page.getByText('Ingen kontakt. Försöker igen …')).toBeHidden()
  await page.unroute(code)
  await expect(page.getByRole('tooltip')).toHaveText((await button.getAttribute('data-tooltip')) ?? '')
})

test('a tab open during an upgrade loads the new build at the next navigation, and loses nothing', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(/404/)
  await (await signedIn(product, product.admin)).enter(context)
  const heading = page.getByRole('heading', { level: 1 })
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  // Until the document is loaded again, the server has another build, without the screens of this one.
  let isUpgraded = true
  await page.route(/\/(api|healthz)/, async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), ...(isUpgraded && { 'x-build': 'nyare' }) }
    await route.fulfill({ response, headers }).catch(() => undefined)
  })
  await page.route('**/api/live', (route) => route.abort())
  await page.route(/assets\/office-.*\.js$/, (route) =>
    isUpgraded ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  complaints.expect(/ERR_FAILED/)
  await page.goto('/backoffice')
  await expect(heading).toHaveText('Dashboard')
  expect(documents).toEqual(['/backoffice'])
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isUpgraded = false
  })
  await page.getByRole('link', { name: 'Kunder', exact: true }).first().click()
  await expect(heading).toHaveText('Kunder')
  expect(documents).toEqual(['/backoffice', '/backoffice/customers'])

  await page.getByRole('link', { name: 'Tidrapport' }).first().click()
  await expect(heading).toHaveText('Tidrapport')
  expect(documents).toHaveLength(2)
  await page.getByLabel('Beskrivning').fill('Bytt router')
  isUpgraded = true
  await Promise.all([
    page.waitForResponse((response) => response.headers()['x-build'] === 'nyare'),
    page.getByRole('switch', { name: 'Visa rapporterade' }).click(),
  ])
  await page.getByRole('link', { name: 'Kunder', exact: true }).first().click()
  await page.getByRole('button', { name: 'Stanna kvar' }).click()
  await expect(page.getByLabel('Beskrivning')).toHaveValue('Bytt router')
  expect(documents).toHaveLength(2)
  await page.getByRole('link', { name: 'Kunder', exact: true }).first().click()
  await page.getByRole('button', { name: 'Lämna' }).click()
  await expect(heading).toHaveText('Kunder')
})

test('a time entry survives a lost connection and a lost response, and is saved once', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const admin = await signedIn(product, product.admin)
  await aCustomer(admin, 'Bergs Bageri')
  await admin.enter(context)
  await page.goto('/backoffice/time')
  const form = page.getByRole('form', { name: 'Ny tidrad' })
  await form.getByRole('combobox', { name: 'Kund' }).fill('Bergs')
  await page.getByRole('option', { name: 'Bergs Bageri' }).click()
  await form.getByLabel('Från').fill('0800')
  await form.getByLabel('Till').fill('1015')
  await form.getByLabel('Beskrivning').fill('Bytt router under pågående bak')
  const unchanged = () => expect(form.getByLabel('Beskrivning')).toHaveValue('Bytt router under pågående bak')
  const failure = page.getByText(/Kunde inte spara tidrad: Ingen kontakt med servern/)

  await context.setOffline(true)
  await form.getByRole('button', { name: 'Spara' }).click()
  await expect(failure).toHaveCount(1)
  await unchanged()

  await context.setOffline(false)
  // Only the POST fails, because the list has the same URL and is refetched when the browser is online again.
  let isLost = false
  await page.route('**/api/time', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await form.getByRole('button', { name: 'Spara' }).click()
  await expect.poll(() => isLost).toBe(true)
  await expect(failure).toHaveCount(1)
  await unchanged()

  await form.getByRole('button', { name: 'Spara' }).click()
  await expect(page.getByText('Tidrad sparad!')).toBeVisible()
  await expect(page.getByRole('row', { name: /Bytt router/ })).toHaveCount(1)
  const { rows } = await admin.read('/api/time')
  expect(rows.map(({ description }: { description: string }) => description)).toEqual([
    'Bytt router under pågående bak',
  ])
})

/** The URLs whose responses came with a first screen. */
const responsesIn = async (answer: Response) => Object.keys(((await answer.json()) as { responses: object }).responses)

test('a customer who opens the back office is redirected to the portal, and no staff data is sent', async ({
  page,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id } = await aCustomer(admin, 'Cykelverkstan')
  const login = await aLogin(product, 'kund@cykel.example', id)
  const apiPaths = new Set<string>()
  page.on('response', async (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname === firstScreen.path) for (const url of await responsesIn(answer)) apiPaths.add(url)
    else if (pathname.startsWith('/api/')) apiPaths.add(pathname)
  })
  await page.goto('/backoffice/customers')
  await page.getByLabel('E-post').fill(login.email)
  await page.getByLabel('Lösenord', { exact: true }).fill(login.password)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page).toHaveURL(/\/customer-portal$/)
  await expect(page.getByText('Cykelverkstan')).toBeVisible()

  for (const path of ['/backoffice', '/backoffice/time', '/bo', `/backoffice/customers/${id}`]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/customer-portal$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supportportal')
  }
  expect([...apiPaths].filter((path) => path !== '/api/me' && !path.startsWith('/api/portal/'))).toEqual([])
})

test('a login without a profile gets a message and is signed out, without a redirect loop', async ({
  page,
  product,
}) => {
  const login = await aLogin(product, 'ingen@nordlys.example')
  const visited: string[] = []
  let signIns = 0
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/token')) signIns += 1
  })
  for (const path of ['/auth', '/customer-login']) {
    visited.length = 0
    signIns = 0
    await page.goto(path)
    await page.getByLabel('E-post').fill(login.email)
    await page.getByLabel('Lösenord', { exact: true }).fill(login.password)
    await page.getByRole('button', { name: 'Logga in' }).click()
    await expect(page.getByText('Ej behörig')).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('supabase.auth.token'))).toBeNull()
    await expect(page.getByRole('button', { name: 'Logga in' })).toBeVisible()
    expect([...new Set(visited)]).toEqual([path])
    expect(visited.length, 'navigations').toBeLessThan(4)
    expect(signIns).toBe(1)
  }
})
