// The PDF of an invoice basis, by the endpoints, the job after billing and the mail.
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recipients } from '#features/customers/recipients.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { textOfPdf, textsOfPdf } from '#platform/pdf/testing/pdf-text.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { formatHours } from '#shared/ui/format.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { hasPoppler, textInPoppler } from '#tests/harness/poppler.ts'
import { agreements } from '../agreements.contract.ts'
import { charges } from '../charges.contract.ts'
import { type InvoiceBasis, invoiceBases } from '../invoice-bases.contract.ts'
import { groupsOf } from '../recipient-groups.rules.ts'
import { aCharge } from '../testing/charges.ts'
import { aTerms } from '../testing/terms.ts'
import { invoiceBasisTasks } from './tasks.ts'

let h: Harness
let jobs: MailJobs
let admin: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
  admin = await h.anAdmin({ orgId, fullName: 'Tove Teknik' })
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, { body: aTerms({ needsApproval: false }) })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
  await h.test.superuser.query(`update company_facts set phone = '08-123 45 67' where org_id = $1`, [orgId])
  jobs = await startMailJobs(h, invoiceBasisTasks)
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const LONG_NAME = `Åkeriet i Örnsköldsvik ${'med omnejd och fler orter '.repeat(6)}`.slice(0, 160).trim()

