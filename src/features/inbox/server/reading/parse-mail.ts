// Parses a raw mail. It never throws: an unreadable mail has its plain headers and the remark 'unreadable', and its original is
// stored.
import PostalMime, { type Address, addressParser, decodeWords, type Email, type Attachment as Part } from 'postal-mime'
import { subjectOf } from '#features/tickets/mail-text.rules.ts'
import { isMessageId } from '#platform/mail/mail-headers.ts'
import { asciiDomain } from '#shared/email.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { isBlank } from '#shared/text.rules.ts'
import { automationOf, deliveryReportOf } from './automatic-mail.ts'
import { bodyOfMail, TEXT_MAX } from './body-of-mail.ts'
import { nameOfFile } from './file-names.ts'
import { readableFields, readHeaderSection } from './header-section.ts'
import type { Attachment, Header, IncomingMail, MailAddress } from './incoming-mail.ts'
import { mailInUtf8, textOutsideParts } from './mail-in-utf8.ts'
import { AMP_TYPE, remarksOn } from './remarks.ts'
import { hasStrayLine, type Section } from './sections.ts'

/** A larger mail is unreadable. Mail servers usually accept 25 to 35 MB. */
export const MAIL_MAX_BYTES = 50 * 1024 * 1024
const MAX_PARTS = 1_000
const MAX_NESTING = 100
const MAX_HEADER_BYTES = 2 * 1024 * 1024
const MAX_ADDRESSES = 200
/** `enquiries_reply_to_are_addresses` in the database. */
export const REPLY_TO_MAX = 10
/** Message-IDs that are read from each end of a header: our own may be the first or the last of a long thread. */
const MAX_ANSWERED = 500

export async function parseMail(raw: Uint8Array): Promise<IncomingMail> {
  if (raw.length > MAIL_MAX_BYTES) return fromPlainHeaders(raw)
  try {
    const { raw: inUtf8, addedHeaders, sections } = await mailInUtf8(raw)
    const email = await PostalMime.parse(inUtf8, parseOptions)
    const mail = fromEmail({ ...email, headers: email.headers.slice(addedHeaders) })
    const isEmpty = isBlank(mail.text) && mail.attachments.length === 0
    return withAutomation(isEmpty ? await withTextOutside(mail, sections, raw) : mail)
  } catch {
    return fromPlainHeaders(raw)
  }
}

type WrittenMail = Omit<IncomingMail, 'automation' | 'report'>
const withAutomation = (mail: WrittenMail): IncomingMail => ({
  ...mail,
  automation: automationOf(mail),
  report: deliveryReportOf(mail) ?? null,
})

/** Uses text outside the parts for a mail whose parts are empty. */
async function withTextOutside(
  mail: WrittenMail,
  sections: readonly Section[],
  { buffer, byteOffset, length }: Uint8Array,
): Promise<WrittenMail> {
  const raw = Buffer.from(buffer, byteOffset, length)
  const text = cleanText(await textOutsideParts(sections, raw)).trim()
  if (!isBlank(text)) return { ...mail, text: text.slice(0, TEXT_MAX) }
  const isUnreadable = sections.some((section) => hasStrayLine(section, raw))
  return isUnreadable ? { ...mail, remarks: [...mail.remarks, 'unreadable'] } : mail
}

const parseOptions = {
  maxNestingDepth: MAX_NESTING,
  maxHeadersSize: MAX_HEADER_BYTES,
  // An attached mail is a file, since its text is not the sender's.
  forceRfc822Attachments: true,
} as const

function fromEmail(email: Email): WrittenMail {
  const headers = email.headers.map(({ key, value }) => ({ key, value: cleanLine(value) }))
  const common = fromHeaders(headers)
  const { text, pictures } = bodyOfMail(email)
  const parts = atMost([...email.attachments.map(toAttachment), ...pictures])
  const remarks = [...common.remarks, ...remarksOn({ headers, parts, text })]
  const attachments = parts.filter(({ type }) => type !== AMP_TYPE)
  return { ...common, text: cleanText(text).trim(), attachments, remarks }
}

/** Limits the files; the last one stands for the rest, with their number as its name. */
function atMost(files: Attachment[]): Attachment[] {
  if (files.length <= MAX_PARTS) return files
  const left = files.slice(MAX_PARTS - 1)
  const bytes = left.reduce((sum, file) => sum + file.bytes, 0)
  const name = plural(left.length, 'fil till', 'filer till')
  const rest = {
    name,
    type: 'application/octet-stream',
    bytes,
    contentId: null,
    isInline: false,
    content: new Uint8Array(),
  }
  return [...files.slice(0, MAX_PARTS - 1), rest]
}

