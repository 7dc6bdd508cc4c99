// Parses Authentication-Results (RFC 8601, 2.2, with the comments and quoted strings of RFC 5322). Parts of it come from the
// sender, such as the envelope address, so comments and quoted strings are never parsed as structure, and a header outside the
// grammar has no results.

/** The result of one method. Names and result are in lower case; values are without quotes, except those of a local part. */
export type MethodResult = { method: string; result: string; properties: Map<string, string> }

/** `results` is null for a header outside the grammar. `authservId` is null for Microsoft's servers, which write none. */
export type AuthenticationResults = { authservId: string | null; results: MethodResult[] | null }

const MAX_LENGTH = 20_000

class UnknownShape extends Error {}

type Scanner = { text: string; at: number }

export function readAuthenticationResults(value: string): AuthenticationResults {
  const scanner: Scanner = { text: value.slice(0, MAX_LENGTH), at: 0 }
  let authservId: string | null = null
  try {
    authservId = readAuthservId(scanner)
    return { authservId, results: value.length > MAX_LENGTH ? null : readResults(scanner, authservId !== null) }
  } catch (error) {
    if (error instanceof UnknownShape) return { authservId, results: null }
    throw error
  }
}

/** Null, with nothing read, when the header begins with a method. */
function readAuthservId(scanner: Scanner): string | null {
  skipSpace(scanner)
  const id = readQuoted(scanner) ?? take(scanner, TOKEN)
  skipSpace(scanner)
  if (next(scanner) !== '=' && next(scanner) !== '/') return id.toLowerCase()
  scanner.at = 0
  return null
}

function readResults(scanner: Scanner, hasId: boolean): MethodResult[] {
  const results: MethodResult[] = []
  if (hasId) {
    if (/\d/.test(next(scanner))) readVersion(scanner)
    skipSpace(scanner)
    if (isAtEnd(scanner)) return results
    expect(scanner, ';')
  }
  for (;;) {
    skipSpace(scanner)
    if (isAtEnd(scanner)) return results
    if (!skipWithoutMethod(scanner, hasId)) results.push(readResult(scanner))
    if (isAtEnd(scanner)) return results
    expect(scanner, ';')
  }
}

/** Skips 'none', and the recipient's domain that Microsoft's servers write before a method. */
function skipWithoutMethod(scanner: Scanner, hasId: boolean): boolean {
  const start = scanner.at
  const word = take(scanner, TOKEN)
  skipSpace(scanner)
  const standsAlone = isAtEnd(scanner) || next(scanner) === ';'
  if (standsAlone && (word.toLowerCase() === 'none' || (!hasId && word.includes('.')))) return true
  scanner.at = start
  return false
}

function readResult(scanner: Scanner): MethodResult {
  const method = take(scanner, KEYWORD).toLowerCase()
  skipSpace(scanner)
  if (next(scanner) === '/') {
    expect(scanner, '/')
    skipSpace(scanner)
    readVersion(scanner)
  }
  readEquals(scanner)
  const result = take(scanner, KEYWORD).toLowerCase()
  const properties = new Map<string, string>()
  for (;;) {
    const hasSpace = skipSpace(scanner)
    if (isAtEnd(scanner) || next(scanner) === ';') return { method, result, properties }
    if (!hasSpace) throw new UnknownShape()
    const [name, value] = readProperty(scanner)
    // Two values of one property are ambiguous.
    if ((properties.get(name) ?? value) !== value) throw new UnknownShape()
    properties.set(name, value)
  }
}

/** Properties without a type: `reason` by the grammar, `action` of Microsoft. */
const isProperty = (name: string) => name === 'reason' || name === 'action' || name.startsWith('x-')

function readProperty(scanner: Scanner): [string, string] {
  const first = take(scanner, KEYWORD).toLowerCase()
  skipSpace(scanner)
  if (next(scanner) !== '.') {
    if (!isProperty(first)) throw new UnknownShape()
    readEquals(scanner)
    return [first, readValue(scanner)]
  }
  expect(scanner, '.')
  skipSpace(scanner)
  const property = take(scanner, KEYWORD).toLowerCase()
  readEquals(scanner)
  return [`${first}.${property}`, readValue(scanner)]
}

/** Only version 1 is defined (RFC 8601, 2.2). */
function readVersion(scanner: Scanner) {
  if (!/^0*1$/.test(take(scanner, DIGITS))) throw new UnknownShape()
}

function readEquals(scanner: Scanner) {
  skipSpace(scanner)
  expect(scanner, '=')
  skipSpace(scanner)
}

/** Also accepts what servers write without the required quotes: '/' and '=' in header.b, ':' in addresses, '<…>'. */
function readValue(scanner: Scanner): string {
  if (isAtEnd(scanner) || next(scanner) === ';') return ''
  const start = scanner.at
  const quoted = readQuoted(scanner)
  if (quoted === undefined) return take(scanner, VALUE)
  if (next(scanner) !== '@') return quoted
  take(scanner, VALUE)
  return scanner.text.slice(start, scanner.at)
}

const TOKEN = /[^\s\p{Cc}()<>@,;:\\"/[\]?=]+/uy
const KEYWORD = /[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?/iy
const DIGITS = /\d+/y
const VALUE = /[^\s\p{Cc}();"\\]+/uy

function take(scanner: Scanner, pattern: RegExp): string {
  pattern.lastIndex = scanner.at
  const [found] = pattern.exec(scanner.text) ?? []
  if (found === undefined) throw new UnknownShape()
  scanner.at += found.length
  return found
}

const next = ({ text, at }: Scanner) => text.charAt(at)
const isAtEnd = ({ text, at }: Scanner) => at >= text.length

function expect(scanner: Scanner, character: string) {
  if (next(scanner) !== character) throw new UnknownShape()
  scanner.at += 1
}

/** Skips white space and comments (CFWS); true when there was any. */
function skipSpace(scanner: Scanner): boolean {
  const start = scanner.at
  for (;;) {
    if (/[ \t\r\n]/.test(next(scanner))) scanner.at += 1
    else if (next(scanner) === '(') skipComment(scanner)
    else return scanner.at > start
  }
}

/**
 * In a comment, quotes are plain text by the grammar, but some servers quote in comments: with a parenthesis between quotes,
 * the end of the comment is ambiguous.
 */
function skipComment(scanner: Scanner) {
  let depth = 0
  do {
    const character = next(scanner)
    if (character === '') throw new UnknownShape()
    if (character === '"') {
      if (/[()]/.test(readQuoted(scanner) ?? '')) throw new UnknownShape()
      continue
    }
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    scanner.at += character === '\\' ? 2 : 1
  } while (depth > 0)
}

/** The content of a quoted string without its quotes and escapes; undefined, with nothing read, when there is none here. */
function readQuoted(scanner: Scanner): string | undefined {
  if (next(scanner) !== '"') return undefined
  const parts: string[] = []
  for (scanner.at += 1; next(scanner) !== '"'; scanner.at += 1) {
    if (next(scanner) === '\\') scanner.at += 1
    if (isAtEnd(scanner)) throw new UnknownShape()
    parts.push(next(scanner))
  }
  scanner.at += 1
  return parts.join('')
}
