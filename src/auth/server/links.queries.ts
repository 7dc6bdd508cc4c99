import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type LinkPurpose, linkLifetimes } from '../lifetimes.rules.ts'
import { asAuth } from './as-auth.ts'
import { hashToken, newToken } from './token-hash.ts'

type NewLink = {
  appUrl: string
  userId: string
  purpose: Exclude<LinkPurpose, 'first_admin'>
  /** Older links go on working: this one is for a mail that may have been sent before. */
  isAgain?: boolean
}

/**
 * A link with which the login's owner chooses a password, once; the login's older links stop working. The token stands in
 * the fragment, which no server and no log sees, and only its hash is stored.
 */
export async function makeOneTimeLink(db: Db, { appUrl, userId, purpose, isAgain }: NewLink): Promise<string> {
  if (!isAgain) await voidLinks(db, userId)
  return store(db, { appUrl, userId, purpose })
}

/** The link that makes the first administrator. Every one printed works until there is one. */
export const makeFirstAdminLink = (db: Db, appUrl: string) =>
  store(db, { appUrl, userId: null, purpose: 'first_admin' })

async function store(
  db: Db,
  { appUrl, userId, purpose }: { appUrl: string; userId: string | null; purpose: LinkPurpose },
) {
  const token = newToken()
  const expiresAt = sql<string>`now() + ${linkLifetimes[purpose].interval}::interval`
  await asAuth(db, () =>
    db
      .insertInto('auth.oneTimeTokens')
      .values({ tokenHash: hashToken(token), userId, purpose, expiresAt })
      .execute(),
  )
  return `${appUrl}/nytt-losenord#token=${token}&type=${purpose}`
}

/** The login's unused links stop working. */
export async function voidLinks(db: Db, userId: string) {
  await asAuth(db, () =>
    db.deleteFrom('auth.oneTimeTokens').where('userId', '=', userId).where('usedAt', 'is', null).execute(),
  )
}

/** A link that still works, without using it up. */
export const findLink = (db: Db, token: string) =>
  asAuth(db, () =>
    db
      .selectFrom('auth.oneTimeTokens')
      .select(['userId', 'purpose'])
      .where('tokenHash', '=', hashToken(token))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', sql<string>`now()`)
      .executeTakeFirst(),
  )

/** Uses a link up; undefined when it was used, has expired or never was. Of two at once, one succeeds. */
export const useLink = (db: Db, token: string) =>
  asAuth(db, () =>
    db
      .updateTable('auth.oneTimeTokens')
      .set({ usedAt: sql`now()` })
      .where('tokenHash', '=', hashToken(token))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', sql<string>`now()`)
      .returning(['userId', 'purpose'])
      .executeTakeFirst(),
  )
