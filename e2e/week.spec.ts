// A whole week of twelve entries, typed by keyboard only.
import type { Locator, Page } from '@playwright/test'
import { addDays, mondayOf, todayInStockholm } from '../src/shared/dates.rules.ts'
import { aCustomer, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Veckan AB' } })

/** Last week, so that none of its days is in the future. */
const monday = addDays(mondayOf(todayInStockholm()), -7)
const customers = ['Åkermans El AB', 'Bergs Bageri', 'Fjärdhundra Rör AB'] as const
/** By customer, the input from Monday to Friday, and its minutes. */
const typed = {
  'Bergs Bageri': [
    ['1,5', 90],
    ['1:30', 90],
    ['90m', 90],
    ['2', 120],
  ],
  'Fjärdhundra Rör AB': [
    ['0,25', 15],
    ['4', 240],
    ['1.75', 105],
    ['3 h', 180],
  ],
  'Åkermans El AB': [
    ['45 min', 45],
    ['2:15', 135],
    ['1h30', 90],
    ['6', 360],
  ],
} as const

const fieldsOf = (page: Page, customer: string) => page.getByRole('row', { name: customer }).getByRole('textbox')

const customerField = (page: Page) =>
  page.getByRole('form', { name: 'Ny rad i veckan' }).getByRole('combobox', { name: 'Kund' })

const isFocused = (target: Locator) => () => target.evaluate((element) => element === document.activeElement)

async function pressUntil(page: Page, key: string, isThere: () => Promise<boolean>) {
  while (!(await isThere())) await page.keyboard.press(key)
}

async function addLine(page: Page, customer: string) {
  const field = customerField(page)
  await expect(field).toBeFocused()
  await page.keyboard.type(customer)
  // Tab chooses the highlighted suggestion; none is highlighted before the suggestions for the whole text have loaded.
  await expect(field).toHaveAttribute('aria-activedescendant', /./)
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('form', { name: 'Ny rad i veckan' }).getByRole('combobox', { name: 'Ärende' }),
  ).toBeFocused()
  await pressUntil(page, 'Tab', isFocused(page.getByRole('button', { name: 'Lägg till rad' })))
  await page.keyboard.press('Enter')
  await expect(fieldsOf(page, customer)).toHaveCount(7)
}

test('a week of twelve entries is typed by keyboard only, and is in Tidrapport and the next week', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  for (const name of customers) await aCustomer(admin, name)
  await admin.enter(context)
  await page.goto(`/backoffice/time/week?date=${monday}`)
  await expect(page.getByText('Ingen tid den här veckan')).toBeVisible()
  await test.step('the lines', async () => {
    await pressUntil(page, 'Tab', isFocused(customerField(page)))
    for (const name of customers) await addLine(page, name)
  })

  await test.step('the cells: down a day, then the next', async () => {
    const [first] = Object.keys(typed)
    const lines = Object.values(typed)
    for (const day of [0, 1, 2, 3]) {
      await pressUntil(page, 'Shift+Tab', isFocused(fieldsOf(page, first!).nth(day)))
      for (const [index, cells] of lines.entries()) {
        await page.keyboard.type(cells[day]![0])
        await page.keyboard.press('Enter')
        if (index + 1 < lines.length)
          await expect(fieldsOf(page, Object.keys(typed)[index + 1]!).nth(day)).toBeFocused()
      }
      // From the last line the focus continues to the form for lines, from which the next day is reached.
      await pressUntil(
        page,
        'Tab',
        isFocused(page.getByRole('form', { name: 'Ny rad i veckan' }).getByRole('combobox', { name: 'Kund' })),
      )
    }
  })

  await test.step('twelve entries, one after the other each day, without given times', async () => {
    await expect.poll(async () => (await admin.read(`/api/time/week?date=${monday}`)).rows.length).toBe(12)
    const { rows } = await admin.read(`/api/time/week?date=${monday}`)
    for (const [name, cells] of Object.entries(typed))
      for (const [day, [, minutes]] of cells.entries())
        expect(rows).toContainEqual(
          expect.objectContaining({
            workDate: addDays(monday, day),
            minutes,
            isPlaced: false,
            customer: expect.objectContaining({ name }),
          }),
        )
    const ofMonday = rows.filter(({ workDate }: { workDate: string }) => workDate === monday)
    expect(ofMonday.map(({ timeFrom }: { timeFrom: string }) => timeFrom)).toEqual(['08:00', '09:30', '09:45'])
    await expect(page.getByRole('row', { name: /^Summa/ })).toContainText('26')
  })

  await test.step('in Tidrapport, where the times are marked as not given', async () => {
    await page.goto('/backoffice/time?who=me')
    await expect(page.getByRole('row', { name: /Summa/ })).toContainText('12 tidrader')
    await expect(page.getByText('Klockslag ej angivet').first()).toBeAttached()
  })

  await test.step('the next week begins with the same lines', async () => {
    await page.goto(`/backoffice/time/week?date=${addDays(monday, 7)}`)
    await page.getByRole('button', { name: 'Kopiera förra veckan' }).press('Enter')
    for (const name of customers) await expect(fieldsOf(page, name)).toHaveCount(7)
    expect((await admin.read(`/api/time/week?date=${addDays(monday, 7)}`)).rows).toEqual([])
  })
})
