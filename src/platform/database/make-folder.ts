import { accessSync, constants, lstatSync, mkdirSync, type Stats, statSync } from 'node:fs'
import { dirname, sep } from 'node:path'

/** Whether a path is inside a folder; both must be resolved. */
export const isWithin = (path: string, folder: string): boolean => path.startsWith(folder + sep)

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Creates a folder and its missing parents. Not with Node's `recursive`, which never returns where nothing can be created, such
 * as below /proc.
 */
export function makeFolder(folder: string, mode: number) {
  if (isFolder(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process created it first.
    if (!isFolder(folder)) throw error
  }
}

const reasons: Record<string, string> = {
  EACCES: 'den får inte skrivas',
  EPERM: 'den får inte skrivas',
  EROFS: 'disken får inte skrivas',
  EEXIST: 'det är en fil',
  ENOTDIR: 'en del av sökvägen är en fil',
  ENOENT: 'den går inte att skapa där',
  ENAMETOOLONG: 'namnet är för långt',
  ELOOP: 'länken leder tillbaka till sig själv',
}

/** Why a folder cannot be used, in Swedish for the operator. */
export function folderProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (code || String(error))
}

/** What is at a path; `reason` is set when the path cannot be read or is a dangling link. */
export function lookAt(path: string): { found: Stats | undefined; reason: string | undefined } {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    const isLoose = !found && lstatSync(path, { throwIfNoEntry: false }) !== undefined
    return { found, reason: isLoose ? 'det är en länk till något som inte finns' : undefined }
  } catch (error) {
    const isClosed = error instanceof Error && 'code' in error && error.code === 'EACCES'
    return { found: undefined, reason: isClosed ? 'en mapp på vägen dit får inte öppnas' : folderProblem(error) }
  }
}

/** Why a folder cannot be written to, or created with its missing parents; undefined when it can. Creates nothing. */
export function reasonAgainstFolder(folder: string): string | undefined {
  const { found, reason } = lookAt(folder)
  if (reason !== undefined) return reason
  if (!found) return reasonAgainstFolder(dirname(folder))
  if (!found.isDirectory()) return reasons.EEXIST
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return folderProblem(error)
  }
}
