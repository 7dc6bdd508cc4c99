// `npm run login:link -- person@firma.se`: prints a one-time link to set a password, for a user who gets no mail. In an
// installation without logins `npm run login:link` prints the link that creates the first administrator.
import { runCommand } from '#app/cli/command.ts'
import { describeFirstLink } from '#app/cli/first-link.ts'
import { onDatabase } from '#app/cli/operator-database.ts'
import { operatorSettings } from '#app/cli/service.ts'
import { linkLifetimes } from '#features/auth/lifetimes.rules.ts'
import { makeLoginLink } from '#features/auth/server/login-link.ts'
import { operatorCommand } from '#platform/database/operator-command.ts'
import { StartError } from '#platform/database/start-error.ts'

const addressIsMissing = () => `Ange en e-postadress: ${operatorCommand('login-link', 'person@firma.se')}`

await runCommand(async () => {
  const [email, ...more] = process.argv.slice(2)
  if (more.length > 0) throw new StartError(addressIsMissing())
  const settings = operatorSettings(process.env)
  const message = await onDatabase(settings, async (database) => {
    const first = await describeFirstLink(database, settings)
    if (first) return first
    if (!email) throw new StartError(addressIsMissing())
    const link = await makeLoginLink(database, { appUrl: settings.APP_URL, email })
    if (!link) throw new StartError(`Ingen aktiv inloggning har adressen ${email}.`)
    return `Länk till ett nytt lösenord för ${email} (gäller en gång, i ${linkLifetimes.recovery.label}):\n${link}`
  })
  console.log(message)
})
