import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/http/app-error.ts'
import { SESSION_NOT_FOUND } from '../own-sessions.contract.ts'
import { endSession, endSessions, listSessions } from './sessions.queries.ts'

export async function listOwnSessions(db: Db, { userId, sessionId }: Actor) {
  const sessions = await listSessions(db, userId)
  return sessions.map(({ id, createdAt, refreshedAt: usedAt, userAgent }) => ({
    id,
    createdAt,
    usedAt,
    userAgent,
    isThis: id === sessionId,
  }))
}

/** Throws 404 for a session that has ended, does not exist or is another person's. */
export async function endOwnSession(db: Db, { userId }: Actor, id: string) {
  const sessions = await listSessions(db, userId)
  if (!sessions.some((session) => session.id === id)) throw notFound(SESSION_NOT_FOUND)
  await endSession(db, userId, id)
}

export const endOtherSessions = async (db: Db, { userId, sessionId }: Actor) => ({
  ended: await endSessions(db, userId, { except: sessionId }),
})
