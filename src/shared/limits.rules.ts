// Limits in characters that several forms share, and limits of request bodies; a limit of only one feature is in its contract.
// tests/system/limits.api.test.ts compares them with the database's constraints.

/** RFC 5321: 256 with the angle brackets of a path. */
export const EMAIL_MAX = 254
export const PHONE_MAX = 50
export const ADDRESS_MAX = 500
/** The name of a person. */
export const FULL_NAME_MAX = 200
export const SEARCH_MAX = 200

/** The largest body of a request whose contract has no `bodyLimitBytes`. */
export const BODY_BYTES_MAX = 256 * 1024
/** The largest form of the public site without script: more than its longest text with every character percent-encoded. */
export const FORM_BODY_BYTES_MAX = 64 * 1024

/** How long a stored mail can be read; the same as stored_mail_retention() in the database. */
export const MAIL_STORED_DAYS = 90
