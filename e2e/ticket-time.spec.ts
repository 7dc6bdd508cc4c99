// A technician with a phone, on the way from a visit.
import { monthOf, todayInStockholm } from '../src/shared/dates.rules.ts'
import { aCustomer, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Besöket AB' }, viewport: { width: 390, height: 844 }, hasTouch: true })

test('comments, logs an hour and a half and resolves in five taps; the entry is on every time screen', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Fjärdhundra Rör & Värme AB')
  const body = { title: 'WiFi nere i verkstaden', description: 'Inget nät sedan i morse.', customerId }
  const { id, ticketNumber } = await admin.create('/api/tickets', body)
  await admin.enter(context)
  await page.goto(`/backoffice/tickets/${id}`)

  const taps: string[] = []
  const tap = async (name: string, target: ReturnType<typeof page.getByRole>) => {
    taps.push(name)
    const box = await target.boundingBox()
    expect(box?.height, name).toBeGreaterThanOrEqual(44)
    await target.tap()
  }
  await tap('Svara', page.getByRole('button', { name: 'Svara Fjärdhundra Rör & Värme AB' }))
  await expect(page.getByRole('textbox', { name: 'Kommentar' })).toBeFocused()
  await page.keyboard.type('Vi har bytt accesspunkten.')
  await tap('Tid', page.getByRole('button', { name: 'Tid', exact: true }))
  await tap('1,5 tim', page.getByText('1,5 tim', { exact: true }))
  await tap('På plats', page.getByText('På plats', { exact: true }))
  await tap('Skicka och lös', page.getByRole('button', { name: 'Skicka och lös' }))
  expect(taps.length).toBeLessThanOrEqual(5)

  await expect(page.getByText('Tidrad sparad!')).toBeVisible()
  await page.getByRole('button', { name: `Tillbaka till #${ticketNumber}` }).tap()
  await expect(page.getByRole('log')).toContainText('Vi har bytt accesspunkten.')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('resolved')
  const { rows } = await admin.read(`/api/time?ticketId=${id}`)
  expect(rows).toHaveLength(1)
  const [row] = rows
  expect(row).toMatchObject({ kind: 'onsite', description: 'WiFi nere i verkstaden', ticket: { ticketNumber } })
  expect(row.minutes).toBe(90)
  const hours = (row.minutes / 60).toFixed(2).replace('.', ',')

  await test.step('on the ticket, with a link to Tidrapport', async () => {
    await page.getByText(`Fjärdhundra Rör & Värme AB · 018-12 34 56 · ${hours} tim`).tap()
    await page.getByRole('link', { name: `${hours} tim` }).tap()
    await expect(page).toHaveURL(new RegExp(`/backoffice/time\\?ticketId=${id}`))
    const listed = page.getByRole('row', { name: /WiFi nere i verkstaden/ })
    await expect(listed).toContainText(hours)
    await expect(listed).toContainText('På plats')
    await expect(listed.getByRole('link', { name: `#${ticketNumber} WiFi nere i verkstaden` })).toBeVisible()
  })

  await test.step('on the customer’s page', async () => {
    await page.goto(`/backoffice/customers/${customerId}/time`)
    await expect(page.getByRole('link', { name: `#${ticketNumber} WiFi nere i verkstaden` })).toBeVisible()
    await expect(page.getByText(hours).first()).toBeVisible()
  })

  await test.step('in the report of the month and on its printed page', async () => {
    const month = monthOf(row.workDate)
    const period = { from: `${month}-01`, to: row.workDate > todayInStockholm() ? row.workDate : todayInStockholm() }
    const report = await admin.create('/api/reports', { customerId: '', ...period })
    await page.goto(`/backoffice/reports?report=${report.id}`)
    const text = `#${ticketNumber} WiFi nere i verkstaden`
    await expect(page.getByRole('table', { name: 'Rapportens tidrader' })).toContainText(text)
    await page.goto(`/backoffice/reports/${report.id}/print`)
    await expect(page.getByRole('cell', { name: text })).toBeVisible()
  })
})

test('a second comment within the same half hour shows where its time is placed, without overlap', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Överlappet AB')
  await admin.enter(context)
  const answer = async (title: string, asked: { from: string; to: string }) => {
    const { id } = await admin.create('/api/tickets', { title, description: 'Sedan i morse.', customerId })
    await page.goto(`/backoffice/tickets/${id}`)
    await page.getByRole('button', { name: 'Svara Överlappet AB' }).tap()
    await page.getByRole('textbox', { name: 'Kommentar' }).fill('Klart.')
    await page.getByRole('button', { name: 'Tid', exact: true }).tap()
    await page.getByText('30 min', { exact: true }).tap()
    const placed = page.getByRole('status', { name: 'När tiden läggs' })
    const from = page.getByRole('textbox', { name: 'Från' })
    await expect(placed.or(from).first()).toBeVisible()
    // Outside opening hours the server proposes nothing, and from and to are required.
    const isAsked = await from.isVisible()
    const shown = isAsked ? 'redan tid' : await placed.textContent()
    if (isAsked) {
      await from.fill(asked.from)
      await page.getByRole('textbox', { name: 'Till' }).fill(asked.to)
    }
    await page.getByRole('button', { name: 'Skicka', exact: true }).tap()
    await expect(page.getByText('Tidrad sparad!')).toBeVisible()
    const { rows } = await admin.read(`/api/time?ticketId=${id}`)
    expect(rows).toHaveLength(1)
    return { shown, row: rows[0] }
  }
  const first = await answer('Växeln är tyst', { from: '00:01', to: '00:02' })
  const second = await answer('Larmet tjuter', { from: '00:03', to: '00:04' })
  expect(second.shown).toContain('redan tid')
  const [a, b] = [first.row, second.row]
  const areApart = a.workDate !== b.workDate || a.timeTo <= b.timeFrom || b.timeTo <= a.timeFrom
  expect(!a.isPlaced || !b.isPlaced || areApart, `${first.shown} / ${second.shown}`).toBe(true)
})
