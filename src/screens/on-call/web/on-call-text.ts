import type { OnCallNow } from '#features/on-call/on-call-now.contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'

/** 'Anna Berg, sedan Bo Ek' */
export const namesOf = ({ people }: Pick<OnCallNow, 'people'>): string =>
  people.map(({ fullName }) => fullName).join(', sedan ')

/** 'till i morgon kl. 8' */
export const untilText = ({ until }: Pick<OnCallNow, 'until'>, now: Date): string =>
  `till ${todayInStockholm(new Date(until)) === todayInStockholm(now) ? 'i dag' : 'i morgon'} kl. 8`
