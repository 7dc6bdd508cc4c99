import { createHash } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { StartError } from '#db/start-error.ts'
import { createSecrets, readSecrets, type Secrets } from './secrets-file.ts'

const FINGERPRINT = 'keys'

/**
 * The installation's keys. They are made for an empty installation only; later a process whose keys are others, or
 * gone, refuses to start instead of signing everybody out. Throws StartError.
 */
export async function openKeys(database: Database, path: string): Promise<Secrets> {
  const known = await readFingerprint(database)
  const stored = await readSecrets(path)
  if (!stored && known) {
    throw new StartError(
      `Nyckelfilen ${path} saknas, men databasen har data som hör till den. Lägg tillbaka den från din kopia.`,
    )
  }
  const secrets = stored ?? (await createSecrets(path))
  const fingerprint = fingerprintOf(secrets)
  if (!known) {
    const first = await database.as('owner', async (db) => {
      await db
        .insertInto('installation')
        .values({ fact: FINGERPRINT, value: fingerprint })
        .onConflict((c) => c.doNothing())
        .execute()
      return db.selectFrom('installation').select('value').where('fact', '=', FINGERPRINT).executeTakeFirstOrThrow()
    })
    if (first.value === fingerprint) return secrets
  } else if (known === fingerprint) return secrets
  throw new StartError(
    `Nycklarna i ${path} är inte de som databasen hör ihop med. Två maskiner på samma databas behöver samma nyckelfil.`,
  )
}

/** Of all the keys of the file as it is now: another one when a vault key is added. Says nothing of the keys. */
export async function fingerprintOfAll(path: string): Promise<string> {
  const secrets = await readSecrets(path)
  const parts = secrets ? [fingerprintOf(secrets), ...secrets.vaultKeys.map(({ id }) => id).sort()] : []
  return createHash('sha256').update(parts.join('\0')).digest('base64url')
}

/** Of the keys that the database belongs to; undefined before the first start. */
export async function readFingerprint(database: Database): Promise<string | undefined> {
  const known = await database.as('owner', (db) =>
    db.selectFrom('installation').select('value').where('fact', '=', FINGERPRINT).executeTakeFirst(),
  )
  return known?.value
}

/** Of the key that never rotates: signing keys may be replaced one at a time. */
export const fingerprintOf = ({ refreshKey }: Secrets) =>
  createHash('sha256').update(`refresh\0${refreshKey}`).digest('base64url')
