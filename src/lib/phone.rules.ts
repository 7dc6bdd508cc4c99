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

/** A number in Swedish format ('070-123 45 67', '+47 22 12 34 56'); text that is not a number is returned unchanged. */
export function formatPhone(text: string): string {
  const phone = parse(text)
  if (!phone) return text
  const { country, national } = phone
  if (country === '1' && national.length === 10)
    return `+1 ${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`
  if (country !== '46') return `+${country} ${inPairs(national)}`
  const code = areaCodeOf(national)
  return `0${code}-${grouped(national.slice(code.length))}`
}

const EXTENSION = /[\s,;]*\(?(?:ankn(?:ytning)?|anknytn|ext|vx|växel)\b[.:]?\s*\d{1,6}\)?$/iu
const BETWEEN_NUMBERS = /\s*[,;/|\n]\s*|\s+(?:eller|och|alt\.?)\s+/iu
const BEFORE_NEXT_NUMBER = /\s+(?=\+\d|0\d{1,3}[\s-]|0\d{7,9}(?:\D|$))/u

export type WrittenPhone = {
  /** As it is shown: '08-123 456 78 ankn 12'. */
  label: string
  /** Calls the number; its extension is asked for there. Undefined for text that is no number. */
  href: string | undefined
}

/** The numbers of a field, which may hold two of them and extensions, in the order in which they are written. */
export function phonesIn(text: string): WrittenPhone[] {
  const whole = writtenPhone(text)
  if (whole.href) return [whole]
  return text.split(BETWEEN_NUMBERS).filter(Boolean).flatMap(numbersOf)
}

function numbersOf(part: string): WrittenPhone[] {
  const one = writtenPhone(part)
  const several = one.href ? [] : part.split(BEFORE_NEXT_NUMBER).map(writtenPhone)
  return several.length > 1 && several.every(({ href }) => href) ? several : [one]
}

function writtenPhone(text: string): WrittenPhone {
  const extension = EXTENSION.exec(text)?.[0] ?? ''
  const number = text.slice(0, text.length - extension.length)
  const phone = parse(number)
  if (!phone) return { label: text, href: undefined }
  return { label: formatPhone(number) + extension, href: `tel:+${phone.country}${phone.national}` }
}

/** 'tel:+46701234567' for a link, of the first number; undefined when the text has none. */
export const phoneHref = (text: string): string | undefined => phonesIn(text).find(({ href }) => href)?.href

/** Whether the text is a Swedish number with its area code, or an international one. */
export const isPhone = (text: string): boolean => parse(text) !== undefined
