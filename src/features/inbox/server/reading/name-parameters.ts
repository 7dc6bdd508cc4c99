// Rewrites file names in the headers of a part to a form that postal-mime reads correctly.
import { decodeText } from './charsets.ts'

const HEADER_MAX = 20_000
const path = /(name\s*=\s*")([a-z]:\\[^"]*[^"\\])"/gi
const extended = /;\s*((?:file)?name)\*(?:(\d{1,3})(\*)?)?\s*=\s*(?:"([^"]*)"|([^\s;"]*))/gi

type Part = { at: number; isEncoded: boolean; value: string }

/**
 * The header, on one line, with its file names in UTF-8. Escapes the backslashes of paths, which old programs do not, and joins
 * names that are split or in another charset (RFC 2231). Other headers are not changed.
 */
export function withReadableNames(header: string): string {
  if (!/^content-(?:type|disposition)[ \t]*:/i.test(header) || header.length > HEADER_MAX) return header
  const withPaths = header.replace(path, (whole, name: string, value: string) =>
    value.includes('\\\\') ? whole : `${name}${value.replaceAll('\\', '\\\\')}"`,
  )
  const names = new Map<string, Part[]>()
  const rest = withPaths.replace(
    extended,
    (_, name: string, at?: string, star?: string, quoted?: string, bare?: string) => {
      const part = {
        at: Number(at ?? 0),
        isEncoded: at === undefined || star !== undefined,
        value: quoted ?? bare ?? '',
      }
      names.set(name.toLowerCase(), [...(names.get(name.toLowerCase()) ?? []), part])
      return ''
    },
  )
  return rest + [...names].map(([name, parts]) => `; ${name}*=utf-8''${percentEncoding(textOf(parts))}`).join('')
}

function textOf(parts: Part[]): string {
  const inOrder = parts.toSorted((one, other) => one.at - other.at)
  const [first] = inOrder
  const [, charset, beginning] = (first?.isEncoded && /^([^']*)'[^']*'([\s\S]*)$/.exec(first.value)) || []
  const values = inOrder.map(({ isEncoded, value }, index) =>
    bytesOf(index === 0 ? (beginning ?? value) : value, isEncoded),
  )
  return decodeText(Buffer.concat(values), charset)
}

const bytesOf = (value: string, isEncoded: boolean): Buffer => {
  const sign = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))
  const bytes = Buffer.from(value).toString('latin1')
  return Buffer.from(isEncoded ? bytes.replace(/%([\da-f]{2})/gi, sign) : bytes, 'latin1')
}

const percentEncoding = (text: string) => encodeURIComponent(text.toWellFormed())
