import { URGENT_PROMISE } from '#features/company/answered-phone.rules.ts'

/** The promised response times in hours (specification, Constants); urgent fault reports have URGENT_PROMISE instead. */
export const RESPONSE_HOURS = { message: 24, faultReport: 4 }

/** The promise to the sender of a fault report, without a full stop. */
export const faultReportPromise = (isUrgent: boolean): string =>
  isUrgent ? URGENT_PROMISE : `Vi återkommer inom ${RESPONSE_HOURS.faultReport} timmar`