/** The mail as far as its headers tell; a second, different From makes the sender unknown. */
function fromHeaders(headers: Header[]): WrittenMail {
  const all = (key: string) => headers.filter((header) => header.key === key).map(({ value }) => value)
  const first = (key: string) => all(key)[0] ?? ''
  // Identical copies of From count as one, as in `isAmbiguous`.
  const fromValues = new Set(all('from').map((value) => value.replace(/\s+/g, ' ')))
  const senders = [...fromValues].flatMap(addressesIn)
  const fullSubject = cleanLine(decodeWords(first('subject'))).slice(0, 2_000)
  const [sender] = addressesIn(first('sender'))
  const to = all('to').flatMap(addressesIn).slice(0, MAX_ADDRESSES)
  const cc = all('cc').flatMap(addressesIn).slice(0, MAX_ADDRESSES)
  const hasOneSender = fromValues.size === 1 && senders.length === 1
  return {
    headers,
    messageId: messageIdsIn(first('message-id'))[0] ?? null,
    answers: [...messageIdsIn(first('in-reply-to')), ...messageIdsIn(first('references')).toReversed()],
    from: hasOneSender ? (senders[0] ?? null) : null,
    sender: sender ?? null,
    replyTo: withoutRepeats(all('reply-to').flatMap(addressesIn)).slice(0, REPLY_TO_MAX),
    to,
    cc,
    copied: [...to, ...cc],
    fullSubject,
    subject: subjectOf(fullSubject),
    date: dateOf(first('date')),
    text: '',
    folded: '',
    attachments: [],
    remarks: hasOneSender || senders.length < 2 ? [] : ['several_senders'],
  }
}

/** The headers of a mail whose body or structure cannot be read. */
export function fromPlainHeaders(raw: Uint8Array): IncomingMail {
  const headers = readableFields(readHeaderSection(raw).head).map(({ key, value }) => ({
    key,
    value: cleanLine(value),
  }))
  const { remarks, ...common } = fromHeaders(headers)
  return withAutomation({ ...common, remarks: [...remarks, 'unreadable'] })
}

function addressesIn(value: string): MailAddress[] {
  // Limited, since parsing a header of a megabyte takes long.
  const parsed: Address[] = addressParser(value.slice(0, 100_000), { flatten: true })
  return parsed.slice(0, MAX_ADDRESSES).flatMap(({ name, address }) => {
    const plain = asciiDomain(cleanLine(address ?? '').toLowerCase())
    if (!isAddress(plain)) return []
    return [{ name: cleanLine(decodeWords(name)).slice(0, 200), address: plain }]
  })
}

const withoutRepeats = (people: MailAddress[]) =>
  people.filter(({ address }, index) => people.findIndex((one) => one.address === address) === index)

/** The form that the columns of `enquiries` and `contacts` accept as one address. */
const isAddress = (text: string) => text.length <= 254 && /^[^@\s,;:<>"()]+@[^@\s,;:<>"()]+$/.test(text)

/** Accepts ids without angle brackets, as some programs write them; skips ids that are invalid by RFC 5322 or too long. */
const messageIdsIn = (value: string) => {
  const written = value.slice(0, 100_000)
  const found = written.includes('<')
    ? (written.match(/<[^<>\s]{1,998}>/g) ?? [])
    : (written.match(/[^\s<>,;:@"()]{1,500}@[^\s<>,;:@"()]{1,498}/g) ?? []).map((id) => `<${id}>`)
  const ids = found.filter(isMessageId)
  return ids.length <= 2 * MAX_ANSWERED ? ids : [...ids.slice(0, MAX_ANSWERED), ...ids.slice(-MAX_ANSWERED)]
}

/** Time zone names that programs write and `Date` does not know. */
const zones: Record<string, string> = {
  WET: '+0000',
  WEST: '+0100',
  BST: '+0100',
  CET: '+0100',
  MET: '+0100',
  MEZ: '+0100',
  CEST: '+0200',
  MEST: '+0200',
  MESZ: '+0200',
  EET: '+0200',
  EEST: '+0300',
  MSK: '+0300',
}

/** Only shown; all logic uses the server's time of arrival. */
function dateOf(value: string): string | null {
  const written = value
    .slice(0, 100)
    .replace(/\(.*$/, '')
    .replace(/(?<=\d\s+)[A-Z]{3,4}\s*$/i, (name) => zones[name.trim().toUpperCase()] ?? name)
  const date = new Date(written)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : date.toISOString()
}

function toAttachment({ filename, mimeType, disposition, contentId, related, content }: Part): Attachment {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
  return {
    name: nameOfFile(filename ?? '', mimeType),
    type: mimeType.slice(0, 100),
    bytes: bytes.length,
    contentId: contentId ?? null,
    isInline: related === true || disposition === 'inline',
    content: bytes,
  }
}

/** Replaces lone surrogates, and removes control characters except line breaks and tabs. */
const cleanText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, '')
const cleanLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .trim()
