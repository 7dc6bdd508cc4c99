import type pg from 'pg'

type NewLogin = {
  email: string
  orgId: string
  /** The customer of a portal login; without it the login is a technician's. */
  customerId?: string | undefined
  /** Email of the login whose password is copied. */
  passwordOf?: string
}

/** Inserts a login directly into the database, much faster than an invitation. Returns its id. */
export async function addLogin(
  database: Pick<pg.Client, 'query'>,
  { email, orgId, customerId, passwordOf }: NewLogin,
): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `insert into auth.users (id, email, kind, password_hash)
     values (gen_random_uuid(), $1, $2, (select password_hash from auth.users where email = $3)) returning id`,
    [email, customerId ? 'customer' : 'staff', passwordOf],
  )
  const id = rows[0]?.id ?? ''
  if (customerId) {
    await database.query('insert into customer_users (org_id, user_id, customer_id) values ($1, $2, $3)', [
      ...[orgId, id, customerId],
    ])
    return id
  }
  await database.query('insert into profiles (id, org_id, full_name) values ($1, $2, $3)', [id, orgId, email])
  await database.query(`insert into user_roles (user_id, org_id, role) values ($1, $2, 'technician')`, [id, orgId])
  return id
}
