// The attribution line above a quoted mail ('On … Anna wrote:'), as mail programs write it and with nothing else in it.

const wroteWords = [
  ...['skrev', 'skriver', 'wrote', 'schrieb', 'kirjoitti', 'a écrit', 'escribió', 'ha scritto', 'schreef'],
  ...['napisał', 'pisze', 'escreveu'],
]
const months =
  'jan|feb|mar|mär|apr|maj|may|mai|mei|mag|jun|jul|aug|sep|okt|oct|ott|out|nov|dec|dez|des|dic|déc|fév|fev|avr|juin|juil|août|' +
  'ene|abr|ago|gen|giu|lug|set|mrt|sty|lut|kwi|cze|lip|sie|wrz|paź|lis|gru|tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu'
const weekdays =
  'mån|tis|ons|tor|fre|lör|sön|mon|tue|wed|thu|fri|sat|sun|man|tir|lør|søn|mo|di|mi|do|fr|sa|so|ma|ti|ke|to|pe|la|su|' +
  'lun|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|gio|wo|vr|za|zo|po|wt|śr|cz|pt|pią|ni|seg|ter|qu|sex'
/** 'Den tis 3 nov.', 'On Tue, Nov 3', 'Am Di., 3. Nov.', '2026-11-03', 'ti 3. marrask.' */
export const beginsWithDay = new RegExp(
  [
    '^[-*\\s]*(?:(?:on|den|am|le|el|il|il giorno|op|em|w dniu|dnia|på)\\s+)?',
    `(?:(?:${weekdays})\\p{L}*[.,]{0,2}\\s+)?(?:den\\s+)?`,
    `(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2}|\\d{1,2}(?:\\.|st|nd|rd|th)?\\s+(?:de\\s+)?(?:${months})|(?:${months})\\p{L}*\\.?\\s+\\d)`,
  ].join(''),
  'iu',
)

const wroteWord = new RegExp(`(?<!\\p{L})(?:${wroteWords.join('|')})(?!\\p{L})`, 'giu')

export const hasWroteWord = (line: string) => wroteWords.some((word) => line.toLowerCase().includes(word))

/**
 * 'Den tis 3 nov. 2026 kl 10:12 skrev Anna <anna@…>:', 'On Nov 3, 2026, Anna wrote:', 'Anna <anna@…> skrev 2026-11-03
 * 10:12:'.
 */
export function isAttribution(line: string): boolean {
  const content = line.replace(/^[-\s*]+|[\s:*-]+$/g, '')
  return [...content.matchAll(wroteWord)].some(({ 0: word, index }) => {
    const before = content.slice(0, index).trim().replace(/,$/, '')
    const after = content.slice(index + word.length).trim()
    if (isWhen(before)) return isWho(after)
    if (after !== '') return isWho(before) && isWhen(after)
    return isWho(withoutWhen(before)) && /\d{4}|\d{1,2}[:.]\d{2}|\S@\S/.test(before)
  })
}

/** To the end of the time, or of the year where there is no time. */
const dayAndTime =
  /^.{0,60}?(?:\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?![:.\d])|\d{4}(?!.*\d[:.]\d{2})|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!.*\d[:.]\d{2}))/iu
/** What may follow it: AM or PM, and the time zone. */
const zone = String.raw`(?:[\s,().]|[+-]?\d{1,2}:?\d{2}|(?:[AaPp]\.?[Mm]\.?|[Uu]hr|UTC|GMT|[CEW]E?S?T|MES?Z|BST|Z)(?!\p{L}))*`
const zoneAlone = new RegExp(`^${zone}$`, 'u')
const zoneAhead = new RegExp(`^${zone}`, 'u')
const MOMENT_LENGTH = 70

const isWhen = (text: string) => beginsWithDay.test(text) && isMoment(text)

/** A day, a time and a zone; a day alone is short. */
export function isMoment(text: string): boolean {
  if (text.length > MOMENT_LENGTH || /[!?]/.test(text)) return false
  const [whole] = dayAndTime.exec(text) ?? []
  return whole === undefined ? text.length <= 30 : zoneAlone.test(text.slice(whole.length))
}

function withoutWhen(text: string): string {
  if (!beginsWithDay.test(text)) return text
  const [whole = ''] = dayAndTime.exec(text) ?? []
  return text.slice(whole.length).replace(zoneAhead, '')
}

const address = /\s*(?:<\s*[^<>\s]+@[^<>\s]+\s*>|\(\s*[^()\s]+@[^()\s]+\s*\)|\[mailto:[^\]\s]+\])$/i
const NAME_WORDS = 10
const linking = /^(?:på|i|via|hos|från|from|at|for|för|of|av|af|von|van|de|der|och|and|&|-|–|\|)$/iu

/** A name, an address or both: 'Anna Berg <anna@…>'. Each word of a longer name begins as names do. */
function isWho(text: string): boolean {
  const name = text.replace(address, '').replace(/^[\s"'*]+|[\s"'*]+$/g, '')
  const words = name.split(/\s+/).filter(Boolean)
  if (words.length === 0) return text.trim() !== ''
  if (words.length > NAME_WORDS || /[!?:;<>]|\p{L}{3,}\.\s/u.test(name)) return false
  return (
    words.length === 1 ||
    words.every((word) => /^["'(]?[\p{Lu}\p{N}]/u.test(word) || linking.test(word) || /\S@\S/.test(word))
  )
}

/** Like `isWho`, for a list of recipients, whose names may also be in lower case. */
export function isPerson(text: string): boolean {
  const name = text.trim().replace(address, '')
  return isWho(text) || name === '' || (name.split(/\s+/).length <= 2 && !/[!?:]/.test(name))
}
