import { sql } from 'kysely'
import { countFilteredTickets } from '#features/tickets/server/ticket-list.queries.ts'
import { ticketFilterOf } from '#features/tickets/ticket-filter.rules.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import {
  type NewTicketView,
  type RenamedTicketView,
  type TicketView,
  type TicketViews,
  VIEWS_MAX,
} from '../ticket-views.contract.ts'
import { countToDo } from './to-do.queries.ts'

const VIEW_NOT_FOUND = 'Vyn finns inte'

// Row-level security shows each person the own views only.
const views = (db: Db) =>
  db.selectFrom('ticketViews').select(['id', 'name', 'query']).orderBy(sql`name collate "sv-SE-x-icu"`)

/** The actor's views and 'Att göra', with their counts. */
export async function listTicketViews(db: Db, actor: StaffActor): Promise<TicketViews> {
  const [toDo, saved] = await Promise.all([countToDo(db, actor), views(db).execute()])
  const counted = saved.map(async (view) => ({
    ...view,
    count: await countFilteredTickets(db, actor, ticketFilterOf(new URLSearchParams(view.query))),
  }))
  return { toDo, views: await Promise.all(counted) }
}

const refusals = {
  ticket_views_name_is_unique: () => invalidField('name', 'Du har redan en vy med det namnet'),
  ticket_views_at_most_max: () =>
    invalidField('name', `Du kan spara högst ${VIEWS_MAX} vyer. Ta bort en som du inte använder.`),
}

/** Throws 422 for a name that the actor has, for more than VIEWS_MAX views, and for staff without an organization. */
export async function createTicketView(db: Db, actor: StaffActor, { name, query }: NewTicketView): Promise<TicketView> {
  const orgId = organizationOf(actor)
  const view = { id: uuidv7(), name, query }
  await onConstraint(refusals, () =>
    db
      .insertInto('ticketViews')
      .values({ ...view, orgId, userId: actor.userId })
      .execute(),
  )
  return view
}

/** Throws 404 for a view that the actor does not have, 422 for the name of another one. */
export async function renameTicketView(db: Db, id: string, { name }: RenamedTicketView): Promise<TicketView> {
  const renamed = await onConstraint(refusals, () =>
    db
      .updateTable('ticketViews')
      .set({ name })
      .where('id', '=', id)
      .returning(['id', 'name', 'query'])
      .executeTakeFirst(),
  )
  if (!renamed) throw notFound(VIEW_NOT_FOUND)
  return renamed
}

/** Throws 404 for a view that the actor does not have. */
export async function removeTicketView(db: Db, id: string) {
  const removed = await db.deleteFrom('ticketViews').where('id', '=', id).returning('id').executeTakeFirst()
  if (!removed) throw notFound(VIEW_NOT_FOUND)
}
