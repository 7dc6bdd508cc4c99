import { daysBetween } from '#shared/dates.rules.ts'
import type { Me } from './auth.contract.ts'

/** How long before a second factor is required staff without one are told. */
export const NOTICE_DAYS = 14

/** From when the person must have a second factor, if that is soon and there is none yet. */
export function factorSoonRequired(
  { hasFactor, factorRequiredFrom }: Pick<Me, 'hasFactor' | 'factorRequiredFrom'>,
  today: string,
): string | undefined {
  if (hasFactor || factorRequiredFrom === null) return undefined
  const days = daysBetween(today, factorRequiredFrom)
  return days > 0 && days <= NOTICE_DAYS ? factorRequiredFrom : undefined
}
