// Telephone numbers: '070-123 45 67' for display, E.164 for links. Source: the Swedish numbering plan
// (area codes of one to three digits, numbers of seven to nine digits after the 0).

const twoDigitCodes = new Set(
  '10 11 13 16 18 19 20 21 23 26 31 33 35 36 40 42 44 46 54 60 63 70 72 73 74 76 79 90'.split(' '),
)
/** Service codes of three digits whose first two digits are also an area code. */
const serviceCodes = /^(?:200|77\d|900|939|944)/
const mobileOrNonGeographic = /^(?:10|7[02369])/

const separators = /[\s\u00a0().\-\u2010-\u2013/]/g

type Phone = { country: string; national: string }

/** Parses user input; undefined unless it is a Swedish number with an area code or an international number. */
function parse(text: string): Phone | undefined {
  const plain = text.trim().replace(/\(0\)/, '')
  const dialled = plain.replace(separators, '').replace(/^00/, '+')
  if (!/^\+?\d+$/.test(dialled)) return undefined
  if (dialled.startsWith('+46')) return swedish(dialled.slice(3).replace(/^0/, ''))
  if (dialled.startsWith('+')) return foreign(dialled.slice(1))
  return dialled.startsWith('0') ? swedish(dialled.slice(1)) : undefined
}

function swedish(national: string): Phone | undefined {
  const lengths = mobileOrNonGeographic.test(national) ? /^\d{9}$/ : /^\d{7,9}$/
  if (!lengths.test(national)) return undefined
  const subscriber = national.slice(areaCodeOf(national).length)
  const isNumber =
    !/^0/.test(national) && subscriber.length >= 5 && !(/^[1-68]/.test(national) && /^0/.test(subscriber))
  return isNumber ? { country: '46', national } : undefined
}

function foreign(digits: string): Phone | undefined {
  if (!/^[1-9]\d{6,14}$/.test(digits)) return undefined
  const country = digits.slice(0, countryCodeLength(digits))
  return { country, national: digits.slice(country.length) }
}

/** ITU-T E.164: zones 1 and 7 have one digit; the rest have two, or three where the zone is divided. */
function countryCodeLength(digits: string): 1 | 2 | 3 {
  if (/^[17]/.test(digits)) return 1
  return /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/.test(digits) ? 2 : 3
}

function areaCodeOf(national: string): string {
  if (national.startsWith('8')) return '8'
  return national.slice(0, !serviceCodes.test(national) && twoDigitCodes.has(national.slice(0, 2)) ? 2 : 3)
}

/** Eight digits as 123 456 78, the others in pairs after a first group of two or three. */
function grouped(digits: string): string {
  if (digits.length === 8) return `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`
  return inPairs(digits)
}

const inPairs = (digits: string) => digits.replace(/\B(?=(?:\d{2})+$)/g, (_, at: number) => (at === 1 ? '' : ' '))

/** Parses a text that is one number and nothing else. */
function onlyNumber(text: string): Phone | undefined {
  const typed = text.trim()
  const length = numberLength(typed)
  return length === undefined || /\d/.test(typed.slice(length)) ? undefined : parse(typed)
}

/** A number in Swedish format ('070-123 45 67', '+47 22 12 34 56'); text that is not a number is returned unchanged. */
export function formatPhone(text: string): string {
  const phone = onlyNumber(text)
  if (!phone) return text
  const { country, national } = phone
  if (country === '1' && national.length === 10)
    return `+1 ${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`
  if (country !== '46') return `+${country} ${inPairs(national)}`
  const code = areaCodeOf(national)
  return `0${code}-${grouped(national.slice(code.length))}`
}

/** An extension after a number. */
const EXTENSION =
  /^[\s,;]*(?:\(?(?:ankn(?:ytning)?|anknytn|ank|ext|vx|växel|x)[.:]?\s*\d{1,6}(?:-\d{1,4})?\)?|\(\d{1,6}\))(?![\p{L}\d])/iu
