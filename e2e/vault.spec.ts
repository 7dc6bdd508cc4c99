// Technical information of a customer is readable on staff's screen and nowhere else.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aCustomer, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Valvet AB', LOG_LEVEL: 'debug' } })

const CANARY = 'kanarie-7Q2x-hemligheten'

/** The bytes of every readable file below a folder, in which a running database creates and deletes files meanwhile. */
function* filesBelow(folder: string): Generator<Buffer> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) {
      try {
        yield readFileSync(path)
      } catch {
        // Deleted meanwhile.
      }
    }
  }
}

test('A-81, A-91: no file, log, table or bundle contains the technical information or its key', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id } = await aCustomer(admin, 'Åkermans El AB')
  await admin.enter(context)
  await page.goto(`/backoffice/customers/${id}/credentials`)
  const field = page.getByLabel(/Inloggningar, nätverk/)
  await field.fill(`Router: admin / ${CANARY}`)
  await page.getByRole('button', { name: 'Spara' }).click()
  await expect(page.getByText('Information sparad och krypterad!')).toBeVisible()

  await page.reload()
  await expect(field).toHaveCount(0)
  expect(await page.content()).not.toContain(CANARY)
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(field).toHaveValue(`Router: admin / ${CANARY}`)
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(CANARY)

  await inDatabase(product, 'checkpoint', [])
  const { vaultKeys } = JSON.parse(readFileSync(join(product.dataDir, 'secrets.json'), 'utf8'))
  const key: string = vaultKeys[0].key
  const traces = [CANARY, key, Buffer.from(key, 'base64url').toString('latin1')]
  const holds = (bytes: Buffer) => traces.some((trace) => bytes.includes(trace, 0, 'latin1'))
  const files = [...filesBelow(join(product.dataDir, 'postgres'))]
  expect(files.filter(holds)).toHaveLength(0)
  // Other data is found, so the search would also find the secret.
  expect(files.some((bytes) => bytes.includes('info@kund.example'))).toBe(true)
  for (const bytes of filesBelow(join(import.meta.dirname, '../dist'))) expect(holds(bytes)).toBe(false)
  expect(holds(Buffer.from(product.output(), 'latin1'))).toBe(false)
})
