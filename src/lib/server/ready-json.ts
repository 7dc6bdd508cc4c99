// Lists whose JSON the database makes: Node would read every value of a page only to write it again (decision 027).
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { preparedQuery, type ShapeOf } from '#db/prepared-query.ts'

declare const made: unique symbol
/** The JSON of a `T`, as PostgreSQL made it. */
export type JsonOf<T> = string & { [made]?: T }

/**
 * An answer that is sent as it stands. Nothing cuts it to the contract's schema: what may be told is what its statement
 * names. The access suite and the fuzzer hold it to the schema.
 */
export class ReadyJson<T> {
  readonly text: JsonOf<T>
  constructor(text: JsonOf<T>) {
    this.text = text
  }
}

/** SQL that gives the JSON of a `T`. */
type JsonSql<T> = { sql: string; of?: T }

/** The words of people. */
export const textJson = <T extends string = string>(column: string): JsonSql<T> => ({
  sql: `coalesce(to_json(${column})::text, 'null')`,
})
/** What the column's type or constraint keeps from holding a quotation mark or a backslash: an id, one of a set of words, a time. */
export const wordJson = <T extends string = string>(column: string): JsonSql<T> => ({
  sql: `coalesce('"' || ${column} || '"', 'null')`,
})
/** A number or a truth. */
export const bareJson = <T extends number | boolean>(column: string): JsonSql<T> => ({
  sql: `coalesce((${column})::text, 'null')`,
})
/** A `timestamptz` as the pool gives it elsewhere: ISO 8601 with every digit. The session is in UTC. */
export const timeJson = (column: string) => wordJson(`replace(replace(${column}::text, ' ', 'T'), '+00', 'Z')`)

type Facts = Record<string, JsonSql<unknown>>
type Told<F extends Facts> = { [Name in keyof F]: F[Name] extends JsonSql<infer T> ? T : never }

/** Joined texts: `json_build_object` and `row_to_json` look up every value's type anew. */
export function objectJson<F extends Facts>(facts: F): JsonSql<Told<F>> {
  const parts = Object.entries(facts).map(([name, fact], place) => `'${place ? ',' : '{'}"${name}":' || ${fact.sql}`)
  return { sql: `(${parts.join(' || ')} || '}')` }
}

export const nullWhen = <T>(condition: string, json: JsonSql<T>): JsonSql<T | null> => ({
  sql: `case when ${condition} then 'null' else ${json.sql} end`,
})

/** As a selected column. One raw text, so that it is not built anew for each statement. */
export const column = <T>(json: JsonSql<T>): RawBuilder<JsonOf<T>> => sql.raw(json.sql)

/**
 * A kept statement (`src/db/prepared-query.ts`) that gives the `json` of each row, in their order. They come in one value, a
 * line each: JSON has no line breaks of its own.
 */
export function keptLines<T, Values extends object, Shape = undefined>(
  rows: (db: Db, values: Values, shape: Shape) => Expression<{ json: JsonOf<T> }>,
) {
  const statement = preparedQuery<{ lines: string | null }, Values, Shape>(
    (db, values, shape) => sql`select string_agg(json, E'\n') as lines from (${rows(db, values, shape)}) as page`,
  )
  return async (db: Db, values: Values, ...shape: ShapeOf<Shape>): Promise<JsonOf<T>[]> => {
    const [all] = await statement(db, values, ...shape)
    return all?.lines?.split('\n') ?? []
  }
}

export const readyPage = <Row, More extends object>({ rows, ...more }: { rows: JsonOf<Row>[] } & More) =>
  new ReadyJson<{ rows: Row[] } & Omit<More, 'rows'>>(`{"rows":[${rows.join(',')}],${JSON.stringify(more).slice(1)}`)
