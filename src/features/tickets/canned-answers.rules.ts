// Canned answers: what is typed to find one, and what its placeholders become.
import { givenName } from '#shared/greeting.rules.ts'

/** Where staff edit them. */
export const CANNED_ANSWERS = '/backoffice/settings/fardiga-svar'

const WORD = String.raw`\p{L}[\p{L}\p{M}\p{N}-]*`
const name = new RegExp(`^${WORD}$`, 'u')
/** At the beginning of a word: '#hej' and '(#hej', but neither 'nr#hej' nor '#1131'. */
const typed = new RegExp(String.raw`(?:^|[\s(])#(${WORD})$`, 'u')

export const isCannedName = (text: string): boolean => name.test(text)

/** The name being typed before the caret, and where its '#' is; undefined when there is none. */
export function typedName(text: string, caret: number): { name: string; from: number } | undefined {
  const found = typed.exec(text.slice(0, caret))?.[1]
  return found === undefined ? undefined : { name: found.toLowerCase(), from: caret - found.length - 1 }
}

/** Those whose name begins with the text. */
export const cannedMatches = <Answer extends { name: string }>(answers: readonly Answer[], text: string): Answer[] =>
  answers.filter((answer) => answer.name.startsWith(text))

const placeholders = ['{kund}', '{ärende}', '{namn}'] as const
type Placeholder = (typeof placeholders)[number]
/** The values of the placeholders; without one it stays in the text, which then cannot be sent. */
export type PlaceholderValues = Partial<Record<Placeholder, string>>

export const filledIn = (text: string, values: PlaceholderValues): string =>
  placeholders.reduce(
    (filled, placeholder) => filled.replaceAll(placeholder, () => values[placeholder] ?? placeholder),
    text,
  )

/** The first placeholder that the text still has, and where. */
export function firstGap(text: string): { placeholder: Placeholder; at: number } | undefined {
  const [first] = placeholders
    .map((placeholder) => ({ placeholder, at: text.indexOf(placeholder) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
  return first
}

export const gapText = (placeholder: Placeholder): string =>
  `Byt ut ${placeholder} mot egna ord först: det finns inget att sätta in här.`

/** What {kund} is: the given name by which a mail greets the person; without one the name, without a person the customer's. */
export const addressed = (person: string | null | undefined, customer: string): string =>
  person ? (givenName(person) ?? person) : customer
