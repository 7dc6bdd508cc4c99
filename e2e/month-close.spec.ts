// The month-end workflow of staff, from the time entries of two customers to the archive and back.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { csvLine } from '../src/shared/csv.rules.ts'
import { cellsInLibreOffice } from '../tests/harness/libre-office.ts'
import { aCustomer, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Månadsbokslutet AB' } })

const rows = [
  {
    customer: '=1+1',
    workDate: '2026-10-01',
    timeFrom: '08:00',
    timeTo: '10:30',
    description: 'Bytt switch; "snabbt"',
  },
  {
    customer: '=1+1',
    workDate: '2026-10-15',
    timeFrom: '22:00',
    timeTo: '01:15',
    description: '-2 grader i serverrummet',
  },
  {
    customer: 'Åkermans El AB',
    workDate: '2026-10-31',
    timeFrom: '09:00',
    timeTo: '09:20',
    description: 'Återställt\nlösenord',
  },
]

const generate = async (page: Page, count: number) => {
  await page.getByRole('button', { name: 'Generera rapport' }).click()
  await expect(page.getByText(`Rapport genererad: ${count} poster`)).toBeVisible()
}

test('a month is closed: report, file, print, archive, and an entry is re-activated', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const ids = new Map<string, string>()
  for (const name of ['=1+1', 'Åkermans El AB']) ids.set(name, (await aCustomer(admin, name)).id)
  const log = (row: (typeof rows)[number]) => {
    const { customer, ...entry } = row
    return admin.create('/api/time', { ...entry, customerId: ids.get(customer), notes: 'Bara för oss' })
  }
  for (const row of rows) await log(row)
  await admin.enter(context)

  await test.step('the report', async () => {
    await page.goto('/backoffice/reports')
    await page.getByRole('textbox', { name: 'Från' }).fill('20261001')
    await page.getByRole('textbox', { name: 'Till' }).fill('20261031')
    await generate(page, 3)
    await expect(page.getByRole('row', { name: /Åkermans El AB.*0,33/ }).first()).toBeVisible()
    await expect(page.getByText('6,08').first()).toBeVisible()
  })

  await test.step('the file has the same rows, also in a spreadsheet', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportera CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('tidrapport_2026-10-01_2026-10-31.csv')
    await expect(page.getByText('CSV-fil exporterad')).toBeVisible()
    const path = join(test.info().outputDir, file.suggestedFilename())
    await file.saveAs(path)
    const text = readFileSync(path, 'utf8')
    expect(text).toBe(
      `\uFEFF${[
        ['Datum', 'Kund', 'Tekniker', 'Från', 'Till', 'Timmar', 'Beskrivning'],
        ['2026-10-01', '=1+1', 'admin', '08:00', '10:30', '2,50', rows[0]?.description ?? ''],
        ['2026-10-15', '=1+1', 'admin', '22:00', '01:15', '3,25', rows[1]?.description ?? ''],
        ['2026-10-31', 'Åkermans El AB', 'admin', '09:00', '09:20', '0,33', rows[2]?.description ?? ''],
      ]
        .map(csvLine)
        .join('')}`,
    )
    expect(text).not.toContain('Bara för oss')
    const cells = cellsInLibreOffice(path)
    if (cells) {
      // A Swedish spreadsheet recognizes times and decimal hours, and reads every text as text.
      const rendered = cells.map((line) => line.map((cell) => cell.replace(/^(\d\d:\d\d):00$/, '$1')))
      expect(rendered[1]?.slice(0, 5)).toEqual(['2026-10-01', "'=1+1", 'admin', '08:00', '10:30'])
      expect(Number(rendered[1]?.[5]?.replace(',', '.'))).toBe(2.5)
      expect(rendered[2]?.[6]).toBe("'-2 grader i serverrummet")
      expect(cells.flat().filter((cell) => cell === '2')).toEqual([])
    }
  })

  await test.step('the print view opens in a new window', async () => {
    // The system's print dialog would block the test.
    await context.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '')
    })
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Exportera PDF' }).click()
    const paper = await opened
    await expect(paper.locator('html[data-printed]')).toBeAttached()
    await expect(paper.getByRole('cell', { name: '=1+1' }).first()).toBeVisible()
    expect(await paper.evaluate(() => window.opener)).toBeNull()
    await paper.pdf({ path: join(test.info().outputDir, 'rapport.pdf'), preferCSSPageSize: true })
    await paper.close()
  })

  await test.step('a row added after the report stays active', async () => {
    await log({
      customer: 'Åkermans El AB',
      workDate: '2026-10-30',
      timeFrom: '13:00',
      timeTo: '14:00',
      description: 'Kom emellan',
    })
    await page.getByRole('button', { name: 'Markera rapporterade' }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Markera rapporterade' })
      .click()
    await expect(page.getByText('3 tidrader markerade som rapporterade')).toBeVisible()
    await page.goto('/backoffice/time')
    await expect(page.getByRole('row', { name: /Kom emellan/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Summa/ })).toContainText('1 tidrad')
  })

  await test.step('the rows are in the archive, and one is re-activated', async () => {
    await page.goto('/backoffice/archive')
    await expect(page.getByRole('row', { name: /Summa/ })).toContainText('6,08')
    await page
      .getByRole('row', { name: /Återställt/ })
      .getByRole('button', { name: /Återaktivera/ })
      .click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Återaktivera' })
      .click()
    await expect(page.getByText('Tidrad återaktiverad')).toBeVisible()
    await expect(page.getByRole('row', { name: /Summa/ })).toContainText('5,75')
    await page.goto('/backoffice/time')
    const row = page.getByRole('row', { name: /Återställt/ })
    await row.getByRole('button', { name: 'Ändra rad' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ändra tidrad' })
    await dialog.getByLabel('Till').fill('0930')
    await dialog.getByRole('button', { name: 'Spara' }).click()
    await expect(page.getByText('Tidrad uppdaterad!')).toBeVisible()
    await expect(row).toContainText('0,50')
  })
})
