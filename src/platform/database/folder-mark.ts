// A file marks a data folder during a restore, until its database exists and can be marked itself (restore-mark.ts):
// an interrupted restore must not be mistaken for a new installation.
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from './embedded/data-folder.ts'
import { operatorCommand } from './operator-command.ts'
import { StartError } from './start-error.ts'

const markFile = (dataDir: string) => join(dataDir, 'restore-unfinished')

export const isFolderMarked = (dataDir: string) => existsSync(markFile(dataDir))

/** Marks a data folder, created when missing. The mark is synced to disk when this returns. */
export function markFolder(dataDir: string) {
  makeDataFolder(dataDir)
  const text = `En återställning hit är påbörjad men inte klar. Kör den igen: ${operatorCommand('restore', 'fil')}\n`
  writeFileSync(markFile(dataDir), text, { mode: 0o600, flush: true })
  syncFolder(dataDir)
}

export function unmarkFolder(dataDir: string) {
  rmSync(markFile(dataDir), { force: true })
  syncFolder(dataDir)
}

function syncFolder(folder: string) {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Throws StartError when a restore to this data folder was interrupted before it had a database. */
export function refuseMarkedFolder(dataDir: string) {
  if (!isFolderMarked(dataDir)) return
  throw new StartError(
    `En återställning till ${dataDir} avbröts innan den var klar. Kör den igen: ${operatorCommand('restore', 'fil')}. Vill du ha en ny, tom installation i stället, ta bort filen ${markFile(dataDir)}`,
  )
}
