import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** The shape argument: what the SQL text depends on besides which values are defined. */
export type ShapeOf<Shape> = undefined extends Shape ? [] : [shape: Shape]

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement whose SQL is built once per shape instead of at each execution, for the few statements that nearly every
 * request executes or that have many parts (decision 032).
 *
 * `build` receives placeholders for the values: it may use them as parameters and test whether they are undefined, but not
 * read them. `shape` is what else the SQL text depends on: values of small fixed sets, as each text is cached forever.
 */
export function preparedQuery<Row, Values extends object, Shape = undefined>(
  build: (db: Kysely<Schema>, values: Values, shape: Shape) => RawBuilder<Row>,
) {
  const cache = new Map<string, Pick<CompiledQuery, 'sql' | 'parameters'>>()
  const statementFor = (db: Kysely<Schema>, names: string[], shape: Shape) => {
    const key = JSON.stringify([names, shape])
    const cached = cache.get(key)
    if (cached) return cached
    const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Values
    const { sql, parameters } = build(db, placeholders, shape).compile(db)
    cache.set(key, { sql, parameters })
    return { sql, parameters }
  }
  return async (db: Kysely<Schema>, values: Values, ...[shape]: ShapeOf<Shape>): Promise<Row[]> => {
    const defined = new Map(Object.entries(values).filter(([, value]) => value !== undefined))
    const { sql, parameters } = statementFor(db, [...defined.keys()], shape as Shape)
    const bound = parameters.map((parameter) =>
      parameter instanceof Placeholder ? defined.get(parameter.name) : parameter,
    )
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(sql, bound))
    return rows
  }
}
