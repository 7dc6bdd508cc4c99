import { isUtf8 } from 'node:buffer'
import { AppError } from '#platform/http/app-error.ts'

/** The error code of bytes that are not UTF-8. */
export const NOT_UTF8 = 'not_utf8'

/** Throws 415 when a content type names another charset than UTF-8, and 400 when the bytes are not UTF-8. */
export function requireUtf8(contentType: string | undefined, ...texts: Uint8Array[]) {
  for (const [, charset = ''] of contentType?.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi) ?? []) {
    if (!/^utf-?8$/i.test(charset))
      throw new AppError(415, 'unsupported_type', 'Teckenkodningen stöds inte, bara UTF-8')
  }
  if (!texts.every(isUtf8)) throw new AppError(400, NOT_UTF8, 'Texten går inte att läsa: den är inte kodad som UTF-8')
}
