// Codes of authenticator apps.

export const CODE_DIGITS = 6

/** The digits of a typed or pasted code, which apps show in groups: '123 456'. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_DIGITS)

/** A secret or a recovery code in groups of four, for somebody who types it; the server and apps ignore the spaces. */
export const groupsOf = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
