// Checks that the mailboxes can be read.
import { UNREAD_MINUTES } from '#features/inbox/mail-alarms.contract.ts'
import { plusLostText, renumberedText } from '#features/inbox/mailboxes.contract.ts'
import type { Database } from '#platform/database/database.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { type Check, fine, warning, wrong } from './check.ts'

const TITLE = 'Brevlådor'

type Read = {
  address: string
  failure: string | null
  failedAt: string | null
  seenAt: string | null
  createdAt: string
  renumberedAt: string | null
  plusLostAt: string | null
}

export async function checkMailboxes(database: Database, now: Date): Promise<Check[]> {
  const rows = await database.as('owner', (db) =>
    db
      .selectFrom('mailboxes')
      .select(['address', 'failure', 'failedAt', 'seenAt', 'createdAt', 'renumberedAt', 'plusLostAt'])
      .where('isActive', '=', true)
      .orderBy('address')
      .execute(),
  )
  const problems = rows.flatMap((row) => judgeMailbox({ ...row, address: readableAddress(row.address) }, now) ?? [])
  if (problems.length > 0) return problems
  return [fine(TITLE, rows.length === 0 ? 'Ingen läses.' : `${plural(rows.length, 'brevlåda', 'brevlådor')} läses.`)]
}

/** Undefined for a mailbox without problems. */
function judgeMailbox(
  { address, failure, failedAt, seenAt, createdAt, renumberedAt, plusLostAt }: Read,
  now: Date,
): Check | undefined {
  const last =
    seenAt === null ? 'Den har inte lästs ännu.' : `Den lästes senast ${momentInStockholm(new Date(seenAt))}.`
  if (failure !== null) {
    const since = failedAt === null ? '' : ` Sedan ${momentInStockholm(new Date(failedAt))}.`
    return wrong(TITLE, `${address}: ${failure}${since} ${last}`)
  }
  const minutes = Math.floor((now.getTime() - Date.parse(seenAt ?? createdAt)) / 60_000)
  const lost = plusLostAt === null ? undefined : plusLostText({ address, plusLostAt })
  const noted = renumberedText({ renumberedAt }, now) ?? lost
  if (minutes <= UNREAD_MINUTES) return noted === undefined ? undefined : warning(TITLE, `${address}: ${noted}`)
  return warning(TITLE, `${address} har inte lästs på ${plural(minutes, 'minut', 'minuter')}. Är Stödpunkt igång?`)
}
