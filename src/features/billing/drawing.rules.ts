// Which charged minutes are drawn from included or prepaid hours, and which are invoiced.
import { canBeRut } from '#features/time/work-kinds.rules.ts'
import { ZERO } from '#shared/money.rules.ts'
import type { ChargedWork } from './charged-minutes.rules.ts'
import type { Portion } from './invoice-lines.rules.ts'
import { kindPrices } from './terms.rules.ts'

export type PrepaidHours = {
  id: string
  boughtOn: string
  /** The last work date that the hours cover; null if they do not expire. */
  validUntil: string | null
  minutesLeft: number
}

/** The minutes that a month draws from one purchase of prepaid hours. */
export type Draw = { prepaidHoursId: string; minutes: number }

/**
 * Draws in the order of the work: first from included minutes, then from the prepaid hours that are valid on the work date, those
 * that expire first before others. Work outside opening hours draws only if its terms allow it.
 */
export function drawMinutes(
  work: readonly ChargedWork[],
  includedMinutes: number,
  prepaidHours: readonly PrepaidHours[],
) {
  const included = { left: includedMinutes }
  const remaining = prepaidHours.toSorted(expiringFirst).map((prepaid) => ({ ...prepaid, left: prepaid.minutesLeft }))
  const portions = work.flatMap(
    ({ work: { id, workDate, kind, isRut, recipientId, orderNumber }, terms, parts }): Portion[] =>
      parts.flatMap(({ isAfterHours, charged }): Portion[] => {
        const base = { rowId: id, date: workDate, per: 60, unit: 'tim', isRut: false, recipientId, orderNumber }
        const free = { ...base, unitOre: ZERO }
        const portionsOfPart: Portion[] = []
        let left = charged
        const draw = (source: { left: number }, portion: Pick<Portion, 'kind' | 'prepaidHoursId'>) => {
          const minutes = Math.min(left, source.left)
          if (minutes === 0) return
          source.left -= minutes
          left -= minutes
          portionsOfPart.push({ ...free, ...portion, quantity: minutes })
        }
        if (!isAfterHours || terms.afterHoursDrawdowns) {
          draw(included, { kind: 'included' })
          for (const prepaid of remaining)
            if (isValid(prepaid, workDate)) draw(prepaid, { kind: 'drawn', prepaidHoursId: prepaid.id })
        }
        if (left > 0)
          portionsOfPart.push({
            ...base,
            ...priceOf(kind, isAfterHours, terms),
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
      .map(({ id, minutesLeft, left }): Draw => ({ prepaidHoursId: id, minutes: minutesLeft - left }))
      .filter(({ minutes }) => minutes > 0),
  }
}

function priceOf(kind: ChargedWork['work']['kind'], isAfterHours: boolean, terms: ChargedWork['terms']) {
  if (isAfterHours) return { kind: 'after_hours', unitOre: terms.afterHoursOre } as const
  return { kind, unitOre: terms[kindPrices[kind]] }
}

const isValid = ({ boughtOn, validUntil }: PrepaidHours, date: string) =>
  boughtOn <= date && (validUntil === null || date <= validUntil)

const NEVER = '9999-12-31'
function expiringFirst(one: PrepaidHours, other: PrepaidHours): number {
  const [first, second] = [one, other].map(({ validUntil, boughtOn, id }) => `${validUntil ?? NEVER} ${boughtOn} ${id}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}

/** Percentages of included or prepaid hours at which people are notified. */
export const notifyThresholds = [80, 100] as const

/** The highest of `notifyThresholds` that `used` of `of` has reached, or 0; always 0 when `of` is 0. */
export const reached = (used: number, of: number): 0 | (typeof notifyThresholds)[number] =>
  of === 0 ? 0 : (notifyThresholds.findLast((percent) => used * 100 >= of * percent) ?? 0)
