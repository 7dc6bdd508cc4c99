import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { FORMER_USER } from '#shared/names.rules.ts'

export type Person = { id: string; fullName: string }

/** Names by id of the staff and portal users that the actor may see; others are absent. */
export async function namesOf(db: Db, people: (string | null)[]): Promise<Map<string, Person>> {
  const ids = [...new Set(people.filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Person>`select id, full_name from names_of(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((person) => [person.id, person]))
}

/** The person with this id; a user whose name is no longer visible is shown as a former user. */
export const personOf = (names: Map<string, Person>, id: string): Person =>
  names.get(id) ?? { id, fullName: FORMER_USER }
