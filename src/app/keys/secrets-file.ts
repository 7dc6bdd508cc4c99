import { randomBytes } from 'node:crypto'
import { access, chmod, constants, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import { KEY_BYTES, type VaultKey } from '#features/vault/server/envelope.ts'
import { folderProblem, makeFolder } from '#platform/database/make-folder.ts'
import { StartError } from '#platform/database/start-error.ts'

const Secrets = z.object({
  /** ES256 keys of the access tokens; the first one signs, all verify. */
  signingKeys: z.tuple([z.looseObject({ kid: z.string() })], z.looseObject({ kid: z.string() })),
  /** Derives the next refresh token from the current one, so that a repeated refresh returns the same token. */
  refreshKey: z.string().refine((text) => Buffer.from(text, 'base64url').length >= 32),
  /** Keys of the vault; the first one encrypts, all decrypt. A file from before the vault has none. */
  vaultKeys: z
    .array(
      z.object({
        id: z.string(),
        key: z.string().refine((text) => Buffer.from(text, 'base64url').length === KEY_BYTES),
      }),
    )
    .default([]),
})
export type Secrets = z.infer<typeof Secrets>

/** The keys of the installation; undefined without a file. Throws StartError when the file is damaged or readable by others. */
export async function readSecrets(path: string): Promise<Secrets | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartError(`Nyckelfilen ${path} går inte att läsa: ${error.code}`)
  })
  if (text === undefined) return undefined
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) {
    throw new StartError(`Nyckelfilen ${path} kan läsas av andra. Kör: chmod 600 ${path}`)
  }
  return parseSecrets(text, path)
}

/** Throws a StartError that names the file when the text is not a complete key file. */
export function parseSecrets(text: string, path: string): Secrets {
  try {
    return Secrets.parse(JSON.parse(text))
  } catch {
    throw new StartError(`Nyckelfilen ${path} är skadad. Återställ den från din kopia.`)
  }
}

/** Generates and stores new keys, for an empty installation only. Concurrent starts result in the same file. */
export async function createSecrets(path: string): Promise<Secrets> {
  const jwk = await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)
  const secrets: Secrets = {
    signingKeys: [{ ...jwk, kid: await calculateJwkThumbprint(jwk) }],
    refreshKey: randomBytes(32).toString('base64url'),
    vaultKeys: [],
  }
  await writeSecretsOnce(path, serialize(secrets))
  return (await readSecrets(path)) ?? secrets
}

/** Creates the key file atomically; an existing file is left unchanged. */
export async function writeSecretsOnce(path: string, content: string | Buffer) {
  const temporaryPath = await openKeyFolder(path).then(() => writeTemporaryFile(path, content))
  // Unlike rename, link fails if a concurrent start has just created the file.
  await link(temporaryPath, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(temporaryPath)
}

async function openKeyFolder(path: string) {
  try {
    makeFolder(dirname(path), 0o700)
    await access(dirname(path), constants.W_OK)
  } catch (error) {
    throw new StartError(`Mappen för nyckelfilen ${path} (SECRETS_FILE) går inte att använda: ${folderProblem(error)}`)
  }
}

/** Adds a vault key as the first one, replacing the file atomically. The caller must hold the lock of the keys. */
export async function putVaultKeyFirst(path: string, { id, key }: VaultKey) {
  const secrets = await readSecrets(path)
  if (!secrets) throw new StartError(`Nyckelfilen ${path} saknas.`)
  const vaultKeys = [{ id, key: key.toString('base64url') }, ...secrets.vaultKeys]
  await rename(await writeTemporaryFile(path, serialize({ ...secrets, vaultKeys })), path)
  const folder = await open(dirname(path), 'r')
  // The directory entry must be on disk before anything is encrypted with the key; Windows cannot sync a directory.
  await folder.sync().catch(() => undefined)
  await folder.close()
}

const serialize = (secrets: Secrets) => `${JSON.stringify(secrets, null, 2)}\n`

async function writeTemporaryFile(path: string, content: string | Buffer) {
  const temporaryPath = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(temporaryPath, 'wx', 0o600)
  await file.writeFile(content)
  await file.sync()
  await file.close()
  await chmod(temporaryPath, 0o600)
  return temporaryPath
}
