// Limits in characters that several forms share; what only one feature limits is in its contract. src/db/limits.api.test.ts
// compares them with the database's constraints.

/** RFC 5321: 256 with the angle brackets of a path. */
export const EMAIL_MAX = 254
export const PHONE_MAX = 50
export const ADDRESS_MAX = 500
/** The name of a person. */
export const FULL_NAME_MAX = 200
export const SEARCH_MAX = 200
