import type { Actor } from './actor.ts'
import type { Db } from './database.ts'
import { uuidv7 } from './uuid.ts'

type Deed = {
  /** Verb of the field: 'created', 'changed', 'deleted', 'archived', … */
  action: string
  subject:
    | 'customer'
    | 'time_entry'
    | 'login'
    | 'user'
    | 'mail'
    | 'credentials'
    | 'organization'
    | 'company_facts'
    | 'report'
    | 'enquiry'
    | 'keys'
  /** None when it was done to many at once. */
  subjectId?: string
  /** Ids and values before and after; never a secret, never a person's free text. */
  detail?: Record<string, unknown>
}

/** Writes what the actor did, in the same transaction as the deed. */
export async function audit(db: Db, { orgId, userId }: Actor, { action, subject, subjectId, detail = {} }: Deed) {
  await db
    .insertInto('auditLog')
    .values({
      id: uuidv7(),
      orgId,
      userId,
      action,
      subject,
      subjectId: subjectId ?? null,
      detail: JSON.stringify(detail),
    })
    .execute()
}
