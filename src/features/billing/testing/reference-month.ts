// A reference implementation of the price of a month, independent of the product's: minute by minute, with big integers. It
// shares only the types of the input.
import type { LineArticle } from '../articles.rules.ts'
import type { MonthToPrice } from '../pricing.rules.ts'
import type { Part } from './reference-discounts.ts'

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', dateStyle: 'short', timeStyle: 'short' })
const MINUTE = 60_000n

const stockholm = (instant: bigint) => clock.format(Number(instant)).split(' ') as [date: string, time: string]

/** The instant at which clocks in Stockholm show this time; of two, the first if `isFirst`, otherwise the latest. */
function instantOf(date: string, time: string, isFirst: boolean): bigint {
  const midday = BigInt(Date.parse(`${date}T${time}:00Z`))
  for (let hours = 0n; hours < 5n; hours++) {
    const instant = midday - hours * 60n * MINUTE
    if (stockholm(instant).join(' ') !== `${date} ${time}`) continue
    const earlier = instant - 60n * MINUTE
    return isFirst && stockholm(earlier).join(' ') === `${date} ${time}` ? earlier : instant
  }
  throw new Error(`${date} ${time} does not exist`)
}

type Sums = {
  /** What each line comes to. */
  parts: Part[]
  net: bigint
  vat: bigint
  labour: bigint
  rut: bigint
  included: number
  afterHours: number
  charged: number
}

