// Which charged minutes are drawn from included hours and pots, and which are paid.
import { ZERO } from '#lib/money.rules.ts'
import { canBeRut } from '#time/work-kinds.rules.ts'
import type { ChargedWork } from './charging.rules.ts'
import type { Portion } from './invoice-lines.rules.ts'
import { kindPrices } from './terms.rules.ts'

export type Pot = {
  id: string
  boughtOn: string
  /** The last date of work that it covers; null for a pot that does not expire. */
  validUntil: string | null
  minutesLeft: number
}

/** What a month draws from a pot. */
export type Draw = { potId: string; minutes: number }

/**
 * Draws in the order of the work: included minutes first, then the pots that are valid on the work date, the one that
 * expires first before others. Work outside opening hours draws only when its terms say so.
 */
export function drawMinutes(work: readonly ChargedWork[], includedMinutes: number, pots: readonly Pot[]) {
  const included = { left: includedMinutes }
  const remaining = pots.toSorted(expiringFirst).map((pot) => ({ ...pot, left: pot.minutesLeft }))
  const portions = work.flatMap(({ work: { id, workDate, kind, isRut }, terms, parts }): Portion[] =>
    parts.flatMap(({ isDuty, charged }): Portion[] => {
      const base = { rowId: id, date: workDate, per: 60, unit: 'tim', isRut: false }
      const free = { ...base, unitOre: ZERO }
      const portionsOfPart: Portion[] = []
      let left = charged
      const draw = (source: { left: number }, portion: Pick<Portion, 'kind' | 'potId'>) => {
        const minutes = Math.min(left, source.left)
        if (minutes === 0) return
        source.left -= minutes
        left -= minutes
        portionsOfPart.push({ ...free, ...portion, quantity: minutes })
      }
      if (!isDuty || terms.dutyDraws) {
        draw(included, { kind: 'included' })
        for (const pot of remaining) if (isValid(pot, workDate)) draw(pot, { kind: 'drawn', potId: pot.id })
      }
      if (left > 0)
        portionsOfPart.push({
          ...base,
          ...priceOf(kind, isDuty, terms),
          isRut: isRut && canBeRut(kind),
          quantity: left,
        })
      return portionsOfPart
    }),
  )
  return {
    portions,
    includedUsed: includedMinutes - included.left,
    draws: remaining
      .map(({ id, minutesLeft, left }): Draw => ({ potId: id, minutes: minutesLeft - left }))
      .filter(({ minutes }) => minutes > 0),
  }
}

function priceOf(kind: ChargedWork['work']['kind'], isDuty: boolean, terms: ChargedWork['terms']) {
  if (isDuty) return { kind: 'duty', unitOre: terms.dutyOre } as const
  return { kind, unitOre: terms[kindPrices[kind]] }
}

const isValid = ({ boughtOn, validUntil }: Pot, date: string) =>
  boughtOn <= date && (validUntil === null || date <= validUntil)

const NEVER = '9999-12-31'
function expiringFirst(one: Pot, other: Pot): number {
  const [first, second] = [one, other].map(({ validUntil, boughtOn, id }) => `${validUntil ?? NEVER} ${boughtOn} ${id}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}

/** From which share of included hours or of a pot people are told, in percent. */
export const tellAt = [80, 100] as const

/** The highest of `tellAt` that has been reached, or 0. Nothing is told of nothing. */
export const reached = (used: number, of: number): 0 | (typeof tellAt)[number] =>
  of === 0 ? 0 : (tellAt.findLast((percent) => used * 100 >= of * percent) ?? 0)
