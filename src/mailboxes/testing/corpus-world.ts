// The company, its customers and its ticket in which the mails of the corpus arrive.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadsOfTests } from '#lib/server/testing/mail-threads.ts'
import type { KnownSender, MailFacts, RuleOfSender } from '../mail-route.rules.ts'
import { ticketNumberIn } from '../mail-text.rules.ts'
import { automationOf } from '../server/reading/automatic-mail.ts'
import type { IncomingMail } from '../server/reading/mail.ts'
import { proofOfSender, type Receiver } from '../server/reading/proof-of-sender.ts'

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
const enquiry = { id: '0193a4c8-7d7e-7c3a-9f6e-2f4f6b1c8d91', email: 'sofia@okand.example' }
export const ownServer: Receiver = { isMicrosoft: false, authservId: 'mx.nordnat.example' }
export const microsoft: Receiver = { isMicrosoft: true, authservId: null }

/** No name of the corpus is in the DNS. */
const noDns = async (): Promise<string[]> => {
  throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
}

/** What is known of a mail of the corpus when it arrives. */
export async function factsOf(mail: IncomingMail, raw: Uint8Array, receiver: Receiver): Promise<MailFacts> {
  const answered = mail.answers.flatMap((id) => threadsOfTests.find(id) ?? [])
  const namesTicket = answered.some(({ id }) => id === ticket.id) || ticketNumberIn(mail.fullSubject) === 1234
  const address = mail.from?.address ?? null
  return {
    ...automationOf(mail),
    proof: await proofOfSender(mail, raw, receiver, noDns),
    from: address,
    staffId: address === 'anna@nordnat.example' ? 'anna' : null,
    known: known[address ?? ''] ?? [],
    ticket: namesTicket ? ticket : null,
    enquiry: answered.some(({ id }) => id === enquiry.id) ? enquiry : null,
    rule: rules[address ?? ''] ?? null,
    ...{ opensTickets: true, isOverLimit: false, isOld: false },
  }
}
