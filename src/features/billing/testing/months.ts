// Months to price: defaults for what a test does not mention, and arbitrary months.
import fc from 'fast-check'
import { calendarOf, type Hours } from '#features/company/opening-hours.rules.ts'
import { reverseReasons } from '#features/customers/customers.contract.ts'
import { expenseKinds } from '#features/time/expense-kinds.rules.ts'
import { timeKinds } from '#features/time/work-kinds.rules.ts'
import { ore } from '#shared/money.rules.ts'
import { NOTHING_ADDED } from '../added-lines.rules.ts'
import { type LineArticle, vatClasses, workLineKinds } from '../articles.rules.ts'
import type { Work } from '../charged-minutes.rules.ts'
import type { MonthToPrice } from '../pricing.rules.ts'
import { roundedBy, roundings, type Terms } from '../terms.rules.ts'

const hours: Hours = {
  opens: '08:00',
  closes: '17:00',
  dayHours: null,
  closedDays: null,
  eves: 'closed',
  halfDays: 'closed',
  halfDayCloses: '13:00',
  formerHours: [],
}
const officeHours = calendarOf(hours)
const calendars = [
  officeHours,
  calendarOf({ ...hours, dayHours: 'Fredag: 08:00–12:00, 13:00–15:00\nSöndag: 01:00–04:00' }),
  calendarOf({ ...hours, halfDays: 'half', dayHours: 'Lördag: 00:00–23:59' }),
]

export const terms = (given: Partial<Terms> = {}): Terms => ({
  remoteOre: ore(100_000),
  onsiteOre: ore(120_000),
  afterHoursOre: ore(200_000),
  roundTo: 0,
  roundBy: 'row',
  smallestMinutes: 0,
  startFeeOre: ore(0),
  includedMinutes: 0,
  afterHoursDrawdowns: false,
  ...given,
})

/** 2026-11-20 is a Friday. */
export const work = (given: Partial<Work> = {}): Work => ({
  id: 'row',
  workDate: '2026-11-20',
  timeFrom: '10:00',
  fromIsFirst: false,
  isPlaced: true,
  minutes: 60,
  kind: 'remote',
  ticketId: null,
  isRut: false,
  unbilledReason: null,
  ...given,
})

/** A month without charges, fees, what is carried, discounts and free lines. */
const nothingRecurring = {
  billingFrom: '2000-01',
  billedMonths: [],
  takenMonths: [],
  charges: [],
  billed: [],
  fees: [],
  carried: [],
  discounts: [],
  discounted: [],
  added: NOTHING_ADDED,
}

/** Of one row in five. */
const someReason = fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom('Garanti', 'Vårt fel'))

export const aMonth = (given: Partial<MonthToPrice> & { terms?: Terms } = {}): MonthToPrice => ({
  month: '2026-11',
  work: [],
  expenses: [],
  bought: [],
  prepaidHours: [],
  ...nothingRecurring,
  isPrivate: false,
  isReverseCharge: false,
  calendar: officeHours,
  articles: { ofWork: new Map(), byId: new Map() },
  termsOn: () => given.terms ?? terms(),
  vatPercentOn: () => 25,
  ...given,
})

const someTerms: fc.Arbitrary<Terms> = fc.record({
  remoteOre: fc.integer({ min: 0, max: 200_000 }).map(ore),
  onsiteOre: fc.integer({ min: 0, max: 200_000 }).map(ore),
  afterHoursOre: fc.integer({ min: 0, max: 300_000 }).map(ore),
  roundTo: fc.constantFrom(...roundings),
  roundBy: fc.constantFrom(...roundedBy),
  smallestMinutes: fc.constantFrom(0, 15, 20, 60),
  startFeeOre: fc.constantFrom(0, 35_050).map(ore),
  includedMinutes: fc.constantFrom(0, 60, 295),
  afterHoursDrawdowns: fc.boolean(),
})

/** Includes the nights when the clocks change in March and October. */
const months = ['2026-03', '2026-10', '2026-11'] as const
const two = (number: number) => String(number).padStart(2, '0')

const repeated = (month: string) => (month === '2026-10' ? [2] : [])

const someWork = (month: string): fc.Arbitrary<Omit<Work, 'id'>> =>
  fc.record({
    workDate: fc.constantFrom(1, 6, 24, 25, 28, 29).map((day) => `${month}-${two(day)}`),
    // The database refuses the hour that is skipped in spring; autumn repeats it.
    timeFrom: fc
      .tuple(fc.constantFrom(0, 1, ...repeated(month), 3, 7, 11, 16, 23), fc.integer({ min: 0, max: 59 }))
      .map(([hour, minute]) => `${two(hour)}:${two(minute)}`),
    fromIsFirst: fc.boolean(),
    isPlaced: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
    // A row ends before its own start time on the next day.
    minutes: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 1439 })),
    kind: fc.constantFrom(...timeKinds),
    ticketId: fc.constantFrom(null, 'one', 'other'),
    isRut: fc.boolean(),
    unbilledReason: someReason,
  })

