// An invoice basis in a given state with what can be changed about it, for interleaved transactions.

import { NewTerms } from '#features/billing/agreements.contract.ts'
import { NewCharge } from '#features/billing/charges.contract.ts'
import { setAgreement } from '#features/billing/server/agreements.queries.ts'
import {
  approveForCustomer,
  billInvoiceBasis,
  sendInvoiceBasis,
} from '#features/billing/server/change-invoice-basis.queries.ts'
import { createCharge } from '#features/billing/server/charges.queries.ts'
import { createInvoiceBasis } from '#features/billing/server/create-invoice-basis.queries.ts'
import { createTerms } from '#features/billing/server/terms.queries.ts'
import { aCharge } from '#features/billing/testing/charges.ts'
import { aTerms } from '#features/billing/testing/terms.ts'
import { createExpense } from '#features/time/server/expenses.queries.ts'
import { createTime } from '#features/time/server/time.queries.ts'
import type { CustomerActor, StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { approveInvoiceBasis } from '#screens/portal/server/portal-invoice-bases.queries.ts'
import { ore } from '#shared/money.rules.ts'
import type { Harness, Person } from '../harness/harness.ts'

export const basisStates = ['draft', 'sent', 'approved', 'noted', 'billed'] as const
export type BasisState = (typeof basisStates)[number]

export type World = { h: Harness; orgId: string; admin: Person; termsId: string; otherTermsId: string }
export type Case = World & {
  customerId: string
  approver: Person
  basisId: string
  chargeId: string
  articleId: string
  expense: { id: string; version: number }
}

export const MONTH = '2026-10'
export const trip = (customerId: string) => ({
  customerId,
  workDate: `${MONTH}-21`,
  kind: 'travel' as const,
  article: 'Resa',
  articleId: null,
  hundredths: 1000,
  unit: 'km',
  priceOre: ore(2500),
  ticketId: null,
  description: null,
  unbilledReason: null,
})

/** A company whose terms need approval, with others of a higher price. */
export async function aWorld(h: Harness): Promise<World> {
  const orgId = (await h.anOrganization()).id
  const admin = await h.anAdmin({ orgId })
  await h.test.superuser.query(`update company_facts set billing_from = '2026-01-01'`)
  const terms = (remoteOre: number) =>
    asStaff({ h, admin }, (db, actor) => {
      const given = aTerms({ needsApproval: true, silentApprovalDays: 10, remoteOre })
      return createTerms(db, actor, NewTerms.parse(given))
    })
  return { h, orgId, admin, termsId: (await terms(100_000)).id, otherTermsId: (await terms(110_000)).id }
}

/** In a transaction of its own. */
export const asStaff = <T>(
  { h, admin }: Pick<World, 'h' | 'admin'>,
  work: (db: Db, actor: StaffActor) => Promise<T>,
): Promise<T> =>
  h.database.asActor(
    admin.sessionId,
    () => undefined,
    (db, actor) => work(db, actor as StaffActor),
  )

const asApprover = <T>(
  { h, approver }: Pick<Case, 'h' | 'approver'>,
  work: (db: Db, actor: CustomerActor) => Promise<T>,
): Promise<T> =>
  h.database.asActor(
    approver.sessionId,
    () => undefined,
    (db, actor) => work(db, actor as CustomerActor),
  )

async function anArticleWithPrice({ h, orgId }: World): Promise<string> {
  const id = uuidv7()
  await h.test.superuser.query(
    `insert into articles (org_id, id, number, name, unit, vat_class) values ($1, $2, $3, 'Backup', 'st', 'standard')`,
    [orgId, id, id.slice(-12)],
  )
  await h.test.superuser.query(
    `insert into article_prices (org_id, article_id, valid_from, price_ore) values ($1, $2, '2026-01-01', 22000)`,
    [orgId, id],
  )
  return id
}

/** A month with an hour, a trip and a charge of an article, whose basis is in the state. */
export async function aCase(world: World, state: BasisState): Promise<Case> {
  const { h, orgId, admin, termsId } = world
  const customerId = (await h.aCustomer({ orgId })).id
  const approver = await h.aPortalUser({ id: customerId, orgId })
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [approver.userId])
  const articleId = await anArticleWithPrice(world)
  const made = await asStaff(world, async (db, actor) => {
    await setAgreement(db, actor, customerId, { validFrom: '2026-01-01', termsId, monthlyFeeOre: null })
    const charge = aCharge({ articleId, text: null, unit: null, priceOre: null, startsOn: `${MONTH}-01` })
    const { id: chargeId } = await createCharge(db, actor, customerId, NewCharge.parse(charge))
    await createTime(db, actor, { ...anHour(customerId), userId: admin.userId })
    const expense = await createExpense(db, actor, { ...trip(customerId), userId: admin.userId })
    const basisId = await createInvoiceBasis(db, actor, { customerId, month: MONTH, replaces: null })
    return { chargeId, expense, basisId }
  })
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where customer_id = $1', [
    customerId,
  ])
  const one = { ...world, ...made, customerId, approver, articleId }
  await bring(one, state)
  return one
}

const anHour = (customerId: string) => ({
  customerId,
  workDate: `${MONTH}-20`,
  timeFrom: '10:00',
  timeTo: '11:00',
  fromIsFirst: false,
  toIsFirst: false,
  kind: 'remote' as const,
  isRut: false,
  ticketId: null,
  description: 'Bytt router',
  notes: null,
  unbilledReason: null,
})

async function bring(one: Case, state: BasisState): Promise<void> {
  const { basisId } = one
  if (state === 'draft') return
  await asStaff(one, (db, actor) => sendInvoiceBasis(db, actor, basisId))
  if (state === 'sent') return
  if (state === 'noted') await asStaff(one, (db, actor) => approveForCustomer(db, actor, basisId, 'Per telefon'))
  else await asApprover(one, (db, actor) => approveInvoiceBasis(db, actor, basisId))
  if (state === 'billed') await asStaff(one, (db, actor) => billInvoiceBasis(db, actor, basisId))
}
