// 200 drawn invoice bases of a month in LibreOffice: quantity × price is the amount on every line, and their sums are the bases'.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billingDetails } from '#features/customers/billing-details.contract.ts'
import { recipients } from '#features/customers/recipients.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { cellsInLibreOffice } from '#tests/harness/libre-office.ts'
import { agreements } from '../agreements.contract.ts'
import { articles } from '../articles.contract.ts'
import { charges } from '../charges.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { month as ofMonth } from '../month.contract.ts'
import { monthFileColumns } from '../month-file.rules.ts'
import { anArticle } from '../testing/articles.ts'
import { aCharge } from '../testing/charges.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'

const BASES = 200
const month = '2026-10'

let h: Harness
let orgId: string
let admin: Person
let folder: string
const articleIds: string[] = []

beforeAll(async () => {
  ;({ h, orgId, admin } = await aCompanyWithTerms(0))
  folder = mkdtempSync(join(tmpdir(), 'stodpunkt-month-'))
  const classes = [
    { vatClass: 'standard', isElectronics: true },
    { vatClass: 'vat12', isConstruction: true },
    { vatClass: 'none', vatReason: '=utlägg; "kundens"' },
  ] as const
  for (const [at, given] of classes.entries())
    articleIds.push((await staff()(articles.create, { body: anArticle({ number: `-${at}`, ...given }) })).id)
  const work = await staff()(articles.create, { body: anArticle({ number: 'B', isConstruction: true }) })
  await staff()(articles.setOfWork, { body: { kind: 'onsite', articleId: work.id } })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await h.stop()
})

const staff = () => h.as(admin).call

