// The list of tickets with keyboard and mouse in turns.
import { aCustomer, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Listan AB' }, viewport: { width: 1280, height: 900 } })

test('a checkbox takes its first press although the row with the keyboard’s focus shows its texts whole', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Samfällighetsföreningen Norra Fjärdhundraland')
  for (let number = 1; number <= 6; number++)
    await admin.create('/api/tickets', {
      title: `Återställa den borttagna mappen med föreningens alla protokoll sedan starten, del ${number}`,
      description: 'Den är borta.',
      customerId,
    })
  await admin.enter(context)
  await page.goto('/backoffice/tickets')
  await expect(page.getByRole('row')).toHaveCount(7)
  for (const key of ['j', 'j', 'j']) await page.keyboard.press(key)
  for (const number of [5, 1, 6]) {
    const checkbox = page.getByRole('row', { name: `del ${number}` }).getByRole('checkbox')
    const box = await checkbox.boundingBox()
    await page.mouse.move(box!.x + box!.width / 2, box!.y + box!.height / 2)
    await page.mouse.down()
    await page.mouse.up()
    await expect(checkbox).toBeChecked()
    await page.keyboard.press('j')
  }
  await expect(page.getByText('3 valda')).toBeVisible()
})
