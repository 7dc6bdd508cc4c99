// The mails about a submitted form.
import { z } from 'zod'
import { faultReportPromise, MESSAGE_RESPONSE } from '#features/company/response-time.rules.ts'
import {
  type SenderAuthentication,
  senderAuthenticationLabels,
} from '#features/tickets/sender-authentication.contract.ts'
import type { Mail, ReplyAddress } from '#platform/mail/mail.ts'
import { mailText, paragraphs } from '#platform/mail/mail-template.ts'
import { EMAIL_MAX } from '#shared/limits.rules.ts'
import { formatPhone } from '#shared/phone.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import type { EnquiryKind } from '../enquiries.contract.ts'
import { enquirySubject, numberedSubject } from '../enquiry-subject.rules.ts'
import { enquiryMomentText, numberText } from '../receipt-texts.rules.ts'

export type EnquiryToMail = {
  orgId: string
  id: string
  kind: EnquiryKind
  name: string
  email: string
  phone: string | null
  message: string
  isUrgent: boolean
  authentication: SenderAuthentication | null
  company: string
  companyPhone: string | null
  companyEmergencyPhone: string | null
  normalAnswerMinutes: number | null
  /** The file names of the pictures. */
  pictures: string[]
}

const NAME_IN_SUBJECT = 60

/** 'Felanmälan från Sofia Lind'. */
export const headingOf = (enquiry: Pick<EnquiryToMail, 'kind' | 'isUrgent' | 'name'>): string =>
  `${kindOf(enquiry)} från ${Array.from(onOneLine(enquiry.name)).slice(0, NAME_IN_SUBJECT).join('')}`

/** The mail to the company: the sender, their contact details and the message. */
export function enquiryMailToCompany(enquiry: EnquiryToMail, to: string, appUrl: string): Mail {
  const { orgId, id, name, email, phone, message, pictures } = enquiry
  const replyTo = plainAddress(email)
  const sender = [
    `Namn: ${onOneLine(name)}`,
    phone && `Telefon: ${onOneLine(formatPhone(phone))}`,
    `E-post: ${onOneLine(email)}`,
  ]
  return {
    orgId,
    to,
    subject: headingOf(enquiry),
    text: paragraphs(
      sender.filter(Boolean).join('\n'),
      message,
      ...(pictures.length > 0 ? [picturesSentence(pictures)] : []),
      `Läs och svara:\n${appUrl}/backoffice/inbox/${id}`,
      originOf(enquiry),
    ),
    messageId: `<received-${id}@${new URL(appUrl).hostname}>`,
    ...(replyTo && { replyTo }),
  }
}

/** The pictures are named but not attached, since their sender is not authenticated. */
const picturesSentence = (names: string[]) =>
  `${plural(names.length, 'bild', 'bilder')} i Inkorg: ${new Intl.ListFormat('sv-SE').format(names.map(onOneLine))}`

export type Receipt = {
  enquiry: EnquiryToMail
  number: number | null
  promisedAt: string | null
  /** For an urgent report, when nobody has jour. */
  noJour: string | undefined
  replyAddress: ReplyAddress | null
}

/** The receipt to the sender. It quotes nothing of the form, since the address is unverified. */
export function receiptFor({ enquiry, number, promisedAt, noJour, replyAddress }: Receipt): Mail {
  const { orgId, id, kind, isUrgent, email, company, companyPhone } = enquiry
  const told = [number && numberText(kind, number), enquiryMomentText({ isUrgent, promisedAt })].filter(Boolean)
  return {
    orgId,
    to: email,
    subject: numberedSubject(number, onOneLine(enquirySubject(kind, company))),
    text: mailText(
      { to: null },
      promiseOf(enquiry, noJour),
      ...(told.length > 0 ? [told.join('\n')] : []),
      ...(replyAddress ? ['Vill du tillägga något? Svara på det här mejlet.'] : []),
      'Har du inte skrivit till oss? Då har någon angett din adress, och du behöver inte göra något.',
      [onOneLine(company), companyPhone && onOneLine(formatPhone(companyPhone))].filter(Boolean).join('\n'),
    ),
    thread: { about: 'enquiry', id, event: 'receipt' },
    autoSubmitted: 'auto-replied',
    ...(replyAddress && {
      replyTo: number === null ? replyAddress.mailbox : { ...replyAddress, ticketNumber: number },
    }),
  }
}

/** How each kind arrived, and what the company's mail calls it. */
const kinds: Record<EnquiryKind, { isForm: boolean; name: string; urgentName: string }> = {
  contact: { isForm: true, name: 'Meddelande', urgentName: 'Meddelande' },
  support: { isForm: true, name: 'Felanmälan', urgentName: 'Akut felanmälan' },
  mail: { isForm: false, name: 'Mejl', urgentName: 'Mejl' },
  automatic: { isForm: false, name: 'Mejl', urgentName: 'Mejl' },
}

/** How the enquiry arrived, and how its sender was authenticated. */
function originOf({ kind, authentication }: EnquiryToMail): string {
  if (kinds[kind].isForm) return 'Skickat med formuläret på webbplatsen. Ingen har kontrollerat vem avsändaren är.'
  return `Skickat som mejl. ${senderAuthenticationLabels[authentication ?? 'none']}.`
}

/** The promised reply time (specification, Constants). */
function promiseOf(enquiry: EnquiryToMail, noJour: string | undefined): string {
  const { kind, isUrgent, companyPhone, companyEmergencyPhone } = enquiry
  if (kind === 'contact') return `Tack för ditt meddelande. Vi svarar ${MESSAGE_RESPONSE}.`
  if (!isUrgent) return `Din felanmälan är registrerad. ${faultReportPromise(false, enquiry)}.`
  const phone = companyEmergencyPhone ?? companyPhone
  const call = phone ? ` Ring oss gärna direkt: ${onOneLine(formatPhone(phone))}.` : ''
  return `Din felanmälan är registrerad som akut. ${noJour ?? `${faultReportPromise(true)}.`}${call}`
}

const kindOf = ({ kind, isUrgent }: Pick<EnquiryToMail, 'kind' | 'isUrgent'>): string =>
  kinds[kind][isUrgent ? 'urgentName' : 'name']

/** The address if it is a single plain one: stored addresses are unvalidated visitor input, and this becomes Reply-To. */
export const plainAddress = (email: string): string | undefined => z.email().max(EMAIL_MAX).safeParse(email).data