const someCustomer = fc.record({
  name: fc.constantFrom('=1+1', '"Åsa" & Söner; AB', '-5 grader', '@handel', 'Vanliga AB'),
  billing: fc.constantFrom('standard', 'bygg', 'eu', 'private'),
  work: fc.array(fc.record({ minutes: fc.integer({ min: 1, max: 59 }), isOnSite: fc.boolean() }), { maxLength: 3 }),
  things: fc.array(
    fc.record({
      hundredths: fc.integer({ min: 1, max: 99_999 }),
      priceOre: fc.integer({ min: 1, max: 9_999_999 }),
      article: fc.nat(3),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  charge: fc.option(
    fc.record({
      hundredths: fc.integer({ min: 1, max: 5000 }),
      priceOre: fc.integer({ min: 1, max: 99_999 }),
      day: fc.integer({ min: 1, max: 31 }),
      hasRecipient: fc.boolean(),
    }),
  ),
})
type Drawn = typeof someCustomer extends fc.Arbitrary<infer Value> ? Value : never

const buyers = {
  bygg: { country: 'SE', vatNumber: 'SE556012579001' },
  eu: { country: 'FI', vatNumber: 'FI01120389' },
} as const

/** A customer with what is drawn in the month, whose basis is billed; gives its sum without VAT. */
async function billed({ name, billing, work, things, charge }: Drawn, at: number) {
  const { id: customerId } = await h.aCustomer({ orgId, name: `${name} ${at}` })
  const params = { id: customerId }
  if (billing === 'bygg' || billing === 'eu') {
    const { customerNumber, version } = await staff()(billingDetails.get, { params })
    await staff()(billingDetails.change, { params, body: { customerNumber, version, ...buyers[billing] } })
    const reversed = { vat: 'reverse', reverseReason: billing, isPrivate: false } as const
    await staff()(agreements.setBilling, { params, body: reversed })
  }
  if (billing === 'private')
    await staff()(agreements.setBilling, { params, body: { vat: 'standard', reverseReason: null, isPrivate: true } })
  const workDate = `${month}-20`
  for (const [hour, { minutes, isOnSite }] of work.entries()) {
    const at10 = 10 + hour
    const times = { timeFrom: `${at10}:00`, timeTo: `${at10}:${String(minutes).padStart(2, '0')}` }
    await staff()(time.create, { body: { customerId, workDate, ...times, kind: isOnSite ? 'onsite' : 'remote' } })
  }
  for (const { article, hundredths, priceOre } of things)
    await staff()(expenses.create, {
      body: {
        customerId,
        workDate,
        kind: 'material',
        article: '=sak',
        unit: 'm',
        hundredths,
        priceOre,
        articleId: articleIds[article] ?? null,
      },
    })
  if (charge) await addCharge(customerId, charge)
  await h.test.superuser.query(`update time_entries set reported = true, reported_at = now() where customer_id = $1`, [
    customerId,
  ])
  const { id } = await staff()(invoiceBases.create, { body: { customerId, month, replaces: null } })
  return staff()(invoiceBases.bill, { params: { id } })
}

async function addCharge(
  customerId: string,
  { hundredths, priceOre, day, hasRecipient }: NonNullable<Drawn['charge']>,
) {
  const params = { id: customerId }
  const others = hasRecipient ? ['Ekonomi', '-Verkstaden'] : []
  const ids: string[] = []
  for (const name of others) {
    const body = { name, address: 'Box 1\n753 20 Uppsala', reference: `=${name}`, costCentre: '410' }
    ids.push((await staff()(recipients.create, { params, body })).id)
  }
  const startsOn = `${month}-${String(day).padStart(2, '0')}`
  const body = aCharge({ hundredths, priceOre, startsOn, orderNumber: '+46 7', recipientId: ids.at(-1) ?? null })
  await staff()(charges.create, { params, body })
}

const columns = new Map(monthFileColumns.map(({ heading }, at) => [heading, at]))

test('in a spreadsheet quantity × price is the amount on every line, and the lines of a basis are its sum', async () => {
  const bases = new Map<string, { netOre: number; vatOre: number; lines: number }>()
  for (const [at, drawn] of fc.sample(someCustomer, BASES).entries()) {
    const { number, netOre, vatOre, lines } = await billed(drawn, at)
    bases.set(number ?? '', { netOre, vatOre, lines: lines.length })
  }
  const text = await (await staff()(ofMonth.csv, { query: { month } })).text()
  const path = join(folder, 'manad.csv')
  writeFileSync(path, text)
  const cells = cellsInLibreOffice(path)
  if (!cells) throw new Error('This test reads the file with LibreOffice: apt-get install libreoffice-calc')
  const [head, ...rows] = cells
  expect(head).toEqual(monthFileColumns.map(({ heading }) => heading))
  const cell = (row: string[], heading: string) => row[columns.get(heading) ?? -1] ?? ''
  // Whole öre, and hundredths of a unit.
  const hundred = (row: string[], heading: string) => {
    const value = Number(cell(row, heading))
    expect(Number.isFinite(value), `${heading} is a number in ${row.join(' | ')}`).toBe(true)
    return Math.round(value * 100)
  }
  for (const row of rows)
    expect([hundred(row, 'Antal') * hundred(row, 'À-pris'), row]).toEqual([hundred(row, 'Belopp') * 100, row])
  const byBasis = Map.groupBy(rows, (row) => cell(row, 'Underlag'))
  expect([...byBasis.keys()].toSorted()).toEqual([...bases.keys()].toSorted())
  for (const [number, ofBasis] of byBasis) {
    // VAT is rounded once for each rate of each recipient, who gets an invoice of its own.
    const rates = Map.groupBy(ofBasis, (row) => `${cell(row, 'Fakturamottagare')}|${cell(row, 'Moms %')}`)
    const sums = [...rates.values()].map((lines) => {
      const netOre = lines.reduce((sum, row) => sum + hundred(row, 'Belopp'), 0)
      const percent = Number(cell(lines[0] ?? [], 'Moms %'))
      return { netOre, vatOre: Math.sign(netOre) * Math.floor((Math.abs(netOre) * percent + 50) / 100) }
    })
    const sum = (of: (one: (typeof sums)[number]) => number) => sums.reduce((total, one) => total + of(one), 0)
    expect([
      number,
      { netOre: sum(({ netOre }) => netOre), vatOre: sum(({ vatOre }) => vatOre), lines: ofBasis.length },
    ]).toEqual([number, bases.get(number)])
  }
  // Nothing was calculated: what began as a formula is text.
  expect(rows.map((row) => cell(row, 'Kund')).filter((name) => /^[\d#]/.test(name))).toEqual([])
})
