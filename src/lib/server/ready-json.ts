// Lists whose JSON the database builds: Node would parse every value of a page only to serialize it again (decision 027).
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { preparedQuery, type ShapeOf } from '#db/prepared-query.ts'

declare const source: unique symbol
/** The JSON of a `T`, built by PostgreSQL. */
export type JsonOf<T> = string & { [source]?: T }

/**
 * A response that is sent unchanged. It is not stripped to the contract's schema: its statement must select only fields that
 * the actor may read. The access suite and the fuzzer compare it with the schema.
 */
export class ReadyJson<T> {
  readonly text: JsonOf<T>
  constructor(text: JsonOf<T>) {
    this.text = text
  }
}

/** An SQL expression for the JSON of a `T`. */
export type JsonSql<T> = { sql: string; of?: T | undefined }

/** JSON of free text, escaped. */
export const textJson = <T extends string = string>(column: string): JsonSql<T> => ({
  sql: `coalesce(to_json(${column})::text, 'null')`,
})
/** JSON of text that needs no escaping by its type or constraint: an id, a value of a fixed set, a time. */
export const wordJson = <T extends string = string>(column: string): JsonSql<T> => ({
  sql: `coalesce('"' || ${column} || '"', 'null')`,
})
/** JSON of a number or boolean. */
export const unquotedJson = <T extends number | boolean>(column: string): JsonSql<T> => ({
  sql: `coalesce((${column})::text, 'null')`,
})
/** JSON of a `timestamptz` in the format of the pool's parser: ISO 8601 with all digits. The session's time zone is UTC. */
export const timeJson = (column: string) => wordJson(`replace(replace(${column}::text, ' ', 'T'), '+00', 'Z')`)

type Fields = Record<string, JsonSql<unknown>>
type ObjectOf<F extends Fields> = { [Name in keyof F]: F[Name] extends JsonSql<infer T> ? T : never }

/** JSON of an object, by concatenation: `json_build_object` and `row_to_json` look up the type of every value of each row. */
export function objectJson<F extends Fields>(fields: F): JsonSql<ObjectOf<F>> {
  const parts = Object.entries(fields).map(([name, { sql }], index) => `'${index ? ',' : '{'}"${name}":' || ${sql}`)
  return { sql: `(${parts.join(' || ')} || '}')` }
}

/** JSON null where the SQL condition holds, else `json`. */
export const nullWhen = <T>(condition: string, json: JsonSql<T>): JsonSql<T | null> => ({
  sql: `case when ${condition} then 'null' else ${json.sql} end`,
})

/** A selected column; one raw text, so that it is not compiled again for each statement. */
export const column = <T>(json: JsonSql<T>): RawBuilder<JsonOf<T>> => sql.raw(json.sql)

/**
 * A prepared query (`src/db/prepared-query.ts`) that returns the `json` of each row, in order. PostgreSQL sends all rows as
 * one value with a line per row, as JSON has no unescaped line breaks.
 */
export function preparedJsonRows<T, Values extends object, Shape = undefined>(
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

/** The response of a page of JSON rows and its other fields. */
export const readyPage = <Row, More extends object>({ rows, ...more }: { rows: JsonOf<Row>[] } & More) =>
  new ReadyJson<{ rows: Row[] } & Omit<More, 'rows'>>(`{"rows":[${rows.join(',')}],${JSON.stringify(more).slice(1)}`)
