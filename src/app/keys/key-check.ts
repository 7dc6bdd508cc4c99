import { createHash } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { StartError } from '#platform/database/start-error.ts'
import { createSecrets, readSecrets, type Secrets } from './secrets-file.ts'

const FINGERPRINT = 'keys'

/**
 * The installation's keys. They are generated only for an empty installation; later a process refuses to start if its
 * key file is missing or belongs to another installation, because that would end every session. Throws StartError.
 */
export async function openKeys(database: Database, path: string): Promise<Secrets> {
  const expected = await readFingerprint(database)
  const stored = await readSecrets(path)
  if (!stored && expected) {
    throw new StartError(
      `Nyckelfilen ${path} saknas, men databasen har data som hör till den. Lägg tillbaka den från din kopia.`,
    )
  }
  const secrets = stored ?? (await createSecrets(path))
  const fingerprint = fingerprintOf(secrets)
  if (!expected) {
    const first = await database.as('owner', async (db) => {
      await db
        .insertInto('installation')
        .values({ fact: FINGERPRINT, value: fingerprint })
        .onConflict((c) => c.doNothing())
        .execute()
      return db.selectFrom('installation').select('value').where('fact', '=', FINGERPRINT).executeTakeFirstOrThrow()
    })
    if (first.value === fingerprint) return secrets
  } else if (expected === fingerprint) return secrets
  throw new StartError(
    `Nycklarna i ${path} är inte de som databasen hör ihop med. Två maskiner på samma databas behöver samma nyckelfil.`,
  )
}

/** A hash that identifies all keys in the file; it changes when a vault key is added and does not reveal the keys. */
export async function fingerprintOfAll(path: string): Promise<string> {
  const secrets = await readSecrets(path)
  const parts = secrets ? [fingerprintOf(secrets), ...secrets.vaultKeys.map(({ id }) => id).sort()] : []
  return createHash('sha256').update(parts.join('\0')).digest('base64url')
}

/** The fingerprint of the keys that belong to the database; undefined before the first start. */
export async function readFingerprint(database: Database): Promise<string | undefined> {
  const row = await database.as('owner', (db) =>
    db.selectFrom('installation').select('value').where('fact', '=', FINGERPRINT).executeTakeFirst(),
  )
  return row?.value
}

/** A hash of the refresh key only, because it is never rotated; signing keys may be replaced one at a time. */
export const fingerprintOf = ({ refreshKey }: Secrets) =>
  createHash('sha256').update(`refresh\0${refreshKey}`).digest('base64url')
