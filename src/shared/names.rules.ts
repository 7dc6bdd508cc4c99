// How names of people and companies are joined in Swedish.

/** Whether two names are the same, apart from case and white space: a private customer is called what the person is called. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other)

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase('sv-SE')

/** 'Kim Lund på Kajens Café'; of a private customer the name alone. */
export const personAt = (person: string, company: string): string =>
  isSameName(person, company) ? person : `${person} på ${company}`

/** The Swedish genitive: 'Åkes', and unchanged after s, x and z. */
export const genitive = (name: string): string => (/[sxz]$/i.test(name) ? name : `${name}s`)

/** What the build writes where the company's name and its initial belong; the server replaces them. */
export const COMPANY_PLACEHOLDER = '{{company}}'
export const INITIAL_PLACEHOLDER = '{{initial}}'

/** The letter of the mark that stands for a company without a logo: the first letter or digit of its name. */
export function initialOf(name: string): string {
  if (name === COMPANY_PLACEHOLDER) return INITIAL_PLACEHOLDER
  const [initial] = /[\p{L}\p{N}]/u.exec(name) ?? []
  return initial ? (Array.from(initial.toLocaleUpperCase('sv-SE'))[0] ?? '') : ''
}

/** The name of a user whose own is no longer visible. */
export const FORMER_USER = 'Tidigare användare'
