// How names of people and companies are joined in Swedish.

/** Whether two names are the same, ignoring case and white space: a private customer has the same name as its contact. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other)

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase('sv-SE')

/** 'Kim Lund på Kajens Café'; for a private customer only the name. */
export const personAt = (person: string, company: string): string =>
  isSameName(person, company) ? person : `${person} på ${company}`

/** The Swedish genitive: 'Åkes', and unchanged after s, x and z. */
export const genitive = (name: string): string => (/[sxz]$/i.test(name) ? name : `${name}s`)

/** Placeholders in built pages for the company's name and its initial, which the server replaces. */
export const COMPANY_PLACEHOLDER = '{{company}}'
export const INITIAL_PLACEHOLDER = '{{initial}}'

/** The initial that is shown for a company without a logo: the first letter or digit of its name. */
export function initialOf(name: string): string {
  if (name === COMPANY_PLACEHOLDER) return INITIAL_PLACEHOLDER
  const [initial] = /[\p{L}\p{N}]/u.exec(name) ?? []
  return initial ? (Array.from(initial.toLocaleUpperCase('sv-SE'))[0] ?? '') : ''
}

/** Shown instead of the name of a user who is no longer visible. */
export const FORMER_USER = 'Tidigare användare'
