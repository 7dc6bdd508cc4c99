// Texts of invisible characters, and of bidirectional controls, which reorder the text around them.
import fc from 'fast-check'
import { isBlank } from '#shared/text.rules.ts'

const invisible = [
  ...['\u200b', '\u200c', '\u200d', '\ufeff', '\u2060', '\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4'],
  ...['\u180e', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069', '\u2800', '\u3164', '\ufe0f', '\uffa0'],
  ...['\ufffb', '\u{1d173}', '\u{e0001}', '\u{e0041}', '\u{e0100}', '\u0085', '\u2028', '\u3000', '\t', ' '],
]

export const invisibleTexts: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...invisible), { minLength: 1, maxLength: 6 }).map((all) => all.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('An\u202ena\u202c', '\u2066x\u2069\u200f', '👨‍👩‍👧', 'می‌خواهم', 'a\u2028b', 'a\nb'),
  },
)

const NAMES = /^(name|title|fullName)$/
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/**
 * The first name or title in a response that is blank or contains a bidirectional control; undefined if there is none.
 */
export function invisibleNameIn(value: unknown, key = ''): string | undefined {
  if (typeof value === 'string')
    return NAMES.test(key) && (isBlank(value) || BIDI_CONTROLS.test(value))
      ? `${key}: ${JSON.stringify(value)}`
      : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = invisibleNameIn(inner, name)
    if (found) return found
  }
  return undefined
}
