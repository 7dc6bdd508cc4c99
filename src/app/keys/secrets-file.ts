import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import { StartError } from '#db/start-error.ts'
import { KEY_BYTES, type VaultKey } from '#vault/server/envelope.ts'

const Secrets = z.object({
  /** ES256 keys of the access tokens; the first signs, all are accepted. */
  signingKeys: z.tuple([z.looseObject({ kid: z.string() })], z.looseObject({ kid: z.string() })),
  /** Derives a refresh token's successor, so that a repeated refresh is answered with the same one. */
  refreshKey: z.string().refine((text) => Buffer.from(text, 'base64url').length >= 32),
  /** Of customers' technical information; the first encrypts, all decrypt. A file from before the vault has none. */
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

/** The keys of the installation, or undefined when there is no file. Throws StartError when others may read it or it is damaged. */
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

/** Throws StartError that names the file when the text is no whole file of keys. */
export function parseSecrets(text: string, path: string): Secrets {
  try {
    return Secrets.parse(JSON.parse(text))
  } catch {
    throw new StartError(`Nyckelfilen ${path} är skadad. Återställ den från din kopia.`)
  }
}

/** Makes and stores new keys; only ever for an empty installation. Two starts at once end with one file. */
export async function createSecrets(path: string): Promise<Secrets> {
  const jwk = await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)
  const secrets: Secrets = {
    signingKeys: [{ ...jwk, kid: await calculateJwkThumbprint(jwk) }],
    refreshKey: randomBytes(32).toString('base64url'),
    vaultKeys: [],
  }
  await placeSecrets(path, textOf(secrets))
  return (await readSecrets(path)) ?? secrets
}

/** Puts a file of keys where there is none, whole or not at all; one that is there already stays. */
export async function placeSecrets(path: string, content: string | Buffer) {
  await mkdir(dirname(path), { recursive: true })
  const draft = await writeDraft(path, content)
  // link, unlike rename, refuses to replace a file that another start has just made.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}

/** Puts a vault key first in the file, which is whole at every moment. The caller sees to it that one does so at a time. */
export async function putVaultKeyFirst(path: string, { id, key }: VaultKey) {
  const secrets = await readSecrets(path)
  if (!secrets) throw new StartError(`Nyckelfilen ${path} saknas.`)
  const vaultKeys = [{ id, key: key.toString('base64url') }, ...secrets.vaultKeys]
  await rename(await writeDraft(path, textOf({ ...secrets, vaultKeys })), path)
  const folder = await open(dirname(path), 'r')
  // The name is on the disk too before anything is encrypted with the key; Windows has no such thing.
  await folder.sync().catch(() => undefined)
  await folder.close()
}

const textOf = (secrets: Secrets) => `${JSON.stringify(secrets, null, 2)}\n`

async function writeDraft(path: string, content: string | Buffer) {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(content)
  await file.sync()
  await file.close()
  await chmod(draft, 0o600)
  return draft
}