async function aBasis({
  name = 'Åkeriet AB',
  rows = 1,
  vat = 'standard' as 'standard' | 'reverse',
  isPrivate = false,
} = {}) {
  const { call } = h.as(admin)
  const customer = await h.aCustomer({ orgId, name })
  await h.test.superuser.query(`update customers set address = E'Box 12\\n891 22 Örnsköldsvik' where id = $1`, [
    customer.id,
  ])
  const reverseReason = vat === 'reverse' ? 'eu' : null
  await call(agreements.setBilling, { params: { id: customer.id }, body: { vat, reverseReason, isPrivate } })
  const entry = { customerId: customer.id, workDate: '2026-10-20', timeFrom: '08:00', timeTo: '09:30' }
  const kind = isPrivate ? ({ kind: 'onsite', isRut: true } as const) : {}
  await call(time.create, { body: { ...entry, ...kind, description: 'Bytt switch é − 5', notes: 'INTERNT' } })
  await h.test.superuser.query(
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by, description)
     select $1, gen_random_uuid(), $2, $3, date '2026-10-01' + n % 30, '10:00', '10:50', $2,
       'Felsökning nummer ' || n || ' av skrivaren på plan 3' from generate_series(2, $4::int) n`,
    [orgId, admin.userId, customer.id, rows],
  )
  const spent = { customerId: customer.id, workDate: '2026-10-20', kind: 'material', unit: 'st' } as const
  await call(expenses.create, { body: { ...spent, article: 'Kabel', hundredths: 300, priceOre: 12_345 } })
  return {
    customer,
    basis: await call(invoiceBases.create, { body: { customerId: customer.id, month: '2026-10', replaces: null } }),
  }
}

const pdfOf = async (id: string) =>
  new Uint8Array(await (await h.as(admin).call(invoiceBases.pdf, { params: { id } })).arrayBuffer())

/** Every amount and number of hours of a basis that is printed for a company. */
const numbersOf = ({ lines, vat, netOre, totalOre, minutes, isReverseCharge }: InvoiceBasis) =>
  [
    ...lines.flatMap((line) => [formatKronor(line.unitOre), formatKronor(line.netOre), `${line.vatPercent} %`]),
    ...(isReverseCharge ? [] : vat.map(({ vatOre }) => formatKronor(vatOre))),
    formatKronor(netOre),
    formatKronor(totalOre),
    `${formatHours(minutes)} tim`,
  ].map((text) => text.replaceAll('\u00a0', ' '))

test('the PDF has every number and row of the basis, on numbered pages, and no internal note', async () => {
  for (const rows of [1, 300]) {
    const { basis } = await aBasis({ rows, name: LONG_NAME })
    const pdf = await pdfOf(basis.id)
    const text = textOfPdf(pdf)
    expect(numbersOf(basis).filter((number) => !text.includes(number))).toEqual([])
    for (let nth = 2; nth <= rows; nth++) expect(text).toContain(`Felsökning nummer ${nth} av`)
    expect(text.match(/^2026-10-\d\d$/gm)).toHaveLength(rows + 1)
    expect(text.replaceAll('\n', ' ')).toContain(LONG_NAME)
    for (const said of [
      'Fakturaunderlag – detta är inte en faktura',
      '891 22 Örnsköldsvik',
      'Bytt switch é − 5',
      '08:00–09:30',
      '08-123 45 67',
    ])
      expect(text).toContain(said)
    expect(text).not.toMatch(/INTERNT|bankgiro|förfall/i)
    const pages = textsOfPdf(pdf)
    expect(pages.at(-1)).toContain(`Sida ${pages.length} av ${pages.length}`)
    if (rows === 300) expect(pages.length).toBeGreaterThan(5)
  }
})

test('two rates of VAT, reverse charge, RUT and a private customer', async () => {
  const { id: twoRates } = (await aBasis()).basis
  await h.test.superuser.query(
    `update invoice_basis_lines set vat_percent = 6, net_ore = -37035 where basis_id = $1 and kind = 'material'`,
    [twoRates],
  )
  await h.test.superuser.query(
    `update invoice_bases set net_ore = 112965, vat_ore = 35278, total_ore = 148243,
       vat = '[{"percent": 25, "netOre": 150000, "vatOre": 37500}, {"percent": 6, "netOre": -37035, "vatOre": -2222}]'
     where id = $1`,
    [twoRates],
  )
  const credited = textOfPdf(await pdfOf(twoRates))
  for (const said of ['−370,35 kr', 'Moms 6 %', '−22,22 kr', 'Moms 25 %', '375,00 kr', '1 482,43 kr'])
    expect(credited).toContain(said)

  const reverse = (await aBasis({ vat: 'reverse' })).basis
  const reversed = textOfPdf(await pdfOf(reverse.id))
  expect(reversed).toContain('Omvänd betalningsskyldighet')
  expect(numbersOf(reverse).filter((number) => !reversed.includes(number))).toEqual([])

  const home = (await aBasis({ isPrivate: true })).basis
  const priced = textOfPdf(await pdfOf(home.id))
  for (const said of [
    'Arbete på plats (RUT-arbete)',
    'RUT-arbete med moms',
    'Belopp med moms',
    formatKronor(home.totalOre).replaceAll('\u00a0', ' '),
  ])
    expect(priced).toContain(said)
})

test('two recipients: each line, sub-total and reference stands under its recipient, and the sums of all last', async () => {
  const { call } = h.as(admin)
  const { customer } = await aBasis({ name: 'Byggarna AB' })
  const params = { id: customer.id }
  await call(recipients.create, { params, body: { name: 'Huvudkontoret', reference: 'Kim Ek' } })
  const { id: recipientId } = await call(recipients.create, {
    params,
    body: {
      name: 'Kontor Väst',
      address: 'Box 7\n411 01 Göteborg',
      email: 'vast@byggarna.example',
      reference: 'Lo Ahl',
    },
  })
  await call(charges.create, {
    params,
    body: aCharge({ startsOn: '2026-10-01', recipientId, orderNumber: 'PO 9' }),
  })
  const [{ basis: replaced } = { basis: null }] = (
    await call(invoiceBases.list, { query: { month: '2026-10' } })
  ).rows.filter((row) => row.customer.id === customer.id)
  const basis = await call(invoiceBases.create, {
    body: { customerId: customer.id, month: '2026-10', replaces: replaced?.id ?? null },
  })
  const text = textOfPdf(await pdfOf(basis.id))
  expect(numbersOf(basis).filter((number) => !text.includes(number))).toEqual([])
  const groups = groupsOf(basis)
  const sums = groups.flatMap(({ netOre, vatOre, totalOre }) => [netOre, vatOre, totalOre])
  expect(sums.map(formatKronor).filter((sum) => !text.includes(sum.replaceAll('\u00a0', ' ')))).toEqual([])
  const places = [
    'Huvudkontoret\n',
    'Er referens: Kim Ek',
    'Arbete fjärr',
    'Kontor Väst\n',
    'Box 7, 411 01 Göteborg',
    'vast@byggarna.example',
    'Er referens: Lo Ahl',
    'Microsoft 365',
    'Ordernummer PO 9',
    'Alla fakturamottagare',
    'Poster',
  ].map((said) => text.indexOf(said))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test.runIf(hasPoppler)('another program reads the text, and every font is embedded', async () => {
  const { basis } = await aBasis({ rows: 40 })
  const pdf = await pdfOf(basis.id)
  const text = textInPoppler(pdf)
  expect(numbersOf(basis).filter((number) => !text.includes(number))).toEqual([])
  expect(text).toMatch(/2026-10-20 +08:00–09:30 +Tove Teknik +Bytt switch é − 5 +1,50 +1,50 +1\n/)
  const bytes = Buffer.from(pdf).toString('latin1')
  expect(bytes.match(/\/FontFile2 /g)).toHaveLength(2)
  expect(bytes.match(/\/BaseFont \/\w{6}\+HankenGrotesk-(Regular|Bold)\b/g)).toHaveLength(4)
})

test('the portal’s PDF is that of the approver, under a name that a browser can save', async () => {
  const { customer, basis } = await aBasis({ name: 'Åkeriet & Söner "AB"' })
  const approver = await h.aPortalUser(customer)
  const colleague = await h.aPortalUser(customer)
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [approver.userId])
  const ask = (person: Person) =>
    h.app.inject({
      url: `/api/portal/invoice-bases/${basis.id}/pdf`,
      headers: { authorization: `Bearer ${person.token}` },
    })
  expect((await ask(approver)).statusCode).toBe(404)
  await h.as(admin).call(invoiceBases.send, { params: { id: basis.id } })
  expect((await ask(colleague)).statusCode).toBe(404)
  const { statusCode, headers, rawPayload } = await ask(approver)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(rawPayload.length),
    'content-disposition': `attachment; filename="fakturaunderlag_2026-10_Akeriet_Soner_AB.pdf"; filename*=UTF-8''fakturaunderlag_2026-10_%C3%85keriet_S%C3%B6ner_AB.pdf`,
  })
  expect(textOfPdf(rawPayload)).toContain('Skickat')

  const mail = await vi.waitFor(
    () => jobs.mails.find(({ to }) => String(to).includes(approver.email)) ?? Promise.reject(new Error('No mail')),
    60_000,
  )
  const [attachment] = (await PostalMime.parse(mail.raw)).attachments
  expect(attachment?.filename).toBe('fakturaunderlag_2026-10_Åkeriet_Söner_AB.pdf')
  expect(textOfPdf(new Uint8Array(attachment?.content as ArrayBuffer))).toEqual(textOfPdf(rawPayload))
  const portal = await h.as(approver).call(portalInvoiceBases.pdf, { params: { id: basis.id } })
  expect(portal.size).toBe(rawPayload.length)
})

test('a billed basis keeps the PDF as it was when billed, until it is withdrawn', async () => {
  const { call } = h.as(admin)
  const { customer, basis } = await aBasis({ name: 'Kvarnen AB' })
  const approver = await h.aPortalUser(customer)
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [approver.userId])
  const body = { customerId: customer.id, from: '2026-10-01', to: '2026-10-31' }
  await call(reports.mark, { params: { id: (await call(reports.generate, { body })).id } })
  const { number } = await call(invoiceBases.bill, { params: { id: basis.id } })
  const stored = await vi.waitFor(async () => {
    const { rows } = await h.test.superuser.query('select content from invoice_basis_pdfs where basis_id = $1', [
      basis.id,
    ])
    return (rows[0]?.content as Buffer | undefined) ?? Promise.reject(new Error('Not stored'))
  }, 60_000)
  expect(textOfPdf(stored)).toContain(`Fakturaunderlag ${number}`)
  await h.test.superuser.query(`update organizations set name = 'Sydnät AB' where id = $1`, [orgId])
  try {
    expect(Buffer.from(await pdfOf(basis.id)).equals(stored)).toBe(true)
    const portal = await h.as(approver).call(portalInvoiceBases.pdf, { params: { id: basis.id } })
    expect(Buffer.from(await portal.arrayBuffer()).equals(stored)).toBe(true)
    await call(invoiceBases.withdraw, { params: { id: basis.id }, body: { reason: 'Fel rad' } })
    const withdrawn = textOfPdf(await pdfOf(basis.id))
    expect(withdrawn).toContain('Tillbakataget')
    expect(withdrawn).toContain('Sydnät AB')
  } finally {
    await h.test.superuser.query(`update organizations set name = 'Nordnät AB' where id = $1`, [orgId])
  }
})
