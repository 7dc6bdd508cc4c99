// `npm run org:create -- "Namn AB" [admin@namn.se]`: creates an organization, and prints a link for its first
// administrator.

import { z } from 'zod'
import { runCommand } from '#app/cli/command.ts'
import { onDatabase } from '#app/cli/operator-database.ts'
import { operatorSettings } from '#app/cli/service.ts'
import { linkLifetimes } from '#features/auth/lifetimes.rules.ts'
import { openOrganization } from '#features/auth/server/new-organization.ts'
import { operatorCommand } from '#platform/database/operator-command.ts'
import { StartError } from '#platform/database/start-error.ts'
import { AppError } from '#platform/http/app-error.ts'
import { requiredLine } from '#shared/contract.ts'

const Name = requiredLine('Ange ett namn')
const Arguments = z.tuple([Name]).or(z.tuple([Name, z.email().toLowerCase()]))

await runCommand(async () => {
  const parsed = Arguments.safeParse(process.argv.slice(2))
  if (!parsed.success) {
    throw new StartError(
      `Ange ett namn och, om du vill, administratörens e-postadress: ${operatorCommand('org-create', '"Namn AB" admin@namn.se')}`,
    )
  }
  const [name, adminEmail] = parsed.data
  const settings = operatorSettings(process.env)
  const { id, link } = await onDatabase(settings, (database) =>
    openOrganization(database, { name, appUrl: settings.APP_URL, ...(adminEmail && { adminEmail }) }),
  ).catch((error: unknown) => {
    throw error instanceof AppError ? new StartError(error.message) : error
  })
  console.log(`Organisationen ${name} är skapad. Dess publika webbplats visas med SITE_ORG=${id}`)
  if (link)
    console.log(
      `\n${adminEmail} väljer sitt lösenord här (länken gäller en gång, i ${linkLifetimes.invitation.label}):\n${link}`,
    )
})
