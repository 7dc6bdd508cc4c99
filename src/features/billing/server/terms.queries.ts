import { sql } from 'kysely'
import { targetFieldNames } from '#features/company/target-fields.rules.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import {
  AGREEMENT_NOT_FOUND,
  type NewDefault,
  type NewTerms,
  type NewVatRate,
  type NewVersion,
  TERMS_IN_USE,
  TERMS_NOT_FOUND,
  TERMS_REPLACED,
} from '../agreements.contract.ts'

export const termsColumns = [
  ...(['terms.id', 'terms.seriesId', 'terms.number', 'terms.name', 'remoteOre', 'onsiteOre', 'afterHoursOre'] as const),
  ...([
    'roundTo',
    'roundBy',
    'smallestMinutes',
    'startFeeOre',
    'includedMinutes',
    'terms.monthlyFeeOre',
    'afterHoursDrawdowns',
    'needsApproval',
    'terms.silentApprovalDays',
    'includesOnCall',
  ] as const),
  ...targetFieldNames,
] as const

/** All terms by name with their latest version first, and the company's dated rows, newest first. */
export async function getAgreementSettings(db: Db) {
  const [terms, defaults, vatRates, facts] = await Promise.all([
    listTerms(db),
    listDefaults(db),
    listVatRates(db),
    db.selectFrom('companyFacts').select('billingFrom').executeTakeFirst(),
  ])
  return { terms, defaults, vatRates, billingFrom: monthOf(facts?.billingFrom ?? todayInStockholm()) }
}

const listTerms = (db: Db) =>
  db
    .selectFrom('terms')
    .select(termsColumns)
    .select([
      sql<boolean>`not exists (select from terms later where later.org_id = terms.org_id
        and later.series_id = terms.series_id and later.number > terms.number)`.as('isLatest'),
      sql<number>`(select count(*)::int from agreements a where a.org_id = terms.org_id and a.terms_id = terms.id
        and a.valid_from = (select max(b.valid_from) from agreements b where b.org_id = a.org_id
          and b.customer_id = a.customer_id and b.valid_from <= (now() at time zone business_time_zone())::date))`.as(
        'customers',
      ),
      sql<boolean>`exists (select from agreements a where a.org_id = terms.org_id and a.terms_id = terms.id)
        or exists (select from default_terms d where d.org_id = terms.org_id and d.terms_id = terms.id)`.as('isUsed'),
    ])
    .orderBy(
      sql`first_value(terms.name) over (partition by series_id order by terms.number desc) collate "sv-SE-x-icu"`,
    )
    .orderBy('terms.seriesId')
    .orderBy('terms.number', 'desc')
    .execute()

const listDefaults = async (db: Db) => {
  const rows = await db
    .selectFrom('defaultTerms')
    .innerJoin('terms', (join) =>
      join.onRef('terms.orgId', '=', 'defaultTerms.orgId').onRef('terms.id', '=', 'defaultTerms.termsId'),
    )
    .select(['validFrom', 'terms.id', 'terms.name', 'terms.number'])
    .orderBy('validFrom', 'desc')
    .execute()
  return rows.map(({ validFrom, ...terms }) => ({ validFrom, terms }))
}

const listVatRates = (db: Db) =>
  db.selectFrom('vatRates').select(['validFrom', 'percent']).orderBy('validFrom', 'desc').execute()

/** Throws 422 for staff without an organization. */
export async function createTerms(db: Db, actor: StaffActor, terms: NewTerms) {
  const id = uuidv7()
  return insertTerms(db, actor, { ...terms, id, seriesId: id, number: 1 })
}

/**
 * Adds a version that replaces the earlier ones of its terms from a date, for customers who have them then or later and as
 * default terms. Throws 404 for unknown terms and 409 for terms that are not the latest version.
 */
export async function createVersion(db: Db, actor: StaffActor, id: string, { validFrom, ...terms }: NewVersion) {
  const orgId = organizationOf(actor)
  const { seriesId, number } = await getTerms(db, id)
  const created = await insertTerms(db, actor, { ...terms, id: uuidv7(), seriesId, number: number + 1 })
  const earlier = sql`(select id from terms where series_id = ${seriesId}::uuid and number <= ${number})`
  await sql`
    insert into agreements (org_id, customer_id, valid_from, terms_id, monthly_fee_ore)
    select ${orgId}::uuid, customer_id, ${validFrom}::date, ${created.id}::uuid, monthly_fee_ore from (
      select distinct on (customer_id) customer_id, terms_id, monthly_fee_ore from agreements where valid_from <= ${validFrom}::date
      order by customer_id, valid_from desc) latest
    where terms_id in ${earlier}
    on conflict (org_id, customer_id, valid_from) do update set terms_id = excluded.terms_id`.execute(db)
  await sql`
    update agreements set terms_id = ${created.id}::uuid where valid_from > ${validFrom}::date and terms_id in ${earlier}
    `.execute(db)
  await sql`
    insert into default_terms (org_id, valid_from, terms_id)
    select ${orgId}::uuid, ${validFrom}::date, ${created.id}::uuid from (
      select terms_id from default_terms where valid_from <= ${validFrom}::date order by valid_from desc limit 1) latest
    where terms_id in ${earlier}
    on conflict (org_id, valid_from) do update set terms_id = excluded.terms_id`.execute(db)
  await sql`
    update default_terms set terms_id = ${created.id}::uuid where valid_from > ${validFrom}::date and terms_id in ${earlier}
    `.execute(db)
  return created
}