/** Rows that are late come after all others; numbers are ranks. */
export function referenceMonth(
  month: MonthToPrice,
  isLate: (id: string) => boolean | number = () => false,
): Sums & { draws: Record<string, number> } {
  const rows = month.work
    .filter((row) => row.unbilledReason === null)
    .map((row) => {
      const starts = instantOf(row.workDate, row.timeFrom, row.fromIsFirst)
      const minutes = Array.from({ length: row.minutes }, (_, at) => {
        const [date, time] = stockholm(starts + BigInt(at) * MINUTE)
        return (
          row.isPlaced && !month.calendar(date).intervals.some(({ opens, closes }) => opens <= time && time < closes)
        )
      })
      const terms = month.termsOn(row.workDate)
      if (!terms) throw new Error('The reference knows months with terms only')
      return { row, starts, minutes, terms }
    })
    .sort(
      (a, b) =>
        Number(isLate(a.row.id)) - Number(isLate(b.row.id)) ||
        a.row.workDate.localeCompare(b.row.workDate) ||
        Number(a.starts - b.starts) ||
        (a.row.id < b.row.id ? -1 : 1),
    )

  const groups = new Map<string, typeof rows>()
  for (const one of rows) {
    const isTogether = one.terms.roundBy === 'ticket' && one.row.ticketId !== null
    const name = isTogether ? `${one.row.ticketId}/${one.row.workDate}` : `row ${one.row.id}`
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  for (const group of groups.values()) {
    const last = group.reduce((latest, one) =>
      one.starts + BigInt(one.row.minutes) * MINUTE >= latest.starts + BigInt(latest.row.minutes) * MINUTE
        ? one
        : latest,
    )
    const { roundTo, smallestMinutes } = last.terms
    let all = group.reduce((sum, one) => sum + one.row.minutes, 0)
    const wasAfterHours = last.minutes.at(-1) === true
    const real = all
    while (roundTo > 0 && all % roundTo !== 0) all++
    while (all < smallestMinutes) all++
    for (let added = real; added < all; added++) last.minutes.push(wasAfterHours)
  }

  let included = month.termsOn(`${month.month}-01`)?.includedMinutes ?? 0
  const includedBefore = included
  const prepaidHours = month.prepaidHours.map((prepaid) => ({ ...prepaid }))
  const draws: Record<string, number> = {}
  const paid = new Map<
    string,
    Omit<Part, 'net'> & { price: bigint; per: bigint; quantity: bigint; isLabour: boolean }
  >()
  const isReversed = (article: LineArticle | undefined) =>
    month.isReverseCharge && (month.reverseReason !== 'bygg' || article?.isConstruction === true)
  const rateOf = (date: string, article: LineArticle | undefined) => {
    if (isReversed(article) || article?.vatClass === 'none') return 0
    if (article?.vatClass === 'vat12') return 12
    return article?.vatClass === 'vat6' ? 6 : month.vatPercentOn(date)
  }
  const pay = (
    what: string,
    price: number,
    quantity: number,
    per: number,
    date: string,
    isLabour: boolean,
    isRut = false,
    article?: LineArticle,
  ) => {
    const percent = rateOf(date, article)
    const name = `${what}/${price}/${percent}/${isRut}/${article?.number}`
    const reason = isReversed(article) || article?.vatClass !== 'none' ? null : article.vatReason
    const line = paid.get(name) ?? {
      price: BigInt(price),
      per: BigInt(per),
      quantity: 0n,
      percent,
      reason,
      isLabour,
      isRut,
    }
    line.quantity += BigInt(quantity)
    paid.set(name, line)
  }
  const fees = new Set<string>()
  let [afterHours, charged] = [0, 0]
  for (const { row, minutes, terms } of rows) {
    for (const isAfterHours of minutes) {
      charged++
      if (isAfterHours) afterHours++
      if (!isAfterHours || terms.afterHoursDrawdowns) {
        if (included > 0) {
          included--
          continue
        }
        const valid = prepaidHours.filter(
          (prepaid) =>
            prepaid.minutesLeft > 0 &&
            prepaid.boughtOn <= row.workDate &&
            !(prepaid.validUntil && prepaid.validUntil < row.workDate),
        )
        const rank = (prepaid: (typeof prepaidHours)[number]) =>
          `${prepaid.validUntil ?? 'never'}|${prepaid.boughtOn}|${prepaid.id}`
        const next = valid.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0]
        if (next) {
          next.minutesLeft--
          draws[next.id] = (draws[next.id] ?? 0) + 1
          continue
        }
      }
      const isRut = month.isPrivate && row.isRut && row.kind === 'onsite'
      const kind = isAfterHours ? 'after_hours' : row.kind
      const hour = { after_hours: terms.afterHoursOre, remote: terms.remoteOre, onsite: terms.onsiteOre }[kind]
      pay(kind, hour, 1, 60, row.workDate, true, isRut, month.articles.ofWork.get(kind))
    }
    const fee = `${row.workDate}/${row.kind}`
    if (terms.startFeeOre > 0 && !fees.has(fee)) {
      fees.add(fee)
      pay('start', terms.startFeeOre, 1, 1, row.workDate, true, false, month.articles.ofWork.get('start'))
    }
  }
  for (const expense of month.expenses) {
    const { kind, article, articleId, unit, priceOre, hundredths, workDate } = expense
    if (expense.unbilledReason) continue
    const registered = articleId ? month.articles.byId.get(articleId) : undefined
    pay(`${kind} ${article} ${unit}`, priceOre, hundredths, 100, workDate, false, false, registered)
  }
  for (const { id, priceOre, boughtOn } of month.bought) pay(`prepaid ${id}`, priceOre, 1, 1, boughtOn, false)

  const halfUp = (over: bigint, under: bigint) => over / under + ((over % under) * 2n >= under ? 1n : 0n)
  const lines = [...paid.values()].map((line) => ({ ...line, net: halfUp(line.price * line.quantity, line.per) }))
  const sum = (chosen: typeof lines) => chosen.reduce((total, { net }) => total + net, 0n)
  const percents = [...new Set(lines.map(({ percent }) => percent))]
  return {
    parts: lines.map(({ percent, reason, isRut, net }) => ({ percent, reason, isRut, net })),
    net: sum(lines),
    vat: percents.reduce(
      (total, percent) => total + halfUp(sum(lines.filter((line) => line.percent === percent)) * BigInt(percent), 100n),
      0n,
    ),
    labour: sum(lines.filter(({ isLabour }) => isLabour)),
    rut: sum(lines.filter(({ isRut }) => isRut)),
    included: includedBefore - included,
    draws,
    afterHours,
    charged,
  }
}
