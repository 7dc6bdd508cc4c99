// An invoice basis on paper: opened from the screen, A4, with work, travel and material.
import type { Page } from '@playwright/test'
import { aTerms } from '#features/billing/testing/terms.ts'
import { aCustomer, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Underlagets AB' } })

const terms = aTerms({ name: 'Löpande timpris', remoteOre: 95_000, onsiteOre: 110_000, afterHoursOre: 190_000 })
const MM_PER_POINT = 25.4 / 72
/** The size of each page, in millimetres. */
const sizesOf = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(([, width, height]) =>
    [width, height].map((points) => Math.round(Number(points) * MM_PER_POINT)),
  )
const cellsOf = async (page: Page, name: RegExp) =>
  (await page.getByRole('row', { name }).locator('th, td').allTextContents()).map((text) =>
    text.replaceAll('\u00a0', ' '),
  )

test('a basis is printed on A4 with its lines and rows; travel and material have no hours', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Fjärdhundra Rör & Värme AB')
  const { id: termsId } = await admin.create('/api/terms', terms)
  await admin.change('/api/default-terms', { validFrom: '2026-01-01', termsId })
  for (let day = 1; day <= 28; day++)
    await admin.create('/api/time', {
      customerId,
      workDate: `2026-10-${String(day).padStart(2, '0')}`,
      timeFrom: '10:00',
      timeTo: '11:00',
      description: 'Felsökt och mätt om hela vägen från stativet till arbetsplatserna på båda våningarna',
    })
  await admin.create('/api/expenses', {
    customerId,
    workDate: '2026-10-20',
    kind: 'travel',
    article: 'Resa',
    hundredths: 4850,
    unit: 'km',
    priceOre: 2500,
    description: 'Tur och retur',
  })
  const { id } = await admin.create('/api/invoice-bases', { customerId, month: '2026-10', replaces: null })
  await admin.enter(context)
  // The system's print dialog would block the test.
  await context.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await page.goto(`/backoffice/invoice-bases/${id}`)
  await expect.poll(() => page.getByTitle(/^Resa, 48,5/).innerText()).toBe('Resa, 48,5\u00a0km\nTur och retur')
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Skriv ut' }).click()
  const paper = await opened
  await expect(paper.locator('html[data-printed]')).toBeAttached()
  // 28 days of work, a journey, the headings and the sum.
  await expect(paper.getByRole('table', { name: 'Poster' }).getByRole('row')).toHaveCount(28 + 1 + 2)
  expect(await cellsOf(paper, /^2026-10-20 - /)).toEqual([
    '2026-10-20',
    '-',
    'admin',
    'Resa, 48,5 km\nTur och retur',
    '-',
    '-',
    '3',
  ])
  expect(await cellsOf(paper, /^1 Arbete fjärr/)).toEqual([
    ...['1', 'Arbete fjärr', '20,00 tim', '950,00 kr', '25 %', '19 000,00 kr'],
  ])
  const sizes = sizesOf(await paper.pdf({ preferCSSPageSize: true }))
  expect(sizes.length).toBeGreaterThan(1)
  expect(new Set(sizes.map(String))).toEqual(new Set(['210,297']))
})
