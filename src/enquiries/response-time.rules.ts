/** The promised response times in hours (specification, Constants); urgent fault reports are answered at once. */
export const RESPONSE_HOURS = { message: 24, faultReport: 4 }
