import { sql } from 'kysely'
import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { EnrolledTotp, NewTotp } from '../factors.contract.ts'
import { FACTORS_MAX, UNVERIFIED_MINUTES } from '../factors.rules.ts'
import { asAuth } from './as-auth.ts'
import type { FactorSecrets } from './factor-secrets.ts'
import { lockLogin, refuseUnproved } from './factors.queries.ts'
import { newTotpSecret, totpToScan } from './totp.ts'

const PRODUCT = 'Stödpunkt'

/**
 * Adds an authenticator app, which is verified by its first code. Throws 403 without a recent proof, 422 for a name in use and
 * for too many factors.
 */
export async function enrollTotp(
  db: Db,
  actor: Actor,
  secrets: FactorSecrets,
  { friendly_name: friendlyName, issuer }: Pick<NewTotp, 'friendly_name' | 'issuer'>,
): Promise<EnrolledTotp> {
  const { userId } = actor
  refuseUnproved(await lockLogin(db, actor))
  await makeRoomFor(db, { userId, friendlyName })
  const id = uuidv7()
  const secret = newTotpSecret()
  const sealed = await secrets.seal(secret, { userId, id })
  await asAuth(db, () =>
    db
      .insertInto('auth.factors')
      .values({ id, userId, factorType: 'totp', friendlyName, ...sealed })
      .execute(),
  )
  const totp = totpToScan(secret, { issuer: issuer ?? (await issuerName(db, actor)), label: actor.email })
  return { id, type: 'totp', ...(friendlyName !== null && { friendly_name: friendlyName }), totp }
}

type NamedFactor = { userId: string; friendlyName: string | null }

/**
 * Deletes what an interrupted attempt left, and checks that the login may have one more factor with this name. The caller has
 * locked the login.
 */
export const makeRoomFor = (db: Db, { userId, friendlyName }: NamedFactor) =>
  asAuth(db, async () => {
    await db
      .deleteFrom('auth.factors')
      .where((eb) => eb.and({ userId, status: 'unverified' }))
      .where(
        sql<boolean>`(friendly_name is not distinct from ${friendlyName}
          or created_at <= now() - make_interval(mins => ${UNVERIFIED_MINUTES}))`,
      )
      .execute()
    const rows = await db
      .selectFrom('auth.factors')
      .select(['friendlyName', 'factorType'])
      .where('userId', '=', userId)
      .execute()
    if (friendlyName !== null && rows.some((row) => row.friendlyName === friendlyName)) throw nameTaken()
    if (rows.filter((row) => row.factorType !== 'recovery_code').length >= FACTORS_MAX) throw tooMany()
  })

export const nameTaken = () => {
  const message = 'Du har redan en med det namnet. Välj ett annat.'
  return new AppError(422, 'mfa_factor_name_conflict', message, { fields: { friendly_name: message } })
}

const tooMany = () =>
  new AppError(422, 'too_many_enrolled_mfa_factors', `Du kan ha högst ${FACTORS_MAX}. Ta bort någon du inte använder.`)

/** The organization's name, by which the person finds the code in the app. */
export async function issuerName(db: Db, { orgId }: Actor): Promise<string> {
  if (orgId === null) return PRODUCT
  const organization = await db.selectFrom('organizations').select('name').where('id', '=', orgId).executeTakeFirst()
  return organization?.name ?? PRODUCT
}
