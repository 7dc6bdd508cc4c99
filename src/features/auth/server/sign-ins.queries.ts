// The audit log of logins, as administrators search it.
import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import { containing } from '#platform/database/like-pattern.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { readableAddress } from '#shared/email.rules.ts'
import type { SignInKind } from '../security.contract.ts'
import { actionsOf } from '../sign-in-actions.rules.ts'
import { asAuth } from './as-auth.ts'

const [signedIn, refused] = [actionsOf('signed_in'), actionsOf('refused')]

type Search = { after?: string | undefined; q?: string | undefined; kind?: SignInKind | undefined }

/** Row-level security limits the audit log to administrators, and to their organization. */
export async function listSignIns(db: Db, actor: StaffActor, { after, q = '', kind }: Search) {
  const position = positionOf(after, ['createdAt', 'id'])
  const logins = q === '' ? undefined : await findLogins(db, organizationOf(actor), q)
  if (logins?.length === 0) return { rows: [], next: null }
  const rows = await db
    .selectFrom('auditLog')
    .select(['id', 'at', 'action', 'userId', 'subjectId'])
    .select(sql<string | null>`detail->>'reason'`.as('reason'))
    .where('subject', '=', sql.lit('login'))
    .where('subjectId', 'is not', null)
    .where('orgId', '=', organizationOf(actor))
    .$if(logins !== undefined, (query) => query.where(sql<boolean>`subject_id = any(${logins}::uuid[])`))
    .$if(kind === 'signed_in', (query) => query.where('action', 'in', signedIn))
    .$if(kind === 'refused', (query) => query.where('action', 'in', refused))
    .$if(kind === 'changed', (query) => query.where('action', 'not in', [...signedIn, ...refused]))
    .$if(position !== undefined, (query) =>
      query.where(sql<boolean>`(at, id) < (${position?.createdAt}::timestamptz, ${position?.id}::uuid)`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
    .$narrowType<{ subjectId: string }>()
    .execute()
  const named = await namesOf(
    db,
    rows.flatMap(({ userId, subjectId }) => [subjectId, ...(userId === null ? [] : [userId])]),
  )
  const listed = rows.map(({ userId, subjectId, ...entry }) => ({
    ...entry,
    who: named.get(subjectId)?.name ?? '',
    email: named.get(subjectId)?.email ?? '',
    by: userId === null || userId === subjectId ? null : (named.get(userId)?.name ?? null),
  }))
  return page(listed, ({ at, id }) => ({ createdAt: at, id }))
}

/** The organization's logins whose name or address has the text. */
async function findLogins(db: Db, orgId: string, text: string): Promise<string[]> {
  const pattern = containing(text)
  const { rows } = await asAuth(db, () =>
    sql<{ id: string }>`
      select u.id from auth.users u
        left join profiles p on p.id = u.id left join customer_users l on l.user_id = u.id
      where coalesce(p.org_id, l.org_id) = ${orgId}::uuid
        and (u.email ilike ${pattern} or p.full_name ilike ${pattern} or l.full_name ilike ${pattern})`.execute(db),
  )
  return rows.map(({ id }) => id)
}

async function namesOf(db: Db, ids: readonly string[]) {
  const { rows } = await asAuth(db, () =>
    sql<{ id: string; email: string; name: string | null }>`
      select u.id, u.email, coalesce(p.full_name, l.full_name) as name from auth.users u
        left join profiles p on p.id = u.id left join customer_users l on l.user_id = u.id
      where u.id = any(${[...new Set(ids)]}::uuid[])`.execute(db),
  )
  return new Map(
    rows.map(({ id, email, name }) => [id, { email: readableAddress(email), name: name ?? readableAddress(email) }]),
  )
}
