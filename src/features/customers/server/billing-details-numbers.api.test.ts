// The database checks numbers as the rules do: billing_details_org_number, billing_details_vat_number and is_eu_country of
// 0050-billing-details.sql against vat-numbers.rules.ts and company.rules.ts.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOrgNumber } from '#features/company/company.rules.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { readBuyerNumber, readPersonalNumber, readVatNumber, vatCountry, vatFormats } from '../vat-numbers.rules.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await aDatabase()
})
afterAll(() => t.drop())

/** What a function of the database says of each text. */
async function verdicts(name: string, texts: readonly string[]) {
  const { rows } = await t.superuser.query<{ is: boolean }>(
    `select ${name}(given) as is from unnest($1::text[]) with ordinality as list (given, place) order by place`,
    [texts],
  )
  return rows.map(({ is }) => is)
}

const SAMPLES = 20_000
const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))
/** Stored as it is: already in the normal form. */
const isStored = (read: (text: string) => string | undefined) => (text: string) => read(text) === text

const organizations = fc.tuple(digits(6), digits(4)).map((parts) => parts.join('-'))
const people = fc
  .tuple(digits(2), fc.integer({ min: 0, max: 19 }), fc.integer({ min: 0, max: 99 }), digits(4))
  .map(([year, month, day, rest]) => `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}-${rest}`)
const vatNumbers = fc.oneof(
  ...Object.entries(vatFormats).map(([prefix, { format }]) => fc.stringMatching(format).map((rest) => prefix + rest)),
  // One too many, one too few, another country's.
  fc
    .tuple(fc.constantFrom(...Object.keys(vatFormats), 'GR', 'GB', 'se'), fc.stringMatching(/^[A-Z0-9]{1,14}$/))
    .map((parts) => parts.join('')),
)

test.each([
  ['is_org_number', organizations, isStored(readOrgNumber)],
  ['is_personal_number', people, isStored(readPersonalNumber)],
  ['is_vat_number', vatNumbers, isStored(readVatNumber)],
] as const)('%s is the same in the database as in the rules', async (name, arbitrary, rule) => {
  const texts = fc.sample(arbitrary, { numRuns: SAMPLES, seed: 49 })
  const expected = texts.map(rule)
  // Both occur often enough for the comparison to mean something.
  expect(expected.filter(Boolean).length).toBeGreaterThan(500)
  expect(expected.filter((is) => !is).length).toBeGreaterThan(500)
  const found = await verdicts(name, texts)
  expect(texts.filter((_, at) => found[at] !== expected[at])).toEqual([])
})

test.each(['SE', 'NO', 'FI', 'DE'])(
  'the number of a company in %s is the same in the database as in the rules',
  async (country) => {
    const numbers = fc.oneof(
      organizations,
      digits(9),
      fc.tuple(digits(7), digits(1)).map((parts) => parts.join('-')),
      fc.constantFrom('000000000', '0000000-0', 'HRB 86891'),
    )
    const texts = fc.sample(numbers, { numRuns: SAMPLES, seed: 49 })
    const { rows } = await t.superuser.query<{ is: boolean }>(
      'select is_company_number(given, $2) as is from unnest($1::text[]) with ordinality as list (given, place) order by place',
      [texts, country],
    )
    const expected = texts.map((text) => readBuyerNumber(text, { isSoleTrader: false, country }) === text)
    expect(expected.filter(Boolean).length).toBeGreaterThan(50)
    expect(texts.filter((_, at) => rows[at]?.is !== expected[at])).toEqual([])
  },
)

test('the table of VAT formats is the same, and so are the countries of the European Union', async () => {
  const { rows } = await t.superuser.query<{ prefix: string; format: string }>('select * from vat_formats()')
  expect(Object.fromEntries(rows.map(({ prefix, format }) => [prefix, `^${format}$`]))).toEqual(
    Object.fromEntries(Object.entries(vatFormats).map(([prefix, { format }]) => [prefix, format.source])),
  )
  const countries = [...Object.keys(vatFormats), 'GR', 'US', 'GB']
  const inUnion = countries.filter((country) => !['NO', 'EL', 'US', 'GB'].includes(country))
  const verdict = await verdicts('is_eu_country', countries)
  expect(countries.filter((_, at) => verdict[at])).toEqual(inUnion)
  expect(await t.superuser.query(`select vat_country('EL123456789') as country`)).toMatchObject({
    rows: [{ country: vatCountry('EL123456789') }],
  })
})
