import { StartError } from '#platform/database/start-error.ts'
import { checkContainer, damaged, readContainer } from './container.ts'
import { unlockKeys } from './locked-keys.ts'
import { Manifest } from './manifest.ts'
import { rowDigest } from './row-digest.ts'

export type CheckedBackup = { path: string; manifest: Manifest; lockedKeys: Buffer | undefined }

/** Reads the whole file and compares it with its own checksums. Throws StartError when it is damaged or too new. */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  await checkContainer(path)
  const digests = new Map<string, ReturnType<typeof rowDigest>>()
  let last: Buffer | undefined
  let lockedKeys: Buffer | undefined
  await readContainer(path, async (name, content) => {
    if (name === 'manifest.json') last = content
    else if (name === 'keys.json') lockedKeys = content
    else digestOf(digests, name).add(content)
  })
  const manifest = parseManifest(last)
  if (!manifest || manifest.keys.isIncluded !== (lockedKeys !== undefined)) throw damaged(path)
  for (const table of manifest.tables) {
    const { rows, digest } = (digests.get(table.name) ?? rowDigest()).end()
    if (rows !== table.rows || digest !== table.digest) throw damaged(path)
    digests.delete(table.name)
  }
  if (digests.size > 0) throw damaged(path)
  return { path, manifest, lockedKeys }
}

function parseManifest(content: Buffer | undefined): Manifest | undefined {
  try {
    return Manifest.safeParse(JSON.parse(content?.toString('utf8') ?? '')).data
  } catch {
    return undefined
  }
}

function digestOf(digests: Map<string, ReturnType<typeof rowDigest>>, part: string) {
  const table = tableOf(part)
  const digest = digests.get(table) ?? rowDigest()
  digests.set(table, digest)
  return digest
}

/** `tables/stodpunkt.tickets/000001` is of `stodpunkt.tickets`. */
export const tableOf = (part: string) => part.split('/')[1] ?? ''

/** The content of the secrets file in the backup. Throws StartError when there is none or the passphrase is wrong. */
export async function openKeysOf({ lockedKeys, manifest }: CheckedBackup, passphrase: string): Promise<Buffer> {
  if (!lockedKeys) throw new StartError('Säkerhetskopian har inga nycklar med.')
  const keys = await unlockKeys(lockedKeys, passphrase, manifest.createdAt)
  if (!keys) throw new StartError('Lösenfrasen stämmer inte. Inget är ändrat.')
  return keys
}
