// The promised time to an answer (specification, Constants), and how it is said.
import { plural } from '#shared/plural.rules.ts'
import { hoursOf } from '#shared/typed-hours.rules.ts'

/** The promised response times in hours (specification, Constants); urgent fault reports have URGENT_PROMISE instead. */
const RESPONSE_HOURS = { message: 24, faultReport: 4 }

/** How soon a message is answered: one working day (specification, Constants). */
export const MESSAGE_RESPONSE = `inom ${RESPONSE_HOURS.message} timmar på arbetsdagar`

/** How soon an urgent matter is answered (specification, Constants). */
export const URGENT_RESPONSE = 'omedelbart'
export const URGENT_PROMISE = `Vi återkommer ${URGENT_RESPONSE}`

/** The company's target for tickets of normal priority, which a fault report becomes; null before there is a company. */
export type FaultReportTarget = { normalAnswerMinutes: number | null } | undefined

/** '4 timmar': how soon the company answers a fault report, as specified unless its own target differs. */
export function faultReportTime(company: FaultReportTarget): string {
  const minutes = company?.normalAnswerMinutes ?? RESPONSE_HOURS.faultReport * 60
  if (minutes < 60) return plural(minutes, 'minut', 'minuter')
  return minutes % 60 === 0 ? plural(minutes / 60, 'timme', 'timmar') : [hoursOf(minutes), 'timmar'].join(' ')
}

/** The promise to the sender of a fault report, without a full stop. */
export const faultReportPromise = (isUrgent: boolean, company?: FaultReportTarget): string =>
  isUrgent ? URGENT_PROMISE : `Vi återkommer inom ${faultReportTime(company)}`
