// The promised time to an answer (specification, Constants), and how it is said.

/** The promised response times in hours (specification, Constants); urgent fault reports have URGENT_PROMISE instead. */
export const RESPONSE_HOURS = { message: 24, faultReport: 4 }

/** How soon a message is answered: one working day (specification, Constants). */
export const MESSAGE_RESPONSE = `inom ${RESPONSE_HOURS.message} timmar på arbetsdagar`

/** How soon an urgent matter is answered (specification, Constants). */
export const URGENT_RESPONSE = 'omedelbart'
export const URGENT_PROMISE = `Vi återkommer ${URGENT_RESPONSE}`

/** The promise to the sender of a fault report, without a full stop. */
export const faultReportPromise = (isUrgent: boolean): string =>
  isUrgent ? URGENT_PROMISE : `Vi återkommer inom ${RESPONSE_HOURS.faultReport} timmar`
