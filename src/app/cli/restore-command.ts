// Imports only what is needed to mark the target; the rest is imported once it is marked.
import { operatorCommand } from '#platform/database/operator-command.ts'
import { StartError } from '#platform/database/start-error.ts'
import type { Settings } from '../server/settings.ts'
import { markTarget } from './restore-target.ts'
import { namedFile } from './service.ts'

const usage = () => `Kör: ${operatorCommand('restore', 'fil')}
  Till den tomma databasen i DATABASE_URL, annars till en ny DATA_DIR.
  Nycklarna tas ur filen (lösenfrasen frågas efter, eller BACKUP_PASSPHRASE) eller ur SECRETS_FILE.
  ${operatorCommand('restore', 'fil --without-keys')}   när nycklarna är borta: alla loggar in igen, teknisk information går inte att läsa`

/**
 * `stodpunkt restore file`: restores a whole backup into an empty target, or nothing. After an interruption the program
 * refuses to start on the target until the restore has been run again. Throws StartError.
 */
export async function restoreCommand(args: string[], settings: Settings, environment: NodeJS.ProcessEnv) {
  const isWithoutKeys = args.includes('--without-keys')
  const [file, ...more] = args.filter((arg) => arg !== '--without-keys')
  if (!file || more.length > 0 || file.startsWith('-')) throw new StartError(usage())
  const path = namedFile(file, environment)
  const target = await markTarget(settings)
  try {
    const { restoreInto } = await import('./restore-into.ts')
    process.stdout.write(await restoreInto({ path, isWithoutKeys, target, settings, environment }))
  } catch (error) {
    const explained = target.explain(error)
    // If this also fails, on a full disk for example, the target remains marked, and running the restore again
    // completes it.
    await target.abandon().catch(() => undefined)
    throw explained
  } finally {
    await target.close()
  }
}
