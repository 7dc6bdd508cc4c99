import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** What the text of a statement depends on besides the values that are given. */
export type ShapeOf<Shape> = undefined extends Shape ? [] : [shape: Shape]

class StandIn {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement that is put together once for each shape of it, and not each time it is asked, for the few that nearly every
 * request asks or whose parts are many (decision 032).
 *
 * `build` is given stand-ins for the values: it may place them and leave out what is undefined, but not look at them. What
 * the text depends on besides is its `shape`: words of fixed sets, for each of them is kept for good.
 */
export function preparedQuery<Row, Values extends object, Shape = undefined>(
  build: (db: Kysely<Schema>, values: Values, shape: Shape) => RawBuilder<Row>,
) {
  const kept = new Map<string, Pick<CompiledQuery, 'sql' | 'parameters'>>()
  const statementFor = (db: Kysely<Schema>, names: string[], shape: Shape) => {
    const key = JSON.stringify([names, shape])
    const known = kept.get(key)
    if (known) return known
    const standIns = Object.fromEntries(names.map((name) => [name, new StandIn(name)])) as Values
    const { sql, parameters } = build(db, standIns, shape).compile(db)
    kept.set(key, { sql, parameters })
    return { sql, parameters }
  }
  return async (db: Kysely<Schema>, values: Values, ...[shape]: ShapeOf<Shape>): Promise<Row[]> => {
    const given = new Map(Object.entries(values).filter(([, value]) => value !== undefined))
    const { sql, parameters } = statementFor(db, [...given.keys()], shape as Shape)
    const bound = parameters.map((one) => (one instanceof StandIn ? given.get(one.name) : one))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(sql, bound))
    return rows
  }
}
