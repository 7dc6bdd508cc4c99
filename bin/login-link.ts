// `npm run login:link -- person@firma.se`: prints a one-time link to set a password, for a user who gets no mail.
import { runCommand } from '#app/cli/command.ts'
import { onDatabase } from '#app/cli/operator-database.ts'
import { readSettings } from '#app/server/settings.ts'
import { linkLifetimes } from '#auth/lifetimes.rules.ts'
import { makeLoginLink } from '#auth/server/login-link.ts'
import { StartError } from '#db/start-error.ts'

await runCommand(async () => {
  const [email, ...more] = process.argv.slice(2)
  if (!email || more.length > 0) throw new StartError('Ange en e-postadress: npm run login:link -- person@firma.se')
  const settings = readSettings(process.env)
  const link = await onDatabase(settings, (database) => makeLoginLink(database, { appUrl: settings.APP_URL, email }))
  if (!link) throw new StartError(`Ingen aktiv inloggning har adressen ${email}.`)
  console.log(
    `Länk till ett nytt lösenord för ${email} (gäller en gång, i ${linkLifetimes.recovery.inWords}):\n${link}`,
  )
})
