// The promised time to an answer (specification, Constants), and how it is said.

/** In hours. */
export const RESPONSE_HOURS = { message: 24, faultReport: 4 }

/** Of an urgent fault report. */
export const URGENT_RESPONSE = 'omedelbart'
export const URGENT_PROMISE = `Vi återkommer ${URGENT_RESPONSE}`

/** What the sender of a fault report is promised, without a full stop. */
export const faultReportPromise = (isUrgent: boolean): string =>
  isUrgent ? URGENT_PROMISE : `Vi återkommer inom ${RESPONSE_HOURS.faultReport} timmar`
