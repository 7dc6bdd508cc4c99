// What a person wrote in a subject, apart from the prefixes that the mail program added.

const answers = 're|sv|aw|antw|svar'
/** VS is an answer in Finnish, and passed on in Swedish and Danish. */
const forwards = 'fw|fwd|vb|vs|wg|vl'
/** With the count that some programs write: 'Re [2]:'. */
const prefixOf = (names: string) => `\\s*(?:${names})\\s*(?:\\[\\d{1,4}\\]|\\(\\d{1,4}\\))?\\s*:`
const beginning = (pattern: string) => new RegExp(`^${pattern}`, 'i')

const prefix = beginning(prefixOf(`${answers}|${forwards}`))
const answerPrefix = beginning(prefixOf(answers))
const forwardPrefix = beginning(prefixOf(forwards))
const knownToAll = beginning(prefixOf('re|fwd?'))
const label = /^\s*\[[^\]]{1,60}\]/
const ticketTag = /\[#(\d{1,9})\]/

/** Not 'Externa', which people write in front of answers of several. */
const external = 'extern(?:al|t|e)?(?: (?:e-?mail|mail|mejl|e-?post|sender|avsändare|source))?|ext'
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
  `^[\\s\\p{So}\\ufe0f]*${words}(?![\\p{L}\\p{N}])\\s*[:|–-]?\\s*(?=${prefixOf(`${answers}|${forwards}`)})`,
  'iu',
)

/** The subject without any number of marks and prefixes (RE, SV, VB …), and without a ticket's number in brackets. */
export const subjectOf = (written: string): string =>
  withoutAny(written.slice(0, 2_000).replace(ticketTag, ' '), [mark, bareMark, prefix]).replace(/\s+/g, ' ').trim()

/** The subject that a conversation keeps for every mail program (RFC 5256, 2.1): with prefixes that only some of them know. */
export const conversationSubjectOf = (written: string): string =>
  withoutAny(written.slice(0, 2_000).replace(ticketTag, ' '), [mark, bareMark, knownToAll]).replace(/\s+/g, ' ').trim()

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

/** Whether the subject says that the mail answers another, also behind marks and labels. */
export const isAnswer = (subject: string): boolean =>
  answerPrefix.test(withoutAny(subject.slice(0, 2_000), [mark, bareMark, label]))

/** Whether the subject says that the mail was passed on. */
export const isForward = (subject: string): boolean =>
  forwardPrefix.test(withoutAny(subject.slice(0, 2_000), [mark, bareMark, label, answerPrefix]))
