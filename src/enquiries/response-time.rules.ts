/** Within how many hours the company promises to answer; an urgent fault report is answered at once. */
export const RESPONSE_HOURS = { message: 24, faultReport: 4 }
