// What counts recurring charges, as tests and the demo need it in the database.
import type pg from 'pg'

type Equipment = {
  orgId: string
  customerId: string
  type: string
  /** Days 'YYYY-MM-DD' on which a piece was added; noon of each. */
  addedOn: readonly string[]
}

/** Equipment of a type, each piece added on its day. */
export const addEquipment = (db: Pick<pg.Client, 'query'>, { orgId, customerId, type, addedOn }: Equipment) =>
  db.query(
    `insert into equipment (org_id, customer_id, id, name, type, created_at)
     select $1, $2, gen_random_uuid(), $3 || ' ' || n, $3, day::timestamp + interval '12 hours'
     from unnest($4::date[]) with ordinality added (day, n)`,
    [orgId, customerId, type, addedOn],
  )
