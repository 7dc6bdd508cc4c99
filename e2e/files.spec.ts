// A picture is pasted into a comment, and the customer sees and saves it.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { aPng } from '../src/features/files/testing/sample-pictures.ts'
import { aCustomer, aLogin, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Bilderna AB' } })

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Pastes a picture as a browser does after a screenshot, or with its name as text, as after copying it in a file
 * manager.
 */
const paste = (page: Page, picture: Buffer, { name = 'image.png', text = '' } = {}) =>
  page.getByRole('textbox', { name: 'Kommentar' }).evaluate(
    (field, pasted) => {
      const bytes = Uint8Array.from(atob(pasted.base64), (char) => char.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], pasted.name, { type: 'image/png' }))
      if (pasted.text) clipboardData.setData('text/plain', pasted.text)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { base64: picture.toString('base64'), name, text },
  )

const drop = (page: Page, name: string, text: string) =>
  page.evaluate(
    ([fileName, content]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([String(content)], String(fileName), { type: 'text/plain' }))
      const details = { dataTransfer, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new DragEvent('dragover', details))
      document.body.dispatchEvent(new DragEvent('drop', details))
    },
    [name, text],
  )

async function aTicket(admin: SignedIn, customer: string) {
  const { id: customerId } = await aCustomer(admin, customer)
  const body = { title: 'Skrivaren visar fel', description: 'Displayen blinkar.', customerId }
  const { id } = await admin.create('/api/tickets', body)
  return { customerId, id: String(id) }
}

test('a screenshot pasted into a comment is seen and saved by the customer, unchanged', async ({
  page,
  context,
  product,
  anotherBrowser,
  complaints,
}) => {
  complaints.expect(/ERR_CONNECTION_RESET/)
  const admin = await signedIn(product, product.admin)
  const { customerId, id } = await aTicket(admin, 'Bagarn AB')
  const picture = await aPng(640, 400)
  await admin.enter(context)
  await page.goto(`/backoffice/tickets/${id}`)

  const waiting = page.getByRole('list', { name: 'Filer som skickas med' })
  await test.step('the picture is pasted; a log is dropped, sent again after a lost connection, and removed', async () => {
    await page.getByRole('textbox', { name: 'Kommentar' }).fill('Så här ska det se ut.')
    // Cells of a spreadsheet also come with a picture, but are pasted as text.
    await paste(page, picture, { text: 'Namn\tOrt' })
    await expect(waiting).toHaveCount(0)
    await paste(page, picture, { name: 'fel.png', text: 'fel.png' })
    await expect(waiting.getByText('fel.png')).toBeVisible()
    await waiting.getByRole('button', { name: 'Ta bort fel.png' }).click()
    await paste(page, picture)
    await expect(waiting.getByText(/^Skärmbild .*\.png$/)).toBeVisible()
    // The connection breaks while the log is sent: it is sent again, and the text remains.
    await page.route('**/api/files?*', (route) => route.abort('connectionreset'), { times: 1 })
    await drop(page, 'logg.txt', 'rad 1')
    await expect(waiting.getByRole('alert')).toBeVisible()
    await waiting.getByRole('button', { name: 'Försök igen med logg.txt' }).click()
    await expect(waiting.getByText(/^5.byte$/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Kommentar' })).toHaveValue('Så här ska det se ut.')
    await waiting.getByRole('button', { name: 'Ta bort logg.txt' }).click()
    await expect(waiting.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Skicka', exact: true }).click()
    const shown = page.getByRole('log').getByRole('img', { name: /^Skärmbild/ })
    await expect(shown).toHaveJSProperty('naturalWidth', 640)
    await expect(waiting).toHaveCount(0)
  })

  await test.step('the customer sees it as a picture and saves it', async () => {
    const outside = await anotherBrowser()
    const login = await aLogin(product, 'ida@bagarn.example', customerId)
    await (await signedIn(product, login)).enter(outside)
    const portal = await outside.newPage()
    await portal.goto(`/customer-portal/tickets/${id}`)
    await expect(portal.getByRole('img', { name: /^Skärmbild/ })).toHaveJSProperty('naturalWidth', 640)
    await portal.getByRole('button', { name: /^Visa Skärmbild/ }).click()
    const saved = portal.waitForEvent('download')
    await portal.getByRole('dialog').getByRole('button', { name: 'Spara' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toMatch(/^Skärmbild \d{4}-\d\d-\d\d \d\d\.\d\d\.png$/)
    expect(sha256(await readFile(await download.path()))).toBe(sha256(picture))
  })
})

test('A-367: the customer cannot reach the file of an internal comment at any address', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { customerId, id } = await aTicket(admin, 'Kvarnen AB')
  await admin.enter(context)
  await page.goto(`/backoffice/tickets/${id}`)
  await page.getByText('Intern kommentar (syns ej för kund)').click()
  await page.getByRole('textbox', { name: 'Kommentar' }).fill('Bara för oss.')
  await paste(page, await aPng(320, 200))
  await page.getByRole('button', { name: 'Spara internt' }).click()
  await expect(page.getByRole('log').getByRole('img', { name: /^Skärmbild/ })).toBeVisible()
  const { thread } = await admin.read(`/api/tickets/${id}/screen`)
  const [file] = thread.flatMap((entry: { files?: { id: string; name: string }[] }) => entry.files ?? [])

  const login = await aLogin(product, 'olle@kvarnen.example', customerId)
  const session = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  const { access_token: token } = (await session.json()) as { access_token: string }
  const ask = (path: string, headers: Record<string, string>) => fetch(`${product.url}${path}`, { headers })
  const addresses = [`/api/files/${file.id}`, `/api/files/${file.id}/preview`]
  for (const address of addresses) {
    expect((await ask(address, { authorization: `Bearer ${token}` })).status, address).toBe(404)
    expect((await ask(`${address}?access_token=${token}`, {})).status, address).toBe(401)
  }
  for (const address of [`/media/${file.id}/original`, `/media/${file.id}/320.webp`])
    expect((await ask(address, {})).status, address).toBe(404)
  const response = await ask(`/api/portal/tickets/${id}/thread`, { authorization: `Bearer ${token}` })
  expect(response.status).toBe(200)
  expect(await response.text()).not.toContain(file.name)
})

test('a picture of any proportions fits its frame', async ({ page, context, product }) => {
  const admin = await signedIn(product, product.admin)
  const { id } = await aTicket(admin, 'Höjden AB')
  const fileIds = [
    await admin.upload('hög.png', await aPng(200, 1600)),
    await admin.upload('bred.png', await aPng(1600, 200)),
  ]
  await admin.create(`/api/tickets/${id}/comments`, { comment: 'Se bilderna.', isInternal: false, fileIds })
  await admin.enter(context)
  await page.goto(`/backoffice/tickets/${id}`)
  for (const name of ['hög.png', 'bred.png']) {
    const frame = page.getByRole('button', { name: `Visa ${name}` })
    await expect(frame.getByRole('img')).toBeVisible()
    const [outer, inner] = [await frame.boundingBox(), await frame.getByRole('img').boundingBox()]
    expect(inner?.height, name).toBeLessThanOrEqual(outer?.height ?? 0)
    expect(inner?.width, name).toBeLessThanOrEqual(outer?.width ?? 0)
  }
})
