// Checks the mail servers that administrators have entered. They are used only without SMTP_URL.
import { outgoingGuard, type Settings } from '#app/server/settings.ts'
import { findMailServer } from '#features/inbox/server/own-mail-server.ts'
import { vaultKeysOf } from '#features/vault/server/vault-keys.ts'
import type { Database } from '#platform/database/database.ts'
import { MailRefused } from '#platform/mail/mail-refused.ts'
import { type MailServer, ownRefusals } from '#platform/mail/mail-server.ts'
import { signInTo } from '#platform/mail/smtp-delivery.ts'
import { readVaultKeys } from '../../keys/vault-key-file.ts'
import { type Check, fine, warning, wrong } from './check.ts'

const TITLE = 'E-post'

/** Connects to each and signs in, sends nothing. */
export async function checkMailServers(
  database: Database,
  settings: Pick<Settings, 'SECRETS_FILE' | 'ALLOW_PRIVATE_HOSTS'>,
): Promise<Check[]> {
  const rows = await database.as('owner', (db) =>
    db.selectFrom('mailServers').select(['orgId', 'host']).orderBy('orgId').execute(),
  )
  if (rows.length === 0)
    return [
      warning(
        TITLE,
        'Ingen e-postserver är angiven, varken under Inställningar eller som SMTP_URL: mejl skickas inte.',
      ),
    ]
  const vaultKeys = vaultKeysOf(await readVaultKeys(settings.SECRETS_FILE))
  const find = findMailServer({ database, vaultKeys, guard: outgoingGuard(settings) })
  const checks: Check[] = []
  for (const { orgId, host } of rows) {
    const server = await find(orgId)
    if (server) checks.push(await checkServer(server, host))
  }
  return checks
}

const checkServer = (server: MailServer, host: string): Promise<Check> =>
  signInTo(server).then(
    () => fine(TITLE, `${host} svarar.`),
    (error: unknown) => {
      if (!(error instanceof MailRefused)) throw error
      return wrong(TITLE, problemOf(error, host))
    },
  )

function problemOf({ code }: MailRefused, host: string): string {
  if (code === 'EAUTH') return `${host} godtog inte användarnamnet eller lösenordet. Ange dem igen under Inställningar.`
  if (code === ownRefusals.keyMissing)
    return `Lösenordet till ${host} går inte att läsa, för nyckeln saknas. Ange det igen under Inställningar.`
  if (code === ownRefusals.certificate) return `Certifikatet från ${host} går inte att lita på.`
  return `Det gick inte att nå ${host} (${code}). Kontrollera den under Inställningar, och brandväggen.`
}
