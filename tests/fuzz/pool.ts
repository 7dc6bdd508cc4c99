// Values from earlier responses for later requests: ids by kind, cursors, tokens, and each row's latest version.
import { kindOfName } from './from-schema.ts'

const MAX_VALUES = 200
/** Suffix of a kind for its ids in upper case. */
const CAPITALS = '_capitals'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The kind of row to which the `id` of a path refers: customers for `/api/customers/{id}/logins`, tickets for
 * `/api/portal/tickets`.
 */
export const kindOfPath = (path: string) =>
  kindOf(path.split('/').filter((part) => part !== '' && part !== 'portal')[1] ?? 'any')

/** As a placeholder has it: prepaid_hours for `prepaid-hours`. */
const kindOf = (part: string) => part.replaceAll('-', '_')

/** The kind of rows in the response of a path: contacts for `/api/customers/{id}/contacts`. */
function kindOfAnswer(path: string) {
  const inCustomer = /^\/api\/customers\/[^/]+\/([a-z-]+)$/.exec(path.replace(/\?.*/, ''))?.[1]
  return inCustomer ? kindOf(inCustomer) : kindOfPath(path)
}

export type Pool = ReturnType<typeof openPool>

export function openPool() {
  const kinds = new Map<string, string[]>()
  const versions = new Map<string, number>()
  let nextReplaced = 0

  function add(kind: string, value: string) {
    const values = kinds.get(kind) ?? []
    kinds.set(kind, values)
    if (values.includes(value)) return
    if (values.length < MAX_VALUES) values.push(value)
    else values[nextReplaced++ % MAX_VALUES] = value
  }
  function collect(value: unknown, kind: string, name = '') {
    if (typeof value === 'string') {
      if (uuid.test(value)) {
        add(name === 'id' ? kind : kindOfName(name), value)
        add('any', value)
      } else if (name === 'next') add('cursor', value)
      else if (/token$/i.test(name) && value.length < 300) add('token', value)
      return
    }
    if (typeof value !== 'object' || value === null) return
    const { id, version } = value as { id?: unknown; version?: unknown }
    if (typeof id === 'string' && typeof version === 'number') versions.set(id, version)
    if (versions.size > 20 * MAX_VALUES) versions.clear()
    for (const [key, inner] of Object.entries(value)) collect(inner, kind, Array.isArray(value) ? name : key)
  }
  const pick = (kind: string, index: number): string => {
    if (kind.endsWith(CAPITALS)) return pick(kind.slice(0, -CAPITALS.length), index).toUpperCase()
    if (kind === 'tampered') return tampered(pick('cursor', index), index)
    const values = kinds.get(kind) ?? []
    return values[index % values.length] ?? (kind === 'cursor' ? 'e30' : '0192f0c1-2b3c-7d4e-8f50-0123456789ab')
  }
  return {
    add,
    collect: (answer: unknown, path: string) => collect(answer, kindOfAnswer(path)),
    /** `text` with its placeholders replaced; `{{version}}` is the version of the row whose id is in `url`. */
    fill(text: string, url = '') {
      const id = url.match(/[0-9a-f-]{36}/i)?.[0].toLowerCase() ?? ''
      return text
        .replaceAll('"{{version}}"', String(versions.get(id) ?? 1))
        .replace(/\{\{([\w-]+):(\d+)\}\}/g, (_all, kind: string, index: string) => pick(kind, Number(index)))
    },
  }
}

const replacements = [
  '',
  '\0',
  '\ud800',
  "'",
  0,
  -1,
  null,
  [],
  {},
  '2026-02-30',
  'infinity',
  '9'.repeat(40),
  'x'.repeat(2000),
  true,
]

/** A cursor that the server never issued: one character, or one value in it, is changed. */
function tampered(cursor: string, index: number): string {
  if (index % 4 === 0)
    return `${cursor.slice(0, index % (cursor.length + 1))}!${cursor.slice(1 + (index % (cursor.length + 1)))}`
  const inside = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Record<string, unknown>
  const names = [...Object.keys(inside), 'id', '__proto__']
  const name = names[index % names.length] ?? 'id'
  const value = replacements[index % replacements.length]
  return Buffer.from(JSON.stringify({ ...inside, [name]: value })).toString('base64url')
}
