import type { Actor } from './actor.ts'
import type { Db } from './database.ts'
import { uuidv7 } from './uuid.ts'

type AuditEntry = {
  /** 'created', 'changed', 'deleted', 'archived', … */
  action: string
  subject:
    | 'customer'
    | 'contact'
    | 'time_entry'
    | 'expense'
    | 'login'
    | 'user'
    | 'mail'
    | 'credentials'
    | 'equipment'
    | 'organization'
    | 'company_facts'
    | 'report'
    | 'enquiry'
    | 'keys'
    | 'terms'
    | 'default_terms'
    | 'on_call'
    | 'vat_rate'
    | 'article'
    | 'article_price'
    | 'work_article'
    | 'agreement'
    | 'charge'
    | 'count'
    | 'customer_discount'
    | 'customer_billing'
    | 'billing_details'
    | 'invoice_recipient'
    | 'pot'
    | 'mailbox'
    | 'mail_server'
    | 'sender_rule'
    | 'basis'
    | 'recurring_ticket'
    | 'api_key'
  /** None for a bulk action. */
  subjectId?: string
  /** Ids and values before and after; never a secret or free text. */
  detail?: Record<string, unknown>
  /** Why, in the user's own words: of a reading of technical information. */
  reason?: string | null
}

/** Who did it: an actor, or the maker of a key that is refused. */
type Auditor = Pick<Actor, 'orgId' | 'userId'> & { apiKey: { id: string } | null }

/** Appends an entry to the audit log, in the transaction of the action. It names the API key of the actor, if any. */
export async function audit(
  db: Db,
  { orgId, userId, apiKey }: Auditor,
  { action, subject, subjectId, detail = {}, reason = null }: AuditEntry,
) {
  await db
    .insertInto('auditLog')
    .values({
      id: uuidv7(),
      orgId,
      userId,
      apiKeyId: apiKey?.id ?? null,
      action,
      subject,
      subjectId: subjectId ?? null,
      detail: JSON.stringify(detail),
      reason,
    })
    .execute()
}
