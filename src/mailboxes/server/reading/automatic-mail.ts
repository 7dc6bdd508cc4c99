// Whether a program wrote the mail, and what a delivery report says.
import type { Header, IncomingMail } from './mail.ts'

export type Automation = {
  /** Answers, opens and reopens nothing. */
  isAutomatic: boolean
  /** Of a list or of bulk mail too: no receipt is sent. */
  getsNoReceipt: boolean
}

export function automationOf({ headers }: Pick<IncomingMail, 'headers'>): Automation {
  const value = (key: string) =>
    headers
      .find((header) => header.key === key)
      ?.value.toLowerCase()
      .trim()
  const submitted = value('auto-submitted')
  const isAutomatic =
    (submitted !== undefined && !/^no\b/.test(submitted)) ||
    (value('content-type') ?? '').startsWith('multipart/report') ||
    hasNullReturnPath(headers) ||
    saysYes(value('x-autoreply')) ||
    saysYes(value('x-autorespond'))
  const isBulk = ['list-id', 'precedence', 'x-auto-response-suppress'].some((key) => value(key) !== undefined)
  return { isAutomatic, getsNoReceipt: isAutomatic || isBulk }
}

const saysYes = (value: string | undefined) => value !== undefined && value !== 'no' && value !== 'false'
const hasNullReturnPath = (headers: Header[]) =>
  headers.some(({ key, value }) => key === 'return-path' && value.replace(/\s/g, '') === '<>')

export type DeliveryReport = {
  /** The mail that was not delivered; null when the report does not return its headers. */
  messageId: string | null
  /** The addresses that will never take mail: failed with a status of 5.x.x. */
  failedFor: string[]
}

/** Undefined when the mail is no delivery report (RFC 3464). */
export function deliveryReportOf({ attachments }: Pick<IncomingMail, 'attachments'>): DeliveryReport | undefined {
  const ofType = (...types: string[]) => attachments.find(({ type }) => types.includes(type))
  const status = ofType('message/delivery-status', 'message/global-delivery-status')
  if (!status) return undefined
  const returned = ofType('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global')
  const blocks = textOf(status.content).split(/\n\s*\n/)
  const fields = blocks.map(fieldsOf)
  const failed = fields.filter((block) => block.action === 'failed' && /^5\.\d{1,3}\.\d{1,3}/.test(block.status ?? ''))
  return {
    messageId: returned ? messageIdIn(textOf(returned.content)) : null,
    failedFor: failed.flatMap((block) => addressIn(block['final-recipient'] ?? block['original-recipient'] ?? '')),
  }
}

const REPORT_MAX = 200_000
const textOf = (content: Uint8Array) =>
  Buffer.from(content.subarray(0, REPORT_MAX)).toString('utf8').replace(/\r\n?/g, '\n')

const fieldsOf = (block: string): Record<string, string> =>
  Object.fromEntries(
    block
      .replace(/\n[ \t]+/g, ' ')
      .split('\n')
      .map((line) => [line.split(':', 1)[0]?.trim().toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()])
      .map(([key, value]) => [key, key === 'action' ? value?.toLowerCase() : value]),
  )

/** 'rfc822; kim@example.se' */
const addressIn = (field: string) => {
  const address = field
    .slice(field.indexOf(';') + 1)
    .trim()
    .toLowerCase()
    .replace(/^<|>$/g, '')
  return address.includes('@') ? [address] : []
}

const messageIdIn = (text: string) => {
  const head = (text.split(/\n\n/, 1)[0] ?? '').replace(/\n[ \t]+/g, ' ')
  return /^message-id:\s*(<[^<>\s]{1,998}>)/im.exec(head)?.[1] ?? null
}
