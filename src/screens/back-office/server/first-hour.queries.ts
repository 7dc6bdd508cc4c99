import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { sendsMail } from '#platform/mail/is-sending-mail.ts'
import { type FirstHour, firstHourSteps } from '../first-hour.contract.ts'

/** `hasMailServer` and `isBackedUp`: by the environment. */
export type FirstHourParts = { hasMailServer: boolean; isBackedUp: boolean }

export async function readFirstHour(
  db: Db,
  { orgId }: StaffActor,
  { hasMailServer, isBackedUp }: FirstHourParts,
): Promise<FirstHour> {
  // Row-level security limits each part to the actor's organization.
  const facts = await db
    .selectFrom('organizations')
    .innerJoin('companyFacts', 'companyFacts.orgId', 'organizations.id')
    .select((eb) => [
      eb('orgNumber', 'is not', null).as('company'),
      // The hours begin with a proposal: they count once an administrator has saved the company's facts.
      eb
        .exists(eb.selectFrom('auditLog').where((of) => of.and({ subject: 'company_facts', action: 'changed', orgId })))
        .as('hours'),
      eb.or([eb('mainColor', 'is not', null), eb.exists(eb.selectFrom('companyPictures'))]).as('look'),
      sendsMail(hasMailServer).as('mail'),
      eb.exists(eb.selectFrom('mailboxes')).as('mailbox'),
      eb.exists(eb.selectFrom('defaultTerms')).as('prices'),
      eb.exists(eb.selectFrom('userRoles').offset(1).limit(1)).as('people'),
      eb.exists(eb.selectFrom('customers')).as('customers'),
      sql<boolean>`${isBackedUp}::boolean or exists (select from backups where failure is null)`.as('backup'),
      eb.exists(eb.selectFrom('hiddenChecklists')).as('isHidden'),
    ])
    .executeTakeFirst()
  if (!facts || facts.isHidden) return { steps: [] }
  const steps = firstHourSteps.map((step) => ({ step, isDone: Boolean(facts[step]) }))
  return { steps: steps.every(({ isDone }) => isDone) ? [] : steps }
}

export async function hideFirstHour(db: Db, actor: StaffActor) {
  await db
    .insertInto('hiddenChecklists')
    .values({ orgId: organizationOf(actor) })
    .onConflict((c) => c.doNothing())
    .execute()
}
