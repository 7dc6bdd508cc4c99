// The company, customers, ticket and enquiries that the mails of the corpus are tested against.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ticketNumberIn } from '#features/tickets/mail-text.rules.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import type { AnsweredEnquiry, KnownSender, MailFacts, RuleOfSender } from '../mail-route.rules.ts'
import { type FoldedMail, foldMail } from '../quotation.rules.ts'
import { authenticateSender } from '../server/reading/authenticate-sender.ts'
import type { IncomingMail } from '../server/reading/incoming-mail.ts'
import type { Receiver } from '../server/reading/server-results.ts'
import type { Expected } from './expected-mail.ts'

export const corpusFolder = join(import.meta.dirname, 'corpus')
export const corpusMail = (name: string) => readFileSync(join(corpusFolder, `${name}.eml`))

const kajen = (contactId: string): KnownSender => ({ customerId: 'kajen', contactId, userId: null, seesCompany: false })
const known: Record<string, KnownSender[]> = {
  'kim@kajen.example': [kajen('kim')],
  'lo@kajen.example': [kajen('lo')],
  'pia@kajen.example': [kajen('pia')],
  'ove@annan.example': [{ ...kajen('ove'), customerId: 'annan', seesCompany: true }],
  'info@xn--kesson-hua.example': [kajen('akesson')],
  'konsult@byra.example': [kajen('konsult'), { ...kajen('konsult'), customerId: 'annan' }],
}
const rules: Record<string, RuleOfSender> = {
  'nas@larm.example': { rule: 'ticket', by: kajen('nas'), repeats: null },
  'ups@larm.example': { rule: 'ticket', by: kajen('ups'), repeats: '0193a4c8-7d7e-7c3a-9f6e-2f4f6b1c8d92' },
  'bokning@larm.example': { rule: 'inbox' },
  'reklam@slang.example': { rule: 'discard' },
  'pia@kajen.example': { rule: 'discard' },
}
const ticket = { id: '0193a4c8-7d7e-7c3a-9f6e-2f4f6b1c8d90', customerId: 'kajen', contactIds: ['kim', 'lo'] }
const enquiry = { id: '0193a4c8-7d7e-7c3a-9f6e-2f4f6b1c8d91', addresses: ['sofia@okand.example'], mayComment: false }
/** The enquiry that has become the ticket. */
const enquiryOfTicket = { id: '0193a4c8-7d7e-7c3a-9f6e-2f4f6b1c8d94', addresses: ['ida@okand.example'] }
export const ownServer: Receiver = { isMicrosoft: false, authservId: 'mx.nordnat.example' }
export const microsoft: Receiver = { isMicrosoft: true, authservId: null }

/** The domains of the corpus are not in the DNS. */
const noDns = async (): Promise<string[]> => {
  throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
}

const threadsOf = (id: string) => threadsOfTests.find(id) ?? []

function enquiryAmong(answered: { id: string }[], address: string | null): AnsweredEnquiry | null {
  const names = ({ id }: { id: string }) => answered.some((thread) => thread.id === id)
  if (names(enquiryOfTicket))
    return { ...enquiryOfTicket, mayComment: enquiryOfTicket.addresses.some((one) => one === address) }
  return names(enquiry) ? enquiry : null
}

/** The facts about a mail of the corpus that its route depends on. */
export async function factsOf(mail: IncomingMail, raw: Uint8Array, receiver: Receiver): Promise<MailFacts> {
  const answered = mail.answers.flatMap(threadsOf)
  const returned = [mail.report?.messageId ?? ''].flatMap(threadsOf)
  const isOfTicket = [...answered, ...returned].some(({ id }) => id === ticket.id || id === enquiryOfTicket.id)
  const namesTicket = isOfTicket || ticketNumberIn(mail.fullSubject) === 1234
  const address = mail.from?.address ?? null
  return {
    ...mail.automation,
    authentication: (await authenticateSender(mail, raw, receiver, noDns)).authentication,
    from: address,
    staffId: address === 'anna@nordnat.example' ? 'anna' : null,
    known: known[address ?? ''] ?? [],
    ticket: namesTicket ? ticket : null,
    enquiry: enquiryAmong(answered, address),
    rule: rules[address ?? ''] ?? null,
    opensTickets: true,
    isOverLimit: false,
    isOld: false,
  }
}

const sentMails = {
  ticket: { subject: 'WiFi nere', text: 'Hej!\n\nVi byter routern i dag.' },
  enquiry: { subject: 'Ditt meddelande till Nordnät AB', text: 'Vi kan komma på torsdag.' },
}

/** Own and folded text of a mail of the corpus. `earlier`: earlier mail of its sender; `sentText`: the mail that it answers. */
export function partsOf(
  { text, fullSubject, answers }: IncomingMail,
  { earlier = [], sentText }: Pick<Expected, 'earlier' | 'sentText'>,
): FoldedMail {
  const answered = answers[0] === undefined ? undefined : threadsOfTests.find(answers[0])
  const ours = answered ? { ...sentMails[answered.about], ...(sentText !== undefined && { text: sentText }) } : null
  return foldMail(text, { subject: fullSubject, sent: ours, earlier })
}
