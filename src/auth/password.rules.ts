// What a password must be, for the form and for the server. Which ones are too common only the server knows.

/** In characters; the setting PASSWORD_MIN_LENGTH may only raise it. */
export const PASSWORD_MIN_LENGTH = 6
/** Of the UTF-8 form; more is refused instead of hashed. Nothing is ever cut off. */
export const PASSWORD_MAX_BYTES = 1024

/**
 * The one form in which a password is hashed: Unicode NFC, so that å typed on a Mac and on a PC is the same. Nothing is
 * trimmed and no case is folded.
 */
export const normalPassword = (password: string) => password.normalize('NFC')

/** Whether a password may be hashed at all. */
export const isHashable = (password: string) =>
  password !== '' && new TextEncoder().encode(normalPassword(password)).length <= PASSWORD_MAX_BYTES

type Rule = {
  minLength?: number
  /** Names that a guesser would try: the company's, the person's. */
  names?: string[]
}

/** What is wrong with a new password, in Swedish (specification, Passwords), or undefined. */
export function passwordProblem(password: string, { minLength = PASSWORD_MIN_LENGTH, names = [] }: Rule = {}) {
  if (Array.from(normalPassword(password)).length < minLength) return `Lösenordet måste vara minst ${minLength} tecken`
  if (!isHashable(password)) return 'Lösenordet är för långt'
  const letters = lettersOf(password)
  for (const name of names.flatMap(variantsOf)) {
    // What is left without the name must be a password by itself: a long phrase may mention the company.
    if (letters.includes(name) && letters.replaceAll(name, '').length < minLength)
      return 'Lösenordet är för lätt att gissa: det är nästan bara ett namn. Välj ett annat.'
  }
  return undefined
}

/** 'Nordnät IT AB' is guessed as nordnatitab, nordnatit and nordnat. */
function variantsOf(name: string) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => !/^(ab|hb|kb|i|och|the)$/i.test(word))
  return [name, words.join(''), ...words].map(lettersOf).filter((letters) => letters.length >= 4)
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
