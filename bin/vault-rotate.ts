// `npm run vault:rotate [-- --new-key]`: re-encrypts customers' technical information, passwords of
// mail and secrets of authenticator apps with the first vault key; --new-key adds
// one first. Safe while the program is running, and can be interrupted and run again.

import { runCommand } from '#app/cli/command.ts'
import { onDatabase } from '#app/cli/operator-database.ts'
import { operatorSettings } from '#app/cli/service.ts'
import { rotateFactorSecrets } from '#app/keys/rotate-factor-secrets.ts'
import { addVaultKey, readVaultKeys } from '#app/keys/vault-key-file.ts'
import { rotateMailboxSecrets, rotateServerSecrets } from '#features/inbox/server/rotate-secrets.queries.ts'
import { type Rotated, rotate } from '#features/vault/server/rotate.ts'
import type { Database } from '#platform/database/database.ts'
import { operatorCommand } from '#platform/database/operator-command.ts'
import { StartError } from '#platform/database/start-error.ts'
import { plural } from '#shared/plural.rules.ts'

await runCommand(async () => {
  const [flag, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || (flag !== undefined && flag !== '--new-key')) {
    throw new StartError(
      `Kör: ${operatorCommand('vault-rotate')}, eller med en ny nyckel: ${operatorCommand('vault-rotate', '--new-key')}`,
    )
  }
  const settings = operatorSettings(process.env)
  await onDatabase(settings, (database) => rotateIn(database, settings.SECRETS_FILE, flag === '--new-key'))
})

async function rotateIn(database: Database, path: string, isNewKey: boolean) {
  const [existing] = await readVaultKeys(path)
  if (!existing)
    throw new StartError(`Det finns ingen vault-nyckel i ${path}. Lägg tillbaka nyckelfilen från din kopia.`)
  if (isNewKey) {
    const { id } = await addVaultKey(database, path)
    console.log(`Ny nyckel ${id} står först i ${path}. Ta en ny kopia av filen nu.`)
  }
  const [first, ...older] = await readVaultKeys(path)
  if (!first) throw new StartError(`Nyckelfilen ${path} har ändrats. Kör igen.`)
  await refuseUnregistered(database, first.id)
  const onProgress = (done: number, total: number) => console.log(`${done} av ${total} omkrypterade`)
  reportPasswords('brevlådor', await rotateMailboxSecrets(database, [first, ...older]))
  reportPasswords('e-postservrar', await rotateServerSecrets(database, [first, ...older]))
  reportApps(await rotateFactorSecrets(database, [first, ...older]))
  report(await rotate({ database, keys: [first, ...older], onProgress }), first.id)
}

function reportPasswords(of: string, { done, unreadable }: { done: number; unreadable: number }) {
  if (done > 0) console.log(`${done} lösenord till ${of} omkrypterade`)
  if (unreadable > 0) console.log(`${unreadable} lösenord till ${of} kunde inte läsas. Ange dem igen.`)
}

function reportApps({ done, unreadable }: { done: number; unreadable: number }) {
  if (done > 0) console.log(`${plural(done, 'autentiseringsapp', 'autentiseringsappar')} omkrypterade`)
  if (unreadable > 0)
    console.log(
      `${plural(unreadable, 'autentiseringsapp', 'autentiseringsappar')} kunde inte läsas. Återställ dem för personerna.`,
    )
}

async function refuseUnregistered(database: Database, id: string) {
  const isKnown = await database.as('owner', (db) =>
    db.selectFrom('vaultKeys').select('id').where('id', '=', id).executeTakeFirst(),
  )
  if (!isKnown) throw new StartError(`Nyckeln ${id} hör inte till databasen. Lägg tillbaka nyckelfilen från din kopia.`)
}

function report({ misbound, unreadable, counts }: Rotated, newest: string) {
  if (misbound > 0) console.log(`${misbound} texter var bundna till kundens id med andra bokstäver och är rättade.`)
  for (const { keyId, rows } of counts)
    console.log(`Nyckel ${keyId}: ${rows} texter${keyId === newest ? '' : ' (äldre)'}`)
  if (counts.length === 0) console.log('Inga texter är sparade.')
  if (unreadable > 0) {
    throw new StartError(`${unreadable} texter kunde inte läsas och är orörda. Nyckeln saknas, eller så är de skadade.`)
  }
  if (counts.some(({ keyId }) => keyId !== newest)) {
    throw new StartError(
      `Någon sparade under en äldre nyckel medan det pågick. Kör igen: ${operatorCommand('vault-rotate')}`,
    )
  }
}
