import { z } from 'zod'
import { invalid } from '#platform/http/app-error.ts'
import { Id, PAGE_SIZE } from '#shared/contract.ts'
import { unstorableIn } from './storable.ts'

const YEAR_ONE = '0001'
/** As the database formats it: microseconds at most. */
const moment = z.iso
  .datetime()
  .max('2026-11-21T13:05:00.123456Z'.length)
  .refine((at) => at >= YEAR_ONE)
/** A value of a set that the statement ranks; after an unknown value it returns no rows. */
const word = z.string().regex(/^[a-z_]{1,20}$/)
/**
 * The sort keys of lists. A cursor is untrusted input: each schema accepts every value that rows may have, also those stored
 * under earlier rules, and nothing that PostgreSQL cannot parse.
 */
const shapes = {
  id: Id,
  createdAt: moment,
  lastActivityAt: moment,
  /** 'infinity' of rows that are never due. */
  dueAt: z.union([moment, z.literal('infinity')]),
  since: moment,
  ticketNumber: z
    .string()
    .regex(/^\d{1,10}$/)
    .refine((number) => Number(number) < 2 ** 31),
  rank: z.string().regex(/^\d$/),
  priority: word,
  status: word,
  workDate: z.iso.date().refine((date) => date >= YEAR_ONE),
  name: z.string().refine((name) => unstorableIn(name) === undefined),
}
type Key = keyof typeof shapes
type Position<K extends Key> = Record<K, string>

/** Parses a cursor that `page` returned. Throws 422 for anything else. */
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

/** The page of rows that were queried with a limit of PAGE_SIZE + 1, and the cursor of the next page, or null. */
export function page<Row>(
  rows: Row[],
  position: (row: Row) => Partial<Position<Key>>,
): { rows: Row[]; next: string | null } {
  const pageRows = rows.slice(0, PAGE_SIZE)
  const last = pageRows.at(-1)
  return {
    rows: pageRows,
    next: rows.length > PAGE_SIZE && last ? Buffer.from(JSON.stringify(position(last))).toString('base64url') : null,
  }
}
