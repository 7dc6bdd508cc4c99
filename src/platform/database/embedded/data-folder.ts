import { accessSync, constants, realpathSync } from 'node:fs'
import { folderProblem, makeFolder } from '../make-folder.ts'
import { StartError } from '../start-error.ts'

/** Creates the data folder when missing and returns its real path. Throws StartError when it cannot be used. */
export function makeDataFolder(folder: string) {
  try {
    makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(folder)
  } catch (error) {
    throw new StartError(`Datakatalogen ${folder} (DATA_DIR) går inte att använda: ${folderProblem(error)}`)
  }
}
