// Inkorg is worked through as tickets are: a file goes with the answer, which completes the enquiry and opens the next.
import { inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test('a file goes with the answer, Svara och klar opens the next one, and the file follows to the ticket', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const send = async (name: string, minutes: number) => {
    const [{ id }] = await inDatabase(
      product,
      `insert into enquiries (org_id, id, kind, name, email, message, created_at)
       select org_id, gen_random_uuid(), 'contact', $1, 'vera@kund.example', 'Vi behöver hjälp.', now() - $2 * interval '1 minute'
       from profiles where org_id is not null limit 1 returning id`,
      [name, minutes],
    )
    return String(id)
  }
  const first = await send('Viola Vik', 1)
  await send('Olle Ok', 2)
  await admin.enter(context)
  await page.goto('/backoffice/inbox')
  await page.getByRole('link', { name: /Viola Vik/ }).click()
  const field = page.getByRole('textbox', { name: 'Svar', exact: true })
  await expect(field).toBeVisible()
  await page.keyboard.press('a')
  await expect(field).toBeFocused()
  await page.keyboard.type('Här är offerten.')
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['rad 1'], 'offert.txt', { type: 'text/plain' }))
    const details = { dataTransfer, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new DragEvent('dragover', details))
    document.body.dispatchEvent(new DragEvent('drop', details))
  })
  await expect(page.getByRole('list', { name: 'Filer som skickas med' }).getByText(/^5.byte$/)).toBeVisible()
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Olle Ok' })).toBeVisible()
  await page.getByRole('button', { name: 'Tillbaka till Viola Vik' }).click()
  const log = page.getByRole('log', { name: 'Konversation' })
  await expect(log.getByText('Här är offerten.')).toBeVisible()
  await expect(log.getByText('offert.txt')).toBeVisible()
  const { doneAt, replies } = await admin.read(`/api/enquiries/${first}`)
  expect(doneAt).not.toBeNull()
  expect(replies).toMatchObject([{ files: [{ name: 'offert.txt' }] }])

  const ticket = { title: 'Offert', description: 'Vi behöver hjälp.', newCustomer: { name: 'Viks AB' } }
  const made = await admin.create(`/api/enquiries/${first}/ticket`, ticket)
  await page.goto(`/backoffice/tickets/${made.id}`)
  await expect(page.getByText('offert.txt')).toBeVisible()
})
