import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { CHALLENGE_MINUTES } from '../factors.rules.ts'
import { asAuth } from './as-auth.ts'
import { newChallenge } from './webauthn.ts'

/** Whose answer a challenge awaits: that of a session, which adds a passkey, or anyone's who signs in. */
export type ChallengePurpose = { purpose: 'sign_in' } | { purpose: 'register'; userId: string; sessionId: string }

/** `expiresAt` in Unix seconds. */
export type IssuedChallenge = { id: string; challenge: Buffer; expiresAt: number }

export async function issueChallenge(db: Db, target: ChallengePurpose): Promise<IssuedChallenge> {
  const id = uuidv7()
  const challenge = newChallenge()
  const { expiresAt } = await asAuth(db, () =>
    db
      .insertInto('auth.factorChallenges')
      .values({
        id,
        ...columnsOf(target),
        challenge: challenge.toString('base64url'),
        expiresAt: sql<string>`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
      })
      .returning(sql<number>`extract(epoch from expires_at)::integer`.as('expiresAt'))
      .executeTakeFirstOrThrow(),
  )
  return { id, challenge, expiresAt }
}

/** What must have been signed, in base64url. */
type UsedChallenge = { challenge: string; isLive: boolean }

/** Uses up a challenge. Undefined when it has been used, has another purpose or is somebody else's. */
export async function takeChallenge(db: Db, id: string, target: ChallengePurpose): Promise<UsedChallenge | undefined> {
  const { purpose, sessionId } = columnsOf(target)
  return asAuth(db, () =>
    db
      .updateTable('auth.factorChallenges')
      .set({ usedAt: sql`now()` })
      .where('id', '=', id)
      .where('purpose', '=', purpose)
      .where('sessionId', 'is not distinct from', sessionId)
      .where('usedAt', 'is', null)
      .where('challenge', 'is not', null)
      .returning(['challenge', sql<boolean>`expires_at > now()`.as('isLive')])
      .$narrowType<{ challenge: string }>()
      .executeTakeFirst(),
  )
}

/** Uses up a challenge whose answer was refused. */
export const voidChallenge = (db: Db, id: string) =>
  db.updateTable('auth.factorChallenges').set({ usedAt: sql`now()` }).where('id', '=', id).execute()

const columnsOf = (target: ChallengePurpose) => ({
  purpose: target.purpose,
  userId: target.purpose === 'sign_in' ? null : target.userId,
  sessionId: target.purpose === 'sign_in' ? null : target.sessionId,
})
