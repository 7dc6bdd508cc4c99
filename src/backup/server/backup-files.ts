import { constants } from 'node:fs'
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#db/start-error.ts'
import type { BackupKind } from '../backup.contract.ts'

const ending: Record<BackupKind, string> = { asked: '', nightly: '-natt', before_migration: '-fore-uppgradering' }
const ABANDONED_AFTER_HOURS = 24

/** `stodpunkt-20261121T101500Z-natt.tar.zst`: UTC, so that the names sort by age. */
export const backupName = (kind: BackupKind, now: Date) =>
  `stodpunkt-${now.toISOString().replace(/[-:]|\.\d+/g, '')}${ending[kind]}.tar.zst`

/** Makes the folder, for its owner alone. Throws StartError when it cannot be written to. */
export async function openBackupFolder(folder: string) {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch (error) {
    throw new StartError('Mappen för säkerhetskopior går inte att skriva i.', { cause: error })
  }
}

/** Removes the oldest of a kind beyond `keep`, and drafts that a killed backup left a day ago. No other file is touched. */
export async function rotateBackups(folder: string, kind: Exclude<BackupKind, 'asked'>, keep: number, now: Date) {
  const own = new RegExp(`^stodpunkt-\\d{8}T\\d{6}Z${ending[kind]}\\.tar\\.zst$`)
  const names = await readdir(folder)
  const old = names
    .filter((name) => own.test(name))
    .sort()
    .reverse()
    .slice(keep)
  for (const name of names.filter((name) => /^stodpunkt-\d{8}T\d{6}Z[a-z-]*\.tar\.zst\.part$/.test(name))) {
    const { mtimeMs } = await stat(join(folder, name))
    if (now.getTime() - mtimeMs > ABANDONED_AFTER_HOURS * 3_600_000) old.push(name)
  }
  for (const name of old) await rm(join(folder, name), { force: true })
}
