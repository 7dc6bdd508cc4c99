// A colleague is mentioned by '@' and the name as it is written in the register of users.

/** `at`: its place among the parts. */
type Part = { text: string; isMention: boolean; at: number }

/**
 * The parts of a text: those that are '@' with one of the names, the longest that fits, and those between them. A name ends where
 * the word does, and '@' begins a word: not so in an e-mail address.
 */
export function mentionParts(text: string, names: readonly string[]): Part[] {
  const longestFirst = names.toSorted((a, b) => b.length - a.length).map(escaped)
  if (longestFirst.length === 0) return [{ text, isMention: false, at: 0 }]
  const mention = new RegExp(`(?<![\\p{L}\\p{N}])(@(?:${longestFirst.join('|')}))(?![\\p{L}\\p{N}])`, 'u')
  return text
    .split(mention)
    .map((part, at) => ({ text: part, isMention: at % 2 === 1, at }))
    .filter(({ text: part }) => part !== '')
}

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

type Person = { id: string; fullName: string }

/** The people whose names the text mentions. */
export function mentionedIn<P extends Person>(text: string, people: readonly P[]): P[] {
  const parts = mentionParts(
    text,
    people.map(({ fullName }) => fullName),
  )
  const names = new Set(parts.filter(({ isMention }) => isMention).map((part) => part.text.slice(1)))
  return people.filter(({ fullName }) => names.has(fullName))
}

/**
 * Whom the author means: of several people of one name those that were chosen from the list, or all of them if the name was
 * typed or the draft is from another device.
 */
export const meantIn = (text: string, people: readonly Person[], chosen: ReadonlySet<string>): string[] => {
  const mentioned = mentionedIn(text, people)
  const isMeant = ({ id, fullName }: Person) =>
    chosen.has(id) || !mentioned.some((other) => other.fullName === fullName && chosen.has(other.id))
  return mentioned.filter(isMeant).map(({ id }) => id)
}

/** The beginning of a name that is being typed after '@', which ends at the caret; undefined elsewhere. */
export const typedMention = (text: string, caret: number): string | undefined =>
  /(?:^|[\s(])@([^@\n]{0,60})$/u.exec(text.slice(0, caret))?.[1]

/** Those of whose name some word begins with what is typed, or the whole name. */
export function suggestedFor<P extends Person>(typed: string, people: readonly P[]): P[] {
  const start = typed.toLocaleLowerCase('sv')
  return people.filter(({ fullName }) => {
    const name = fullName.toLocaleLowerCase('sv')
    return name.startsWith(start) || name.split(/\s+/).some((word) => word.startsWith(start))
  })
}
