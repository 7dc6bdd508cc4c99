import { z } from 'zod'
import { Id, PAGE_SIZE } from '../contract.ts'
import { invalid } from './app-error.ts'

type Position = Record<string, string>

const encode = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

/** What PostgreSQL would stumble over in a cursor that somebody made up. */
const shapes: Record<string, z.ZodType> = { id: Id, createdAt: z.iso.datetime(), workDate: z.iso.date() }
const text = z.string().refine((given) => !given.includes('\0'))

/** The position behind a cursor that a page gave out. Throws 422 for anything else. */
export function positionOf<const Key extends string>(
  cursor: string | undefined,
  keys: Key[],
): Record<Key, string> | undefined {
  if (cursor === undefined) return undefined
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (keys.every((key) => (shapes[key] ?? text).safeParse((position as Position)[key]).success))
      return position as Record<Key, string>
  } catch {
    // falls through to the refusal
  }
  throw invalid('Ogiltig sidmarkör')
}

/** Cuts a page out of one row more than it holds, and says where the next one begins. */
export function page<Row>(rows: Row[], position: (row: Row) => Position): { rows: Row[]; next: string | null } {
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > PAGE_SIZE && last ? encode(position(last)) : null }
}