/** A separator between two numbers, without other information. */
const BETWEEN_NUMBERS = /^[\s,;|/&+]*(?:(?:eller|och|samt|alt|el)\b\.?)?[\s,;|/&+-]*$/iu
/** Digits and separators that begin like a telephone number, not inside other digits. */
const CANDIDATE = /(?<![\p{L}\d+./\u2010-\u2013-]|\d\s)(?:\+(?!\s*0)|\(?0)[\d\s().\u2010-\u2013/-]*\d/u

export type WrittenPhone = {
  /** The text to show: '08-123 456 78 ankn 12'; text around numbers is unchanged. */
  label: string
  /** Calls the number, without its extension. Undefined for text that is not a number. */
  href: string | undefined
}

/**
 * The numbers and other texts of a field, which may have several numbers with extensions, in their order. An ambiguous number
 * gets the shorter interpretation, or no link: a wrong number is worse than none.
 */
export function phonesIn(text: string): WrittenPhone[] {
  const phones: WrittenPhone[] = []
  const addWords = (label: string, isLast = false) => {
    const isSeparator = BETWEEN_NUMBERS.test(label) && (phones.length > 0 || label.trim() === '')
    if (label !== '' && !(isSeparator && (!isLast || label.trim() === ''))) phones.push({ label, href: undefined })
  }
  let words = ''
  let rest = text
  for (let found = firstNumber(rest); found; found = firstNumber(rest)) {
    const { before, number, after } = found
    const phone = parse(number)
    if (phone) {
      addWords(words + before)
      const extension = EXTENSION.exec(after)?.[0] ?? ''
      phones.push({ label: formatPhone(number) + extension, href: `tel:+${phone.country}${phone.national}` })
      // A slash is not part of the next number.
      words = after[extension.length] === '/' ? '/' : ''
      rest = after.slice(extension.length + words.length)
    } else {
      words += before + number
      rest = after
    }
  }
  addWords(words + rest, true)
  return phones
}

type Found = { before: string; number: string; after: string }

/** The first candidate in a text, cut where another number, or alternative last digits, begin. */
function firstNumber(text: string): Found | undefined {
  const found = CANDIDATE.exec(text)
  if (!found) return undefined
  const length = numberLength(found[0]) ?? found[0].length
  const end = found.index + length
  return { before: text.slice(0, found.index), number: text.slice(found.index, end), after: text.slice(end) }
}

type Group = { separator: string; digits: string; end: number }

/** The length of the number that a candidate begins with; undefined when it does not begin with one. */
function numberLength(candidate: string): number | undefined {
  const groups: Group[] = [...candidate.matchAll(/(\D*)(\d+)/g)].map(
    ([whole, separator = '', digits = ''], at, all) => ({
      separator,
      digits,
      end: (all[at]?.index ?? 0) + whole.length,
    }),
  )
  for (const [at, group] of groups.entries()) {
    const next = groups[at + 1]
    if (!parse(candidate.slice(0, group.end))) continue
    if (!next || isCut(group, next, candidate.slice(group.end + next.separator.search(/\S|$/)))) return group.end
  }
  return undefined
}

/** Whether a number ends before the next digits: '08-12 34 56/57', '08-12 34 56 - 58', '0701234567 0812345678'. */
function isCut(last: Group, next: Group, rest: string): boolean {
  if (/[/(\n]|\s[\u2010-\u2013-]|[\u2010-\u2013-]\s/.test(next.separator)) return true
  const isRange = /^[\u2010-\u2013-]$/.test(next.separator) && /^\s+$/.test(last.separator)
  if (isRange && last.digits.length === next.digits.length) return true
  return next.digits.startsWith('0') && numberLength(rest.replace(/^\D+/, '')) !== undefined
}

/** 'tel:+46701234567', the link to the first number; undefined when the text has none. */
export const phoneHref = (text: string): string | undefined => phonesIn(text).find(({ href }) => href)?.href

/** The text as one number, which may have an extension: '08-465 004 11 ankn 12'. Undefined when it is anything else. */
export function oneNumberIn(text: string): string | undefined {
  const [phone, ...others] = phonesIn(text.trim())
  return phone?.href && others.length === 0 ? phone.label : undefined
}

/** Whether the text is a Swedish number with its area code, or an international one. */
export const isPhone = (text: string): boolean => onlyNumber(text) !== undefined
