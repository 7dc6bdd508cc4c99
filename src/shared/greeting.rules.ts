// The greeting of a mail.
import { onOneLine } from './text.rules.ts'

const firstName = /^[\p{L}\p{M}][\p{L}\p{M}'’-]{1,39}$/u
/** Words in names of companies, associations and shared addresses, which must not be greeted by a first name. */
const organization =
  /(?:^|\s)(?:ab|hb|kb|brf|if|bk|sk|fk|kommun|region|förening(?:en)?|\p{L}*förening(?:en)?|stiftelsen?|café|kafé|restaurang(?:en)?|\p{L}*bageri(?:et)?|hotell(?:et)?|\p{L}*skolan?|klinik(?:en)?|\p{L}*byrån?|info|support|helpdesk|kundtjänst|reception(?:en)?|växeln?|kontor(?:et)?|ekonomi|faktura|butik(?:en)?)(?=\s|$)/iu
const typedGreeting =
  /^\s*(?:hej(?:san|hej)?(?! då)|hallå|halloj|tja|tjo|tjena|tjabba|mors|god ?(?:morgon|förmiddag|dag|eftermiddag|kväll)|god (?:jul|fortsättning)|hello|hi|dear|bästa|kära)(?![\p{L}\p{N}-])/iu
/** 'Åsa,' on a line of its own. */
const nameAlone = /^\s*\p{Lu}[\p{Ll}’'-]{1,39},[ \t]*(?:[\r\n]|$)/u

/** 'Anna', also of 'Berg, Anna'; undefined for a company, and without a recognizable first name. */
export function givenName(name: string): string | undefined {
  const line = onOneLine(name)
  if (organization.test(line)) return undefined
  const words = line.split(' ')
  const [first = '', second = ''] = words
  const called = /^\p{L}+,$/u.test(first) && words.length === 2 ? second : first
  return firstName.test(called) ? called : undefined
}

/** 'Hej Anna,', or 'Hej,' without a given name. */
export function greeting(name: string | null): string {
  const called = givenName(name ?? '')
  return called ? `Hej ${called},` : 'Hej,'
}

/** Whether a person's text begins with a greeting, so that the mail must not add another. */
export const hasGreeting = (text: string): boolean => typedGreeting.test(text) || nameAlone.test(text)
