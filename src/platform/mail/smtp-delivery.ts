// Hands one mail to a mail server, on a connection of its own.
import { createTransport } from 'nodemailer'
import { isOfCertificate } from '#platform/http/certificate-error.ts'
import type { AutoSubmitted, Mail } from './mail.ts'
import { htmlOf, type MailBranding } from './mail-branding.ts'
import { subjectHeader, withoutEncodedWords } from './mail-headers.ts'
import { MailRefused } from './mail-refused.ts'
import { type MailServer, ownRefusals } from './mail-server.ts'

export type Sender = string | { name: string; address: string }
export type MailIds = { messageId?: string; references?: string[]; inReplyTo?: string }

type Envelope = {
  /** The text of the mail, with its link. */
  text: string
  from: Sender
  branding: MailBranding | undefined
  ids: MailIds
  replyTo: string | undefined
}

type SmtpError = Error & {
  code?: string
  originalCode?: string
  responseCode?: number
  command?: string
  response?: string
}

/** Rejects with MailRefused. */
export async function deliver(server: MailServer, mail: Mail, envelope: Envelope): Promise<void> {
  const connection = await server.connect()
  let isTransmitted = false
  const logger = bodyLogger(() => {
    isTransmitted = true
  })
  const transport = createTransport({ ...connection, disableFileAccess: true, disableUrlAccess: true, logger })
  try {
    await transport.sendMail(messageOf(mail, envelope))
  } catch (error) {
    connection.connection?.destroy()
    const refused = error as SmtpError
    if (refused.code === 'EAUTH') server.forgetToken?.()
    const { responseCode, command } = refused
    throw new MailRefused(codeOf(refused), responseCode, isTransmitted && responseCode === undefined, command)
  } finally {
    transport.close()
  }
}

/** Connects and signs in, and sends nothing. Rejects with MailRefused. */
export async function signInTo(server: MailServer): Promise<void> {
  const connection = await server.connect()
  const transport = createTransport({ ...connection, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.verify()
  } catch (error) {
    connection.connection?.destroy()
    const refused = error as SmtpError
    throw new MailRefused(codeOf(refused), refused.responseCode, false, refused.command)
  } finally {
    transport.close()
  }
}

/** Servers that refuse the sender only with a recipient, or with the content, say so in their response. */
const aboutSender =
  /\bsender\b.{0,60}\b(rejected|denied|refused|not)\b|\bsend ?as\b|not (owned|allowed|permitted|authori[sz]ed).{0,40}\b(send|from|sender)\b/i

/** nodemailer's code, or one of ours for what it does not distinguish. */
function codeOf({ code, originalCode, responseCode, response = '' }: SmtpError): string | undefined {
  if (isOfCertificate({ ...(originalCode !== undefined && { code: originalCode }) })) return ownRefusals.certificate
  const isPermanent = responseCode !== undefined && responseCode >= 500
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isOfMail && isPermanent && aboutSender.test(response) ? ownRefusals.sender : code
}

const messageOf = (
  { to, shownAs, subject, autoSubmitted = 'auto-generated', attachments = [], calendar }: Mail,
  { text, from, branding, ids, replyTo }: Envelope,
) => {
  const { html, attachments: shown = [] } = branding ? htmlOf(text, branding) : {}
  return {
    from,
    to: addressee(shownAs?.to ?? to),
    // Of those named only `to` gets this one.
    ...(shownAs && { cc: shownAs.cc.map(addressee), envelope: { from, to: addressee(to) } }),
    subject: subjectHeader(subject),
    text,
    ...(html !== undefined && { html }),
    attachments: [
      ...shown,
      ...attachments.map(({ filename, contentType, open }) => ({
        filename: withoutEncodedWords(filename),
        contentType,
        content: open(),
      })),
    ],
    // As an alternative of the text and attached, since mail programs look for it in either place (RFC 6047).
    ...(calendar && { icalEvent: { ...calendar, filename: 'besok.ics' } }),
    ...submissionOf(to, autoSubmitted),
    ...ids,
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
  }
}

const addressee = (address: string) => ({ name: '', address })

/** The Auto-Submitted header for auto-responders, and for a receipt the null return path. */
export function submissionOf(to: string, autoSubmitted: AutoSubmitted) {
  if (autoSubmitted === 'no') return {}
  const headers = { 'Auto-Submitted': autoSubmitted }
  return autoSubmitted === 'auto-replied' ? { headers, envelope: { from: '', to: addressee(to) } } : { headers }
}

/** nodemailer logs when it has written the end of a mail's body: before that no server can have accepted the mail. */
function bodyLogger(onWritten: () => void) {
  const onInfo = (entry: { tnx?: string; outByteCount?: number }) => {
    if (entry.tnx === 'message' && entry.outByteCount !== undefined) onWritten()
  }
  const ignore = () => undefined
  return { level: ignore, trace: ignore, debug: ignore, info: onInfo, warn: ignore, error: ignore, fatal: ignore }
}
