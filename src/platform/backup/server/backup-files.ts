import { constants } from 'node:fs'
import { access, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isWithin, makeFolder } from '#platform/database/make-folder.ts'
import { StartError } from '#platform/database/start-error.ts'
import type { BackupKind } from '../backup.contract.ts'

const suffix: Record<BackupKind, string> = { asked: '', nightly: '-natt', before_migration: '-fore-uppgradering' }
const ABANDONED_AFTER_HOURS = 24

/** A file name such as `stodpunkt-20261121T101500Z-natt.tar.zst`, in UTC, so that names sort by age. */
export const backupName = (kind: BackupKind, now: Date) =>
  `stodpunkt-${now.toISOString().replace(/[-:]|\.\d+/g, '')}${suffix[kind]}.tar.zst`

/**
 * Creates the folder, accessible by its owner only, when it is in DATA_DIR. Any other folder must exist: if the backup disk is not
 * mounted, a new folder would fill the disk below its mount point. Throws StartError when it is missing or not writable.
 */
export async function openBackupFolder(folder: string, dataDir: string) {
  try {
    if (isWithin(folder, dataDir)) makeFolder(folder, 0o700)
    await requireWritable(folder)
  } catch (error) {
    throw new StartError(reasonOf(error), { cause: error })
  }
}

/** Why no backup can be written into the folder; undefined when one can, or when the next backup will create it. Creates nothing. */
export async function reasonAgainstBackups(folder: string, dataDir: string): Promise<string | undefined> {
  try {
    await requireWritable(folder)
    return undefined
  } catch (error) {
    return isMissing(error) && isWithin(folder, dataDir) ? undefined : reasonOf(error)
  }
}

async function requireWritable(folder: string) {
  if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'EEXIST' })
  await access(folder, constants.W_OK)
}

const reasonOf = (error: unknown) =>
  isMissing(error)
    ? 'Mappen för säkerhetskopior finns inte. Är disken monterad? Utanför DATA_DIR skapas ingen mapp.'
    : 'Mappen för säkerhetskopior går inte att skriva i.'

/** Whether a folder was not found. */
export const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Deletes the oldest backups of a kind beyond `keep`, and temporary files of backups that were killed over a day ago; no other file. */
export async function rotateBackups(folder: string, kind: Exclude<BackupKind, 'asked'>, keep: number, now: Date) {
  const backupFile = new RegExp(`^stodpunkt-\\d{8}T\\d{6}Z${suffix[kind]}\\.tar\\.zst$`)
  const names = await readdir(folder)
  const old = names
    .filter((name) => backupFile.test(name))
    .sort()
    .reverse()
    .slice(keep)
  for (const name of names.filter((name) => /^stodpunkt-\d{8}T\d{6}Z[a-z-]*\.tar\.zst\.part$/.test(name))) {
    const { mtimeMs } = await stat(join(folder, name))
    if (now.getTime() - mtimeMs > ABANDONED_AFTER_HOURS * 3_600_000) old.push(name)
  }
  for (const name of old) await rm(join(folder, name), { force: true })
}
