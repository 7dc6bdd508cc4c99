import type { TestDatabase } from './database.ts'

/** The value of an SQL expression, as the superuser. */
export async function selectValue<T>({ superuser }: TestDatabase, sql: string, ...values: unknown[]): Promise<T> {
  const { rows } = await superuser.query<{ value: T }>(`select (${sql}) as value`, values)
  return rows[0]?.value as T
}

/** The quoted values in the definition of a constraint, index or function. */
export const wordsOf = (definition: string) => [...definition.matchAll(/'(\w+)'/g)].map(([, word]) => word)
