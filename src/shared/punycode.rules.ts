const BASE = 36
const DIGITS_A_TO_Z = 26

/** The digit of a code point: a to z are 0 to 25, 0 to 9 are 26 to 35. */
function digitOf(letter: string): number {
  const isNumeral = letter >= '0' && letter <= '9'
  return isNumeral ? letter.charCodeAt(0) - 48 + DIGITS_A_TO_Z : letter.charCodeAt(0) - 97
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / length)
  let bias = 0
  for (; rest > 455; bias += BASE) rest = Math.floor(rest / (BASE - 1))
  return bias + Math.floor((BASE * rest) / (rest + 38))
}

/** A label has at most 63 characters (RFC 1035), including 'xn--'. */
const LETTERS_MAX = 59

/** Decodes the part of a domain label after 'xn--' (RFC 3492); undefined when it is not Punycode in lower case. */
export function decodedLabel(label: string): string | undefined {
  if (label.length > LETTERS_MAX || !/^[a-z\d-]+$/.test(label)) return undefined
  const dash = label.lastIndexOf('-')
  const letters = dash > 0 ? label.slice(0, dash).split('') : []
  const digits = label.slice(dash + 1).split('')
  let codePoint = 128
  let bias = 72
  let index = 0
  while (digits.length > 0) {
    const before = index
    for (let weight = 1, position = BASE; ; position += BASE) {
      const next = digits.shift()
      if (next === undefined || next === '-') return undefined
      const digit = digitOf(next)
      index += digit * weight
      const threshold = Math.min(Math.max(position - bias, 1), DIGITS_A_TO_Z)
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const length = letters.length + 1
    bias = adapted(index - before, length, before === 0)
    codePoint += Math.floor(index / length)
    index %= length
    if (codePoint > 0x10ffff) return undefined
    letters.splice(index, 0, String.fromCodePoint(codePoint))
    index += 1
  }
  return letters.join('')
}
