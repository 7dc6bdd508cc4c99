// Subjects of mails, with and without the prefixes that mail programs and servers add.

const answers = 're|sv|aw|antw|svar'
/** VS marks a reply in Finnish, and a forwarded mail in Swedish and Danish. */
const forwards = 'fw|fwd|vb|vs|wg|vl'
/** Some programs add a count: 'Re [2]:'. */
const prefixOf = (names: string) => `\\s*(?:${names})\\s*(?:\\[\\d{1,4}\\]|\\(\\d{1,4}\\))?\\s*:`
const beginning = (pattern: string) => new RegExp(`^${pattern}`, 'i')

const prefix = beginning(prefixOf(`${answers}|${forwards}`))
const answerPrefix = beginning(prefixOf(answers))
const forwardPrefix = beginning(prefixOf(forwards))
const knownToAll = beginning(prefixOf('re|fwd?'))
const label = /^\s*\[[^\]]{1,60}\]/
const ticketTag = /\[#(\d{1,9})\]/

/** Does not match 'Externa', with which people begin subjects of their own. */
const external = 'extern(?:al|t|e)?(?: (?:e-?mail|mail|mejl|e-?post|sender|avsändare|source))?|ext'
const outside = '(?:outside|utanför) (?:(?:of )?(?:the |your )?organi[sz]ation|organisationen|företaget)'
const junk = 'spam|junk|skräppost'
const warning = '(?:caution|warning|varning|obs|suspected|possible|probable|misstänkt|möjlig|trolig)'
const words = `(?:${warning}\\s*[:!-]?\\s*)?(?:${external}|${outside}|${junk})`
const inside = `\\s*${words}[!?:]*\\s*`
/**
 * A mark that a mail server adds before a subject: '[EXTERN]', '*** SPAM ***', '{Spam?}', 'EXTERNAL:'. Other warnings are
 * the sender's own text.
 */
const mark = new RegExp(
  `^[\\s\\p{So}\\ufe0f]*(?:\\[${inside}\\]|\\{${inside}\\}|\\(${inside}\\)|<${inside}>|[*]{2,5}${inside}[*]{2,5}|external\\s*:)[\\s:-]*`,
  'iu',
)
/** The same without brackets, which people also write: matched only before the prefix of a reply or forward. */
const bareMark = new RegExp(
  `^[\\s\\p{So}\\ufe0f]*${words}(?![\\p{L}\\p{N}])\\s*[:|–-]?\\s*(?=${prefixOf(`${answers}|${forwards}`)})`,
  'iu',
)

/** The subject without marks, prefixes (RE, SV, VB …) and a ticket's number in brackets. */
export const subjectOf = (written: string): string =>
  withoutAny(written.slice(0, 2_000).replace(ticketTag, ' '), [mark, bareMark, prefix]).replace(/\s+/g, ' ').trim()

/** The subject by which every mail program recognizes the conversation (RFC 5256, 2.1); keeps prefixes that only some programs know. */
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

/** The number of the ticket that a subject names in brackets: `[#1234]`. */
export function ticketNumberIn(subject: string): number | undefined {
  const [, number] = ticketTag.exec(subject) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Whether the subject marks a reply, also behind marks and labels. */
export const isAnswer = (subject: string): boolean =>
  answerPrefix.test(withoutAny(subject.slice(0, 2_000), [mark, bareMark, label]))

/** Whether the subject marks a forwarded mail. */
export const isForward = (subject: string): boolean =>
  forwardPrefix.test(withoutAny(subject.slice(0, 2_000), [mark, bareMark, label, answerPrefix]))