async function insertTerms(
  db: Db,
  actor: StaffActor,
  terms: NewTerms & { id: string; seriesId: string; number: number },
) {
  const created = await onConstraint({ terms_versions: () => new AppError(409, 'replaced', TERMS_REPLACED) }, () =>
    db
      .insertInto('terms')
      .values({ ...terms, orgId: organizationOf(actor), createdBy: actor.userId })
      .returning(termsColumns)
      .executeTakeFirstOrThrow(),
  )
  const { id, name: _, ...detail } = created
  await audit(db, actor, { action: 'created', subject: 'terms', subjectId: id, detail })
  return created
}

/** Throws 404 for unknown terms. */
async function getTerms(db: Db, id: string) {
  const terms = await db.selectFrom('terms').select(termsColumns).where('id', '=', id).executeTakeFirst()
  if (!terms) throw notFound(TERMS_NOT_FOUND)
  return terms
}

/** Throws 404 for unknown terms and 409 for terms in use. */
export async function removeTerms(db: Db, actor: StaffActor, id: string) {
  await getTerms(db, id)
  const inUse = () => new AppError(409, 'in_use', TERMS_IN_USE)
  await onConstraint({ agreements_terms: inUse, default_terms_terms: inUse }, () =>
    db.deleteFrom('terms').where('id', '=', id).execute(),
  )
  await audit(db, actor, { action: 'deleted', subject: 'terms', subjectId: id })
  return getAgreementSettings(db)
}

/** Throws 404 for terms that do not exist. */
export async function setDefault(db: Db, actor: StaffActor, { validFrom, termsId }: NewDefault) {
  const orgId = organizationOf(actor)
  await onConstraint({ default_terms_terms: () => notFound(TERMS_NOT_FOUND) }, () =>
    db
      .insertInto('defaultTerms')
      .values({ orgId, validFrom, termsId })
      .onConflict((row) => row.columns(['orgId', 'validFrom']).doUpdateSet({ termsId }))
      .execute(),
  )
  await audit(db, actor, { action: 'changed', subject: 'default_terms', detail: { validFrom, termsId } })
  return getAgreementSettings(db)
}

/** Throws 404 for a date without a row. */
export async function removeDefault(db: Db, actor: StaffActor, validFrom: string) {
  const removed = await db
    .deleteFrom('defaultTerms')
    .where('validFrom', '=', validFrom)
    .returning('termsId')
    .executeTakeFirst()
  if (!removed) throw notFound(AGREEMENT_NOT_FOUND)
  await audit(db, actor, { action: 'deleted', subject: 'default_terms', detail: { validFrom, ...removed } })
  return getAgreementSettings(db)
}

export async function setVatRate(db: Db, actor: StaffActor, { validFrom, percent }: NewVatRate) {
  await db
    .insertInto('vatRates')
    .values({ orgId: organizationOf(actor), validFrom, percent })
    .onConflict((row) => row.columns(['orgId', 'validFrom']).doUpdateSet({ percent }))
    .execute()
  await audit(db, actor, { action: 'changed', subject: 'vat_rate', detail: { validFrom, percent } })
  return getAgreementSettings(db)
}

/** Throws 404 for a date without a row. */
export async function removeVatRate(db: Db, actor: StaffActor, validFrom: string) {
  const removed = await db
    .deleteFrom('vatRates')
    .where('validFrom', '=', validFrom)
    .returning('percent')
    .executeTakeFirst()
  if (!removed) throw notFound('Momssatsen finns inte')
  await audit(db, actor, { action: 'deleted', subject: 'vat_rate', detail: { validFrom, ...removed } })
  return getAgreementSettings(db)
}

/** The first month that is billed here. */
export async function setBillingFrom(db: Db, actor: StaffActor, month: string) {
  const orgId = organizationOf(actor)
  await db
    .updateTable('companyFacts')
    .set({ billingFrom: `${month}-01` })
    .where('orgId', '=', orgId)
    .execute()
  await audit(db, actor, {
    action: 'changed',
    subject: 'company_facts',
    subjectId: orgId,
    detail: { billingFrom: month },
  })
  return getAgreementSettings(db)
}
