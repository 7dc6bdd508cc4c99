import { z } from 'zod'
import { Id, PAGE_SIZE } from '../contract.ts'
import { invalid } from './app-error.ts'
import { unstorableIn } from './storable.ts'

const YEAR_ONE = '0001'
/**
 * The keys that lists are in the order of. A cursor is input: each has a shape that holds what rows may say, also from
 * before there were rules, and no more than PostgreSQL can read.
 */
const shapes = {
  id: Id,
  /** As the database writes it: microseconds at most. */
  createdAt: z.iso
    .datetime()
    .max('2026-11-21T13:05:00.123456Z'.length)
    .refine((moment) => moment >= YEAR_ONE),
  workDate: z.iso.date().refine((date) => date >= YEAR_ONE),
  name: z.string().refine((name) => unstorableIn(name) === undefined),
}
type Key = keyof typeof shapes
type Position<K extends Key> = Record<K, string>

/** The position behind a cursor that a page gave out. Throws 422 for anything else. */
export function positionOf<const K extends Key>(
  cursor: string | undefined,
  keys: readonly K[],
): Position<K> | undefined {
  if (cursor === undefined) return undefined
  const shape = z.strictObject(Object.fromEntries(keys.map((key) => [key, shapes[key]])))
  const { data } = shape.safeParse(contentOf(cursor))
  if (!data) throw invalid('Ogiltig sidmarkör')
  return data as Position<K>
}

function contentOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** Cuts a page out of one row more than it holds, and says where the next one begins. */
export function page<Row>(
  rows: Row[],
  position: (row: Row) => Partial<Position<Key>>,
): { rows: Row[]; next: string | null } {
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    rows: shown,
    next: rows.length > PAGE_SIZE && last ? Buffer.from(JSON.stringify(position(last))).toString('base64url') : null,
  }
}
