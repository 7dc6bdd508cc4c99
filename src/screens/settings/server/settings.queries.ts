import { sql } from 'kysely'
import { makeOneTimeLink } from '#features/auth/server/links.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import { notFound } from '#platform/http/app-error.ts'
import { LINK } from '#platform/mail/mail.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { LINK_NOT_SHOWN, MAIL_NOT_FOUND } from '../settings.contract.ts'

export async function listStoredMail(db: Db, after: string | undefined) {
  const position = positionOf(after, ['createdAt', 'id'])
  const rows = await db
    .selectFrom('storedMail')
    .select(['id', 'createdAt', 'toAddress as to', 'subject', 'body', 'linkFor'])
    .$if(position !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${position?.createdAt}::timestamptz, ${position?.id}::uuid)`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
    .execute()
  const { next, rows: pageRows } = page(rows, ({ createdAt, id }) => ({ createdAt, id }))
  return {
    next,
    rows: pageRows.map(({ body, linkFor, ...mail }) => {
      const hasLink = linkFor !== null
      return { ...mail, hasLink, text: hasLink ? body.replaceAll(LINK, LINK_NOT_SHOWN) : body }
    }),
  }
}

/** Throws 404 when the mail has no link, and when its recipient no longer belongs to the administrator's organization. */
export async function makeLinkOfMail(db: Db, actor: StaffActor, { id, appUrl }: { id: string; appUrl: string }) {
  const mail = await db
    .selectFrom('storedMail')
    .select(['linkFor', 'linkPurpose'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!mail?.linkFor || !mail.linkPurpose || !(await isInOwnOrganization(db, mail.linkFor)))
    throw notFound(MAIL_NOT_FOUND)
  const { linkFor: userId, linkPurpose: purpose } = mail
  const link = await makeOneTimeLink(db, { appUrl, userId, purpose })
  await audit(db, actor, { action: 'link_made', subject: 'mail', subjectId: id, detail: { userId, purpose } })
  return { link }
}

/** A login may have moved to another organization since the mail was stored. */
async function isInOwnOrganization(db: Db, userId: string) {
  const login = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', userId)
    .union(db.selectFrom('customerUsers').select('userId as id').where('userId', '=', userId))
    .executeTakeFirst()
  return login !== undefined
}
