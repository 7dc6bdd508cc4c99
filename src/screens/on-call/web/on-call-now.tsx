import type { OnCallNow as Now } from '#features/on-call/on-call-now.contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { useMinute } from '#shared/web/minute.ts'
import { useOnCall } from './use-on-call.ts'

/** Who has jour now, as a sentence of the page. */
export function OnCallNow() {
  const data = useOnCall()
  const now = useMinute()
  if (!data) return null
  return (
    <p className="pt-1">
      {data.people.length === 0 ? (
        'Ingen har jour nu.'
      ) : (
        <>
          Nu: <strong className="font-semibold">{namesOf(data)}</strong>, {untilText(data, now)}.
        </>
      )}
    </p>
  )
}

/** 'Anna Berg, sedan Bo Ek' */
export const namesOf = ({ people }: Pick<Now, 'people'>): string =>
  people.map(({ fullName }) => fullName).join(', sedan ')

/** 'till i morgon kl. 8' */
export const untilText = ({ until }: Pick<Now, 'until'>, now: Date): string =>
  `till ${todayInStockholm(new Date(until)) === todayInStockholm(now) ? 'i dag' : 'i morgon'} kl. 8`
