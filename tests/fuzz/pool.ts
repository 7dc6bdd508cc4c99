// What earlier answers held, for requests to name: ids by kind, cursors, tokens, and each row's last version.
import { kindOfName } from './from-schema.ts'

const KEPT = 200
/** Behind a kind: its ids in capitals. */
const CAPITALS = '_capitals'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** `/api/customers/{id}/logins` is about customers, `/api/portal/tickets` about tickets. */
export const kindOfPath = (path: string) =>
  path.split('/').filter((part) => part !== '' && part !== 'portal')[1] ?? 'any'

export type Pool = ReturnType<typeof openPool>

export function openPool() {
  const kinds = new Map<string, string[]>()
  const versions = new Map<string, number>()
  let turn = 0

  function add(kind: string, value: string) {
    const values = kinds.get(kind) ?? []
    kinds.set(kind, values)
    if (values.includes(value)) return
    if (values.length < KEPT) values.push(value)
    else values[turn++ % KEPT] = value
  }
  function learn(value: unknown, kind: string, name = '') {
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
    if (versions.size > 20 * KEPT) versions.clear()
    for (const [key, inner] of Object.entries(value)) learn(inner, kind, Array.isArray(value) ? name : key)
  }
  const take = (kind: string, place: number): string => {
    if (kind.endsWith(CAPITALS)) return take(kind.slice(0, -CAPITALS.length), place).toUpperCase()
    if (kind === 'tampered') return tampered(take('cursor', place), place)
    const values = kinds.get(kind) ?? []
    return values[place % values.length] ?? (kind === 'cursor' ? 'e30' : '0192f0c1-2b3c-7d4e-8f50-0123456789ab')
  }
  return {
    add,
    learn: (answer: unknown, path: string) => learn(answer, kindOfPath(path)),
    /** `text` with what it asks for in place; `about` is the row whose version is meant. */
    fill(text: string, about = '') {
      const id = about.match(/[0-9a-f-]{36}/i)?.[0].toLowerCase() ?? ''
      return text
        .replaceAll('"{{version}}"', String(versions.get(id) ?? 1))
        .replace(/\{\{(\w+):(\d+)\}\}/g, (_all, kind: string, place: string) => take(kind, Number(place)))
    },
  }
}

const strange = [
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

/** A cursor that nobody gave out: a letter of it, or a value inside it, is another. */
function tampered(cursor: string, place: number): string {
  if (place % 4 === 0)
    return `${cursor.slice(0, place % (cursor.length + 1))}!${cursor.slice(1 + (place % (cursor.length + 1)))}`
  const inside = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Record<string, unknown>
  const names = [...Object.keys(inside), 'id', '__proto__']
  const name = names[place % names.length] ?? 'id'
  const value = strange[place % strange.length]
  return Buffer.from(JSON.stringify({ ...inside, [name]: value })).toString('base64url')
}
