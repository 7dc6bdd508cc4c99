// Remarks for staff on a mail that cannot be shown completely.
import type { MailRemark } from '../../incoming-mail.contract.ts'
import type { Attachment, Header } from './incoming-mail.ts'

/** AMP, an interactive copy of the text, which is not stored as a file. */
export const AMP_TYPE = 'text/x-amp-html'

type Read = { headers: readonly Header[]; parts: readonly Attachment[]; text: string }

const finders: {
  [remark in Exclude<MailRemark, 'unreadable' | 'several_senders' | 'unsigned_reply_to' | 'unsigned_copies'>]: (
    read: Read,
  ) => boolean
} = {
  signed: ({ headers }) => typeOf(headers).includes('multipart/signed'),
  signed_inside: (read) => holdsCms(read, 'signed-data', SIGNED_DATA),
  encrypted: (read) =>
    typeOf(read.headers).includes('multipart/encrypted') || holdsCms(read, 'enveloped-data', ENVELOPED_DATA),
  pgp_encrypted: ({ text }) => text.includes('-----BEGIN PGP MESSAGE-----'),
  pgp_signed: ({ text }) => text.includes('-----BEGIN PGP SIGNED MESSAGE-----'),
  winmail: ({ parts }) => parts.some(isTnef),
  calendar: ({ parts }) => parts.some(({ type }) => type === 'text/calendar'),
  amp: ({ parts }) => parts.some(({ type }) => type === AMP_TYPE),
}

/** In the order in which they are shown. */
export const remarksOn = (read: Read): MailRemark[] =>
  (Object.keys(finders) as (keyof typeof finders)[]).filter((remark) => finders[remark](read))

const typeOf = (headers: readonly Header[]) =>
  headers.find(({ key }) => key === 'content-type')?.value.toLowerCase() ?? ''

const tnefTypes = ['application/ms-tnef', 'application/vnd.ms-tnef']
const TNEF = Buffer.from([0x78, 0x9f, 0x3e, 0x22])
/** Content and name are checked too, here and below, since servers relabel unknown types as application/octet-stream. */
const isTnef = ({ type, content }: Attachment) => tnefTypes.includes(type) || startOf(content, 4).equals(TNEF)

const cmsTypes = ['application/pkcs7-mime', 'application/x-pkcs7-mime']
/** The object identifiers of RFC 5652, with their tag and length. */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex')
const ENVELOPED_DATA = Buffer.from('06092a864886f70d010703', 'hex')
const CMS_START = 64

const isCms = ({ type, name }: Attachment) => cmsTypes.includes(type) || /\.p7m$/i.test(name)

/** Whether a CMS part has this content type, by its object identifier or by the header of the mail. */
const holdsCms = ({ headers, parts }: Read, named: string, identifier: Buffer) =>
  parts.some((part) => isCms(part) && startOf(part.content, CMS_START).includes(identifier)) ||
  (cmsTypes.some((type) => typeOf(headers).includes(type)) && typeOf(headers).includes(`smime-type=${named}`))

const startOf = (content: Uint8Array, bytes: number) => Buffer.from(content.subarray(0, bytes))
