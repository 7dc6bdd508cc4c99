// A mail with attached files in the format of a mail program.
import { uuidv7 } from '#platform/database/uuid.ts'

type MailedFile = { name: string; content: Buffer; type?: string; isInline?: boolean }
type Written = {
  from: string
  subject?: string
  text?: string
  headers?: readonly string[]
  files: readonly MailedFile[]
}

const BOUNDARY = 'mellan-delarna'

export function aMailWithFiles({ from, subject = 'Hej', text = '', headers = [], files }: Written): Buffer {
  const parts = files.map(({ name, content, type = 'application/octet-stream', isInline = false }) => [
    `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: ${isInline ? 'inline' : 'attachment'}; filename="${name}"`,
    ...(isInline ? [`Content-ID: <${name}@mejl>`] : []),
    '',
    ...(content.toString('base64').match(/.{1,76}/g) ?? []),
  ])
  const words = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', text]
  return Buffer.from(
    [
      ...[`From: ${from}`, 'To: support@nordnat.example', `Subject: ${subject}`, `Message-ID: <${uuidv7()}@x.example>`],
      ...['MIME-Version: 1.0', `Content-Type: multipart/mixed; boundary="${BOUNDARY}"`, ...headers, ''],
      ...[words, ...parts].flatMap((part) => [`--${BOUNDARY}`, ...part]),
      ...[`--${BOUNDARY}--`, ''],
    ].join('\r\n'),
  )
}
