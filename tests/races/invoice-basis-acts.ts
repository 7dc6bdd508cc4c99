// The transitions of an invoice basis, and the changes that it depends on, as their endpoints make them.
import { setAgreement, setBilling } from '#features/billing/server/agreements.queries.ts'
import { setArticlePrice } from '#features/billing/server/article-prices.queries.ts'
import {
  approveForCustomer,
  billInvoiceBasis,
  keepApproved,
  removeDraft,
  sendInvoiceBasis,
  withdrawInvoiceBasis,
  withdrawNotedApproval,
} from '#features/billing/server/change-invoice-basis.queries.ts'
import { setQuantity } from '#features/billing/server/charges.queries.ts'
import { checkInvoiceBasis } from '#features/billing/server/check-invoice-basis.queries.ts'
import { createInvoiceBasis } from '#features/billing/server/create-invoice-basis.queries.ts'
import { approveSilentInvoiceBases } from '#features/billing/server/waiting-approvals.queries.ts'
import { changeExpense, createExpense, removeExpense } from '#features/time/server/expenses.queries.ts'
import type { Actor, CustomerActor, StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import {
  approveInvoiceBasis,
  askAboutRow,
  withdrawApproval,
} from '#screens/portal/server/portal-invoice-bases.queries.ts'
import type { Act } from './interleaving.ts'
import { type BasisState, basisStates, type Case, MONTH, trip } from './invoice-basis-case.ts'

const check = ({ h, orgId, basisId }: Case) => h.database.as('jobs', (db) => checkInvoiceBasis(db, orgId, basisId))

type OfStaff = (db: Db, actor: StaffActor, one: Case) => Promise<unknown>
const byStaff = (name: string, states: readonly BasisState[], run: OfStaff, prepare?: Act['prepare']): Act => ({
  name,
  states,
  by: 'admin',
  ...(prepare && { prepare }),
  run: (one, db, actor: Actor) => run(db, actor as StaffActor, one),
})
type OfCustomer = (db: Db, actor: CustomerActor, one: Case) => Promise<unknown>
const byCustomer = (name: string, states: readonly BasisState[], run: OfCustomer, prepare?: Act['prepare']): Act => ({
  name,
  states,
  by: 'approver',
  ...(prepare && { prepare }),
  run: (one, db, actor: Actor) => run(db, actor as CustomerActor, one),
})

export const CHECK = 'check'

export const transitions: Act[] = [
  byStaff('send', ['draft'], (db, actor, { basisId }) => sendInvoiceBasis(db, actor, basisId), check),
  byCustomer('approve', ['sent'], (db, actor, { basisId }) => approveInvoiceBasis(db, actor, basisId), check),
  byStaff(
    'note an approval',
    ['sent'],
    (db, actor, { basisId }) => approveForCustomer(db, actor, basisId, 'Per telefon'),
    check,
  ),
  {
    name: 'approve by silence',
    states: ['sent'],
    by: 'jobs',
    run: (_one, db) => approveSilentInvoiceBases(db, '2099-01-01'),
  },
  byCustomer('withdraw the approval', ['approved'], (db, actor, { basisId }) => withdrawApproval(db, actor, basisId)),
  byStaff('withdraw a noted approval', ['noted'], (db, actor, { basisId }) =>
    withdrawNotedApproval(db, actor, basisId),
  ),
  byCustomer('ask', ['sent'], (db, actor, { basisId }) =>
    askAboutRow(db, actor, basisId, { position: 1, question: 'Vad?' }),
  ),
  byStaff('bill', ['approved', 'noted'], (db, actor, { basisId }) => billInvoiceBasis(db, actor, basisId), check),
  byStaff('take back', ['billed'], (db, actor, { basisId }) => withdrawInvoiceBasis(db, actor, basisId, 'Fel rad')),
  byStaff('replace', ['draft', 'sent', 'approved', 'noted'], (db, actor, { basisId, customerId }) =>
    createInvoiceBasis(db, actor, { customerId, month: MONTH, replaces: basisId }),
  ),
  byStaff('remove', ['draft'], (db, actor, { basisId }) => removeDraft(db, actor, basisId)),
  byStaff(CHECK, ['draft', 'sent', 'approved', 'noted'], (db, _actor, { orgId, basisId }) =>
    checkInvoiceBasis(db, orgId, basisId),
  ),
  byStaff(
    'keep',
    ['approved', 'noted'],
    (db, actor, { basisId }) => keepApproved(db, actor, basisId, 'Avtalat'),
    check,
  ),
]

const ofAny = (name: string, run: OfStaff) => byStaff(name, basisStates, run)

export const changes: Act[] = [
  ofAny('add a row', (db, actor, { customerId, admin }) =>
    createExpense(db, actor, { ...trip(customerId), userId: admin.userId }),
  ),
  ofAny('change a row', (db, actor, { customerId, admin, expense: { id, version } }) =>
    changeExpense(db, actor, id, { ...trip(customerId), userId: admin.userId, hundredths: 2000, version }),
  ),
  ofAny('remove a row', (db, actor, { expense }) => removeExpense(db, actor, expense.id)),
  ofAny('change the terms', (db, actor, { customerId, otherTermsId: termsId }) =>
    setAgreement(db, actor, customerId, { validFrom: `${MONTH}-01`, termsId, monthlyFeeOre: null }),
  ),
  ofAny('change a charge', (db, actor, { chargeId }) =>
    setQuantity(db, actor, chargeId, { validFrom: `${MONTH}-01`, hundredths: 1300 }),
  ),
  ofAny('change the price of an article', (db, actor, { articleId }) =>
    setArticlePrice(db, actor, articleId, { validFrom: `${MONTH}-01`, priceOre: 23_000 as never }),
  ),
  ofAny('change the customer', (db, actor, { customerId }) =>
    setBilling(db, actor, customerId, { vat: 'standard', reverseReason: null, isPrivate: true }),
  ),
]
