import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/**
 * A query that is built and compiled once per process, since building a large one takes 0.2 ms of CPU. `build` gets markers in
 * place of the texts: it must use each as a parameter at least once, and must not read their values. Resolves with the rows.
 */
export function compiledOnce<Texts extends string[], Row>(build: (db: Db, ...texts: Texts) => Compilable<Row>) {
  let compiled: CompiledQuery<Row> | undefined
  const markers = Array.from({ length: build.length - 1 }, (_, nth) => `text ${nth}`)
  return async (db: Db, ...texts: Texts): Promise<Row[]> => {
    compiled ??= build(db, ...(markers as Texts)).compile()
    const parameters = compiled.parameters.map((parameter) => texts[markers.indexOf(parameter as string)] ?? parameter)
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
