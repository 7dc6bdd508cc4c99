// What a person wrote in a subject, apart from the prefixes that the mail program added.

const prefix = /^\s*(?:sv|vb|vs|aw|re|fw|fwd|wg|vl|svar|antw)\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*:/i
const answerPrefix = /^\s*(?:sv|re|aw|svar|antw)\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*:/i
const label = /^\s*\[[^\]]{1,60}\]/
const forwardPrefix = /^\s*(?:vb|vs|fw|fwd|wg|vl)\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*:/i
const ticketTag = /\[#(\d{1,9})\]/

const external = 'extern(?:al|t|a|e)?(?: (?:e-?mail|mail|mejl|e-?post|sender|avsändare|source))?|ext'
const outside = '(?:outside|utanför) (?:(?:of )?(?:the |your )?organi[sz]ation|organisationen|företaget)'
const junk = 'spam|junk|skräppost'
const warning = '(?:caution|warning|varning|obs|suspected|possible|probable|misstänkt|möjlig|trolig)'
const words = `(?:${warning}\\s*[:!-]?\\s*)?(?:${external}|${outside}|${junk})`
const inside = `\\s*${words}[!?:]*\\s*`
/** What a mail server puts in front of a subject: '[EXTERN]', '*** SPAM ***', '{Spam?}', 'EXTERNAL:'. Warnings are the sender's own words. */
const mark = new RegExp(
  `^[\\s\\p{So}\\ufe0f]*(?:\\[${inside}\\]|\\{${inside}\\}|\\(${inside}\\)|<${inside}>|[*]{2,5}${inside}[*]{2,5}|external\\s*:)[\\s:-]*`,
  'iu',
)
/** The same without brackets, which people write too: in front of what a program added to an answer. */
const bareMark = new RegExp(
  `^[\\s\\p{So}\\ufe0f]*${words}(?![\\p{L}\\p{N}])\\s*[:|–-]?\\s*(?=(?:sv|vb|vs|aw|re|fw|fwd|wg|vl|antw)\\s*(?:\\[\\d{1,4}\\]|\\(\\d{1,4}\\))?\\s*:)`,
  'iu',
)

/** The subject without any number of marks and prefixes (RE, SV, VB …), and without a ticket's number in brackets. */
export const subjectOf = (written: string): string =>
  withoutAny(written.slice(0, 2_000).replace(ticketTag, ' '), [mark, bareMark, prefix]).replace(/\s+/g, ' ').trim()

function withoutAny(subject: string, beginnings: readonly RegExp[]): string {
  let rest = subject
  for (let count = 0; count < 50; count++) {
    const found = beginnings.find((beginning) => beginning.test(rest))
    if (!found) return rest
    rest = rest.replace(found, '')
  }
  return rest
}

/** The ticket that a subject names in brackets: `[#1234]`. */
export function ticketNumberIn(subject: string): number | undefined {
  const [, number] = ticketTag.exec(subject) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Whether the subject says that the mail was passed on. VS is: an answer in Finnish, passed on in Swedish and Danish. */
export const isForward = (subject: string): boolean =>
  forwardPrefix.test(withoutAny(subject.slice(0, 2_000), [mark, bareMark, label, answerPrefix]))
