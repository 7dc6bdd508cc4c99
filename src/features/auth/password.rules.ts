// The rules of a new password, shared by form and server. The list of common passwords is on the server only.

/** In characters; the setting PASSWORD_MIN_LENGTH may only raise it (README). Suggested passwords and the demo's follow the setting. */
export const PASSWORD_MIN_LENGTH = 6
/** In UTF-8; a longer password is refused, never truncated. */
export const PASSWORD_MAX_BYTES = 1024

/**
 * Normalizes a password to Unicode NFC before hashing, so that å typed on a Mac and on a PC is the same. Neither trims nor
 * changes case.
 */
export const normalPassword = (password: string) => password.normalize('NFC')

/** Whether a password is neither empty nor longer than PASSWORD_MAX_BYTES. */
export const isHashable = (password: string) =>
  password !== '' && new TextEncoder().encode(normalPassword(password)).length <= PASSWORD_MAX_BYTES

type Options = {
  minLength?: number
  /** Names that an attacker would guess: the company's and the person's. */
  names?: string[]
}

export const passwordTooShort = (minLength = PASSWORD_MIN_LENGTH) => `Lösenordet måste vara minst ${minLength} tecken`

/** The Swedish message of the first rule that a new password breaks, or undefined (specification, Passwords). */
export function passwordProblem(password: string, { minLength = PASSWORD_MIN_LENGTH, names = [] }: Options = {}) {
  if (Array.from(normalPassword(password)).length < minLength) return passwordTooShort(minLength)
  if (!isHashable(password)) return 'Lösenordet är för långt'
  const alphanumerics = alphanumericsOf(password)
  for (const name of names.flatMap(variantsOf)) {
    // A long phrase may contain the company's name: the rest must be long enough by itself.
    if (alphanumerics.includes(name) && alphanumerics.replaceAll(name, '').length < minLength)
      return 'Lösenordet är för lätt att gissa: det är nästan bara ett namn. Välj ett annat.'
  }
  return undefined
}

/** Guesses from a name: for 'Nordnät IT AB' nordnatitab, nordnatit and nordnat. */
function variantsOf(name: string) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => !/^(ab|hb|kb|i|och|the)$/i.test(word))
  return [name, words.join(''), ...words].map(alphanumericsOf).filter((alphanumerics) => alphanumerics.length >= 4)
}

const alphanumericsOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
