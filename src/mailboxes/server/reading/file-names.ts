import { baseName, FILE_ENDING, shortName } from '#files/files.rules.ts'

const NAMELESS = 'namnlös fil'

/** The endings that computers open by, of the types that mail carries without a name. */
const endings: Record<string, string> = {
  'application/ics': '.ics',
  'application/json': '.json',
  'application/msword': '.doc',
  'application/ms-tnef': '.dat',
  'application/octet-stream': '.bin',
  'application/pdf': '.pdf',
  'application/pgp-encrypted': '.asc',
  'application/pgp-signature': '.asc',
  'application/pkcs7-mime': '.p7m',
  'application/pkcs7-signature': '.p7s',
  'application/rtf': '.rtf',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.ms-outlook': '.msg',
  'application/vnd.ms-powerpoint': '.ppt',
  'application/vnd.ms-tnef': '.dat',
  'application/vnd.oasis.opendocument.text': '.odt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/x-pkcs7-mime': '.p7m',
  'application/x-pkcs7-signature': '.p7s',
  'application/x-zip-compressed': '.zip',
  'application/xml': '.xml',
  'application/zip': '.zip',
  'audio/mpeg': '.mp3',
  'image/avif': '.avif',
  'image/bmp': '.bmp',
  'image/gif': '.gif',
  'image/heic': '.heic',
  'image/jpeg': '.jpg',
  'image/jpg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/tiff': '.tif',
  'image/webp': '.webp',
  'message/delivery-status': '.txt',
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/plain': '.txt',
  'text/vcard': '.vcf',
  'text/x-vcard': '.vcf',
  'text/xml': '.xml',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
}

/**
 * A name for a file of a mail: without folders and control characters, within the limit, and never empty. A name that was
 * changed or missing ends as its type says; one that was sent whole stays as it is.
 */
export function nameOfFile(sent: string, type: string): string {
  const name = baseName(sent.toWellFormed()).replace(/^[\s.]+$/, '')
  const isWhole = name !== '' && name === sent.trim()
  const nameless = type === 'message/rfc822' ? 'mejl' : NAMELESS
  const stem = name || nameless
  return shortName(isWhole || FILE_ENDING.test(stem) ? stem : `${stem}${endings[type] ?? ''}`)
}
