import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import { type LinkPurpose, linkLifetimes } from '../lifetimes.rules.ts'
import { asAuth } from './as-auth.ts'
import { hashToken, newToken } from './token-hash.ts'

/** `hasMailServer`: of the environment. Without it and one of the organization staff pass links on. */
export type LinkSettings = { appUrl: string; hasMailServer: boolean }

type NewLink = {
  appUrl: string
  userId: string
  purpose: Exclude<LinkPurpose, 'first_admin'>
  /** Older links stay valid: this is a retry of a mail that may already have been sent. */
  isAgain?: boolean
}

/**
 * A one-time link with which the login's owner chooses a password; voids the login's older links. The token is in the URL
 * fragment, which reaches no server or log, and only its hash is stored.
 */
export async function makeOneTimeLink(db: Db, { appUrl, userId, purpose, isAgain }: NewLink): Promise<string> {
  if (!isAgain) await voidLinks(db, userId)
  return store(db, { appUrl, userId, purpose })
}

type MailedLink = { appUrl: string; userId: string; purpose: NewLink['purpose'] }

/** The link of a mail, created when the mail is sent (`Mail`, platform/mail/mail.ts). */
export const linkInMail = (database: Database, { appUrl, userId, purpose }: MailedLink) => ({
  userId,
  purpose,
  make: ({ isAgain }: { isAgain: boolean }) =>
    database.as('auth', (db) => makeOneTimeLink(db, { appUrl, userId, purpose, isAgain })),
})

/** A link that creates the first administrator. Every printed link is valid until there is one. */
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

/** Deletes the login's unused links. */
export async function voidLinks(db: Db, userId: string) {
  await asAuth(db, () =>
    db.deleteFrom('auth.oneTimeTokens').where('userId', '=', userId).where('usedAt', 'is', null).execute(),
  )
}

/** A valid link, without consuming it. */
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

/** A link that was used or has expired. */
export const findSpentLink = (db: Db, token: string) =>
  asAuth(db, () =>
    db
      .selectFrom('auth.oneTimeTokens')
      .select(['userId', 'purpose'])
      .where('tokenHash', '=', hashToken(token))
      .executeTakeFirst(),
  )

/** Consumes a link; undefined when it is used, expired or unknown. Of two concurrent calls one succeeds. */
export const consumeLink = (db: Db, token: string) =>
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
