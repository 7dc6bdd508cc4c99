// Invoice bases from before articles, charges and checks: an upgrade changes nothing of them, and makes and prices nothing anew.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { bringUp } from '#platform/database/bring-up.ts'
import type { TestDatabase } from '#platform/database/testing/database.ts'
import { aDatabaseBefore, copyRows } from '#platform/database/testing/released-database.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { month as monthContract } from '../month.contract.ts'
import { prepaidHours } from '../prepaid-hours.contract.ts'
import { aCompanyWithTerms, anApprover } from '../testing/invoice-bases.ts'
import { aTerms } from '../testing/terms.ts'

/** The first migration of the step that brought these. */
const FIRST = '0048-articles.sql'
const tables = [
  'invoice_bases',
  'invoice_basis_lines',
  'invoice_basis_rows',
  'invoice_basis_questions',
  'drawdowns',
].concat('invoice_basis_numbers', 'ended_approvals', 'prepaid_hours', 'agreements', 'terms', 'time_entries', 'expenses')

type Customer = { id: string; orgId: string }
type Rows = Record<string, object[]>
let old: Harness
let h: Harness
let t: TestDatabase
let admin: Person
let approver: Person
let agreed: Customer
let plain: Customer
/** By state and month: 'billed 2026-06'. */
const ids = new Map<string, string>()
let before: Rows
let filesBefore: string[]
let pagesBefore: object[]

const asAdmin = (on: Harness) => on.as(admin).call
const idOf = (name: string) => ids.get(name) ?? ''
async function work(of: Customer, workDate: string, given: object = {}) {
  await asAdmin(old)(time.create, {
    body: { customerId: of.id, workDate, timeFrom: '10:00', timeTo: '11:10', ...given },
  })
}
async function make(of: Customer, month: string, replaces: string | null = null) {
  const body = { customerId: of.id, month, replaces }
  const { id } = await asAdmin(old)(invoiceBases.create, { body })
  return id
}
async function bill(id: string) {
  await old.test.superuser.query('update time_entries set reported = true, reported_at = now() where not reported')
  await asAdmin(old)(invoiceBases.bill, { params: { id } })
}
const send = (id: string) => asAdmin(old)(invoiceBases.send, { params: { id } })
const approve = (id: string) => old.as(approver).call(portalInvoiceBases.approve, { params: { id } })

/** A customer with an agreement that needs approval, included and prepaid hours, and a basis in each state. */
async function fillAgreed(orgId: string) {
  const { call } = old.as(admin)
  const { id: termsId } = await call(agreements.createTerms, {
    body: aTerms({ name: 'Avtal 2025', needsApproval: true, includedMinutes: 30, startFeeOre: 35_050, roundTo: 15 }),
  })
  agreed = { id: (await old.aCustomer({ orgId, name: 'Avtalad AB' })).id, orgId }
  approver = await anApprover(old, agreed)
  await call(agreements.setOfCustomer, { params: { id: agreed.id }, body: { validFrom: '2026-01-01', termsId } })
  const bought = { boughtOn: '2026-05-02', validUntil: null, minutes: 60, priceOre: 80_000 }
  await call(prepaidHours.create, { params: { id: agreed.id }, body: bought })
  for (const month of ['05', '06', '07', '08', '09']) await work(agreed, `2026-${month}-12`)
  for (const month of ['2026-05', '2026-06', '2026-07']) {
    const id = await make(agreed, month)
    ids.set(month, id)
    await send(id)
    await approve(id)
    if (month !== '2026-07') await bill(id)
  }
  await call(invoiceBases.withdraw, { params: { id: idOf('2026-05') }, body: { reason: 'Fel kund' } })
  const replaced = await make(agreed, '2026-08')
  await send(replaced)
  await old
    .as(approver)
    .call(portalInvoiceBases.ask, { params: { id: replaced }, body: { position: 1, question: 'Vad?' } })
  ids.set('replaced', replaced).set('2026-08', await make(agreed, '2026-08', replaced))
  await send(idOf('2026-08'))
  await approve(idOf('2026-08'))
  await old.as(approver).call(portalInvoiceBases.withdrawApproval, { params: { id: idOf('2026-08') } })
  ids.set('2026-09', await make(agreed, '2026-09'))
}