const somePrepaidHours = (month: string) =>
  fc.record({
    boughtOn: fc.constantFrom('2026-01-10', `${month}-05`, `${month}-25`),
    validUntil: fc.constantFrom(null, `${month}-10`, `${month}-28`, '2027-01-01'),
    minutesLeft: fc.integer({ min: 1, max: 300 }),
  })

const someExpense = (month: string) =>
  fc.record({
    workDate: fc.constantFrom(`${month}-02`, `${month}-28`),
    kind: fc.constantFrom(...expenseKinds),
    article: fc.constantFrom('Resa', 'Kabel'),
    articleId: fc.constantFrom(null, 'one', 'other'),
    hundredths: fc.integer({ min: 1, max: 100_000 }),
    unit: fc.constantFrom('km', 'st'),
    priceOre: fc.integer({ min: 0, max: 100_000 }).map(ore),
    unbilledReason: someReason,
  })

const someArticle = (number: string): fc.Arbitrary<LineArticle> =>
  fc.constantFrom(...vatClasses).map((vatClass) => ({
    number,
    name: `Artikel ${number}`,
    vatClass,
    vatReason: vatClass === 'none' ? 'Utlägg' : null,
    account: null,
    isConstruction: number === '1',
    isElectronics: false,
  }))

const someArticles = fc
  .record({
    work: fc.subarray([...workLineKinds]),
    ofWork: fc.tuple(...workLineKinds.map(someArticle)),
    one: someArticle('1'),
    other: someArticle('2'),
  })
  .map(({ work, ofWork, one, other }) => ({
    ofWork: new Map(work.flatMap((kind, at) => (ofWork[at] ? [[kind, ofWork[at]] as const] : []))),
    byId: new Map([
      ['one', one],
      ['other', other],
    ]),
  }))

const numbered = <Row extends object>(rows: Row[], prefix: string) =>
  rows.map((row, at) => ({ ...row, id: `${prefix}${at}` }))

/** A month whose terms and VAT rate may change on the 25th. */
export const someMonth: fc.Arbitrary<MonthToPrice> = fc.constantFrom(...months).chain((month) =>
  fc
    .record({
      work: fc.array(someWork(month), { maxLength: 6 }),
      expenses: fc.array(someExpense(month), { maxLength: 3 }),
      prepaidHours: fc.array(somePrepaidHours(month), { maxLength: 3 }),
      bought: fc.array(
        fc.record({
          boughtOn: fc.constant(`${month}-05`),
          minutes: fc.constant(600),
          priceOre: fc.nat(900_000).map(ore),
        }),
        { maxLength: 2 },
      ),
      articles: someArticles,
      terms: fc.tuple(someTerms, someTerms),
      isChanged: fc.boolean(),
      calendar: fc.constantFrom(...calendars),
      isPrivate: fc.boolean(),
      isReverseCharge: fc.boolean(),
      reverseReason: fc.constantFrom(null, ...reverseReasons),
      later: fc.constantFrom(25, 12),
    })
    .map(({ terms: [first, second], isChanged, later, ...given }) => ({
      ...given,
      ...nothingRecurring,
      month,
      work: numbered(given.work, 'w'),
      expenses: numbered(given.expenses, 'e'),
      prepaidHours: numbered(given.prepaidHours, 'p'),
      bought: numbered(given.bought, 'b'),
      termsOn: (date: string) => (isChanged && date >= `${month}-25` ? second : first),
      vatPercentOn: (date: string) => (date >= `${month}-25` ? later : 25),
    })),
)

const someDiscount = fc.constantFrom(
  { basisPoints: null, amountOre: null },
  { basisPoints: 1000, amountOre: null },
  { basisPoints: 333, amountOre: null },
  { basisPoints: 10_000, amountOre: null },
  { basisPoints: null, amountOre: ore(9_999) },
  { basisPoints: null, amountOre: ore(10_000_000) },
)

const someFreeLine = fc
  .record({
    hundredths: fc.oneof(
      fc.integer({ min: 1, max: 9 }).map((whole) => whole * 100),
      fc.integer({ min: 1, max: 2000 }),
    ),
    priceOre: fc.integer({ min: -100_000, max: 100_000 }).map(ore),
    vatClass: fc.constantFrom(...vatClasses),
    reason: fc.constantFrom('Utlägg', 'Undantag'),
  })
  .map(({ reason, ...line }) => ({
    ...line,
    text: 'Egen rad',
    unit: 'st',
    vatReason: line.vatClass === 'none' ? reason : null,
    articleNumber: null,
    account: null,
  }))

/** A month with free lines, and discounts of the customer and of the basis; the customer's may change in it. */
export const someMonthWithAdded: fc.Arbitrary<MonthToPrice> = fc
  .record({
    month: someMonth,
    freeLines: fc.array(someFreeLine, { maxLength: 3 }),
    own: someDiscount,
    before: someDiscount,
    within: someDiscount,
  })
  .map(({ month, freeLines, own, before, within }) => ({
    ...month,
    added: { freeLines, discount: { ...own, text: null } },
    discounts: [
      { validFrom: `${month.month}-02`, ...within },
      { validFrom: `${month.month.slice(0, 4)}-01-15`, ...before },
    ],
  }))
