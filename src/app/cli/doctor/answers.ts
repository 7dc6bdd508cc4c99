// Checks that the stored moments at which answers are due are those of the history, read independently of what stores them.
import { findWrongAnswers, type WrongAnswer } from '#features/tickets/server/answer-history.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { plural } from '#shared/plural.rules.ts'
import { type Check, fine, warning, wrong } from './check.ts'

const TITLE = 'Svarstider'
/** How many tickets a message names. */
const NAMED_MAX = 20

export async function checkAnswers(database: Database): Promise<Check> {
  const { isRecomputing, tickets, enquiries } = await database.as('owner', readAnswers)
  if (tickets.length + enquiries === 0) return fine(TITLE, 'Alla stämmer med ärendenas historik.')
  // The job has yet to follow a change; what else is wrong shows afterwards.
  if (isRecomputing) return warning(TITLE, 'Räknas om just nu. Kontrollera igen om en stund.')
  const named = [
    ...tickets.slice(0, NAMED_MAX).map((number) => `#${number}`),
    ...(tickets.length > NAMED_MAX ? [plural(tickets.length - NAMED_MAX, 'ärende till', 'ärenden till')] : []),
    ...(enquiries > 0 ? [`${plural(enquiries, 'meddelande', 'meddelanden')} i Inkorg`] : []),
  ]
  return wrong(
    TITLE,
    `Stämmer inte med historiken: ${new Intl.ListFormat('sv-SE').format(named)}. De räknas om i natt, eller nu i databasen: select stodpunkt.request_recomputation(id) from stodpunkt.organizations`,
  )
}

async function readAnswers(db: Db) {
  const runs = await db.selectFrom('answerRecomputations').select(['requested', 'finished']).execute()
  const organizations = await db.selectFrom('organizations').select('id').orderBy('id').execute()
  const found: WrongAnswer[] = []
  for (const { id } of organizations) found.push(...(await findWrongAnswers(db, id)))
  const idsOf = (kind: 'ticket' | 'enquiry') => found.filter((one) => one.kind === kind).map(({ id }) => id)
  const ids = idsOf('ticket')
  const tickets =
    ids.length === 0
      ? []
      : await db.selectFrom('tickets').select('ticketNumber').where('id', 'in', ids).orderBy('ticketNumber').execute()
  return {
    isRecomputing: runs.some(({ requested, finished }) => requested !== finished),
    tickets: tickets.map(({ ticketNumber }) => ticketNumber),
    enquiries: idsOf('enquiry').length,
  }
}