/** A private customer with material and RUT, and a billed basis with a row that came later. */
async function fillPlain(orgId: string) {
  plain = { id: (await old.aCustomer({ orgId, name: 'Privat Person' })).id, orgId }
  await asAdmin(old)(agreements.setBilling, { params: { id: plain.id }, body: { vat: 'standard', isPrivate: true } })
  await work(plain, '2026-07-03', { kind: 'onsite', isRut: true })
  await asAdmin(old)(expenses.create, {
    body: {
      customerId: plain.id,
      workDate: '2026-07-04',
      kind: 'material',
      article: 'Kabel',
      hundredths: 250,
      unit: 'm',
      priceOre: 1_999,
    },
  })
  ids.set('private', await make(plain, '2026-07'))
  await bill(idOf('private'))
}

const rowsIn = async (): Promise<Rows> => {
  const columns = await t.superuser.query<{ name: string; all: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ' order by column_name) as all
     from information_schema.columns where table_schema = 'stodpunkt' and table_name = any($1)
       and not (table_name = 'invoice_bases' and column_name = 'outdated_at') group by 1`,
    [tables],
  )
  const read: Rows = {}
  for (const { name, all } of columns.rows)
    read[name] = (await t.superuser.query(`select ${all} from ${name} order by ${name}::text collate "C"`)).rows
  return read
}

const file = async (on: Harness, id: string) => (await asAdmin(on)(invoiceBases.csv, { params: { id } })).text()
/** Without the number, and without columns that were not there then. */
const formerColumns = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(';').slice(1, 12).join(';'))
const page = (on: Harness, id: string) => on.as(approver).call(portalInvoiceBases.get, { params: { id } })
const shownToCustomer = ['2026-06', '2026-07', '2026-08']

beforeAll(async () => {
  const company = await aCompanyWithTerms(0)
  old = company.h
  admin = company.admin
  await fillAgreed(company.orgId)
  await fillPlain(company.orgId)
  await old.test.superuser.query('update invoice_bases set check_at = null')
  filesBefore = await Promise.all([...ids.values()].map((id) => file(old, id)))
  pagesBefore = await Promise.all(shownToCustomer.map((month) => page(old, idOf(month))))
  // Late, after the customer was billed: the former rules outdated the billed basis, and the draft of an undone edit.
  await work(plain, '2026-07-31')
  t = await aDatabaseBefore(FIRST)
  await copyRows(old.test.superuser, t.superuser, ['stodpunkt.migrations'])
  await t.superuser.query('set session_replication_role = replica')
  await t.superuser.query('update invoice_bases set outdated_at = now() where id = any($1)', [
    [idOf('private'), idOf('2026-09')],
  ])
  await t.superuser.query('set session_replication_role = origin')
  before = await rowsIn()
  await bringUp(t.connection)
  h = await startHarness({ on: t, tokens: old.tokens })
}, 120_000)
afterAll(async () => {
  await h?.stop()
  await t?.drop()
  await old.stop()
})

const get = (name: string) => asAdmin(h)(invoiceBases.get, { params: { id: idOf(name) } })
const list = (month: string) => asAdmin(h)(invoiceBases.list, { query: { month } })

test('every row of bases, lines, hours and agreements is as it was', async () => {
  const after = await rowsIn()
  for (const table of tables) {
    const [were = [], are = []] = [before[table], after[table]]
    expect(were.length, table).toBeGreaterThan(0)
    const columns = Object.keys(were[0] ?? {})
    const cut = are.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column))))
    expect(new Set(cut.map((row) => JSON.stringify(row))), table).toEqual(
      new Set(were.map((row) => JSON.stringify(row))),
    )
  }
})

test('the company bills from the month of its earliest live basis', async () => {
  expect((await t.superuser.query(`select billing_from::text from company_facts`)).rows).toEqual([
    { billing_from: '2026-06-01' },
  ])
})

test('they keep number, state and sums', async () => {
  expect(await get('2026-05')).toMatchObject({ state: 'withdrawn', number: `${new Date().getFullYear()}-001` })
  expect(await get('2026-06')).toMatchObject({ state: 'billed', isOutdated: false, isUnchecked: false, missing: null })
  expect(await get('2026-07')).toMatchObject({ state: 'approved', isOutdated: false, isUnchecked: false })
  expect(await get('2026-08')).toMatchObject({ state: 'sent', isOutdated: false, isUnchecked: false, unanswered: 1 })
  expect(await get('replaced')).toMatchObject({ state: 'replaced' })
  expect(await get('private')).toMatchObject({
    state: 'billed',
    isOutdated: false,
    isUnchecked: false,
    isPrivate: true,
  })
})

test('the customer’s pages and the files are the same', async () => {
  for (const [nth, month] of shownToCustomer.entries()) {
    const { buyer: _new, ...shown } = await page(h, idOf(month))
    expect(shown).toEqual({ ...pagesBefore[nth], buyer: undefined })
  }
  expect(await Promise.all([...ids.values()].map((id) => file(h, id)))).toEqual(filesBefore)
  const headings = 'Kund;Månad;Rad;Benämning;Antal;Enhet;À-pris;Belopp;Moms %;Omvänd betalningsskyldighet;RUT-arbete'
  expect(formerColumns(await file(h, idOf('2026-06')))).toEqual([
    headings,
    'Avtalad AB;2026-06;1;Arbete fjärr;0,50;tim;1000,00;500,00;25;Nej;Nej',
    'Avtalad AB;2026-06;2;Startavgift;1;st;350,50;350,50;25;Nej;Nej',
    'Avtalad AB;2026-06;3;Timmar som ingår;0,50;tim;0,00;0,00;25;Nej;Nej',
    'Avtalad AB;2026-06;4;Från timbank köpt 2026-05-02;0,25;tim;0,00;0,00;25;Nej;Nej',
  ])
  expect(formerColumns(await file(h, idOf('private')))).toEqual([
    headings,
    'Privat Person;2026-07;1;Arbete på plats (RUT-arbete);1,17;tim;1200,00;1400,00;25;Nej;Ja',
    'Privat Person;2026-07;2;Kabel;2,50;m;19,99;49,98;25;Nej;Nej',
  ])
})

test('a draft that the former rules outdated is checked, and current when nothing differs', async () => {
  expect(await get('2026-09')).toMatchObject({ state: 'draft', isUnchecked: true, isOutdated: true })
  const checked = await asAdmin(h)(invoiceBases.check, { params: { id: idOf('2026-09') } })
  expect(checked).toMatchObject({ state: 'draft', isUnchecked: false, isOutdated: false, difference: null })
})

test('a check of every other live basis finds no difference', async () => {
  for (const name of ['2026-07', '2026-08']) {
    await t.superuser.query('update invoice_bases set check_at = now() where id = $1', [idOf(name)])
    const { state, ...checked } = await asAdmin(h)(invoiceBases.check, { params: { id: idOf(name) } })
    expect(checked, name).toMatchObject({ isUnchecked: false, isOutdated: false, difference: null })
    expect(state).toBe(name === '2026-07' ? 'approved' : 'sent')
  }
})

test('nothing billed is made anew; its late row goes to the next month', async () => {
  const create = (month: string, of: Customer) =>
    asAdmin(h)(monthContract.create, { body: { month, customerIds: [of.id] } })
  for (const month of ['2026-06', '2026-07', '2026-08', '2026-09'])
    expect(await create(month, agreed), month).toMatchObject([{ isMade: false, reason: null }])
  expect(await create('2026-05', agreed)).toMatchObject([
    { isMade: false, reason: 'Faktureringen börjar i juni 2026.' },
  ])
  expect(await create('2026-07', plain)).toMatchObject([{ isMade: false }])
  expect((await list('2026-08')).rows.map(({ customer, late }) => [customer.name, late])).toEqual([
    ['Avtalad AB', []],
    ['Privat Person', [{ month: '2026-07', rows: 1, unreported: 1 }]],
  ])
  expect(await create('2026-08', plain)).toMatchObject([{ isMade: true }])
})
