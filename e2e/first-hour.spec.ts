// The first hour of a company, by what the screens say: from an empty start to a customer's mail that is answered.
import { spawnSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { PASSWORD as MAILBOX_PASSWORD, startDovecot, whyNoDovecot } from '../src/features/inbox/testing/dovecot.ts'
import { aMailServer } from '../src/platform/mail/testing/mail-server.ts'
import type { Product } from '../tools/support/product.ts'
import { expect, test } from './fixtures/product.ts'

const SENDER = 'support@kajen-it.example'
const ADMIN = 'anna@kajen-it.example'
const PASSWORD = 'gröna lyktor'
const MAIL = [
  'Authentication-Results: mx.kajen-it.example; dmarc=pass header.from=kund.example; spf=pass smtp.mailfrom=kund.example',
  'From: Kim Kund <kim@kund.example>',
  `To: ${SENDER}`,
  'Subject: Skrivaren svarar inte',
  `Date: ${new Date().toUTCString()}`,
  'Message-ID: <1@kund.example>',
  '',
  'Den blinkar rött sedan i morse.',
  '',
].join('\r\n')

test.use({
  settings: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', ORG_NAME: 'Kajen IT AB', ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
})
test.skip(whyNoDovecot !== undefined, whyNoDovecot ?? '')

/** The link printed by `npm run login:link`, to which the output of the start refers. */
function firstLink({ dataDir, url }: Product): string {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, APP_URL: url }
  const { stdout } = spawnSync(process.execPath, ['bin/login-link.ts'], { env, encoding: 'utf8' })
  return /http:\S+#token=[\w-]{43}&type=first_admin/.exec(stdout)?.[0] ?? ''
}

const checklist = (page: Page, done: number) =>
  expect(page.getByRole('heading', { level: 2, name: `Kom igång: ${done} av 9 klara` })).toBeVisible()
const toDashboard = (page: Page) => page.getByRole('link', { name: 'Dashboard', exact: true }).click()

async function createAdmin(page: Page, product: Product) {
  await page.goto(firstLink(product))
  await page.getByLabel('Namn').fill('Anna Berg')
  await page.getByLabel('E-post').fill(ADMIN)
  await page.getByLabel('Lösenord', { exact: true }).fill('sommar vid kajen 17')
  await page.getByRole('button', { name: 'Kom igång' }).click()
  await checklist(page, 0)
}

async function enterCompany(page: Page) {
  await page.getByRole('link', { name: /^Företaget/ }).click()
  await page.getByLabel('Organisationsnummer').fill('556703-7485')
  await page.getByRole('button', { name: 'Spara företaget' }).click()
  await expect(page.getByText('Inställningar sparade!')).toBeVisible()
  await toDashboard(page)
  await checklist(page, 1)
}

async function enterMailServer(page: Page, { port, mails }: { port: number; mails: { to: string[] }[] }) {
  await page.getByRole('link', { name: /^E-post ut/ }).click()
  const form = page.getByRole('form', { name: 'E-postserver' })
  const password = form.getByLabel('Lösenord', { exact: true })
  await form.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await form.getByLabel('Port', { exact: true }).fill(String(port))
  await form.getByLabel('Kryptering', { exact: true }).selectOption({ label: 'Ingen (bara den här datorn)' })
  await form.getByLabel('Användarnamn', { exact: true }).fill('support')
  await form.getByLabel('Avsändarens adress', { exact: true }).fill(SENDER)
  await password.fill('fel lösenord')
  await page.getByRole('button', { name: 'Spara e-postservern' }).click()
  await expect(form.getByText(/Servern godtog inte användarnamnet eller lösenordet \(kod 535\)/)).toBeVisible()
  await expect(password).toHaveValue('fel lösenord')
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Skicka ett provmejl till mig' }).click()
  await expect(page.getByText('Provmejlet är skickat')).toBeVisible()
  expect(mails.map(({ to }) => to)).toEqual([[ADMIN]])
  // Not by the toast: that of the company may still be shown.
  const saved = page.waitForResponse((response) => response.ok() && response.url().endsWith('/mail-server'))
  await page.getByRole('button', { name: 'Spara e-postservern' }).click()
  await saved
  await toDashboard(page)
  await checklist(page, 2)
}

async function addMailbox(page: Page, port: number) {
  await page.getByRole('link', { name: /^Brevlåda/ }).click()
  await page.getByRole('button', { name: 'Ny brevlåda' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Adress', { exact: true }).fill(SENDER)
  await dialog.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await dialog.getByLabel('Användarnamn', { exact: true }).fill('support')
  await dialog.getByLabel('Port', { exact: true }).fill(String(port))
  await dialog.getByLabel('Kryptering', { exact: true }).selectOption({ label: 'Ingen (bara den här datorn)' })
  await dialog.getByLabel('Lösenord', { exact: true }).fill(MAILBOX_PASSWORD)
  await dialog.getByLabel('Serverns namn i Authentication-Results', { exact: true }).fill('mx.kajen-it.example')
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(page.getByText('Brevlådan är tillagd')).toBeVisible()
  await expect(page.getByText('Läses', { exact: true })).toBeVisible()
}

test('from an empty start to the first ticket by mail, answered', async ({ page, product, complaints }) => {
  complaints.expect(/status of 422/)
  const server = await aMailServer({
    takesPassword: (user, password) => user === 'support' && password === PASSWORD,
    sender: SENDER,
  })
  const dovecot = await startDovecot()
  try {
    await createAdmin(page, product)
    await enterCompany(page)
    await enterMailServer(page, server)
    await addMailbox(page, dovecot.port)
    const client = await dovecot.client()
    await client.append('INBOX', MAIL)
    await client.logout()

    await page.getByRole('link', { name: /^Inkorg/ }).click()
    await page.getByRole('link', { name: /Kim Kund/ }).click()
    await page.getByRole('link', { name: 'Skapa ärende' }).click()
    await page.getByRole('radio', { name: 'En ny kund' }).check()
    await page.getByRole('button', { name: 'Skapa ärende' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Skrivaren svarar inte' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Kommentar' }).fill('Dra ur sladden i en minut, så startar den om.')
    await page.getByRole('button', { name: 'Skicka', exact: true }).click()
    await expect.poll(() => server.mails.flatMap(({ to }) => to)).toContain('kim@kund.example')
    const answer = server.mails.findLast(({ to }) => to.includes('kim@kund.example'))
    expect(answer?.from).toBe(SENDER)
    expect(answer?.text).toContain('Dra ur sladden i en minut')
    await toDashboard(page)
    await checklist(page, 4)
  } finally {
    await server.stop()
    await dovecot.remove()
  }
})
