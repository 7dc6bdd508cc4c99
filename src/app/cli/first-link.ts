// How the first administrator of an empty installation gets in.
import { makeFirstLink } from '#features/auth/server/first-admin.ts'
import type { Database } from '#platform/database/database.ts'
import { operatorCommand } from '#platform/database/operator-command.ts'
import type { Settings } from '../server/settings.ts'

const WELCOME = 'Välkommen. Skapa den första administratören här (länken gäller en gång):'

/** What a start says where its output is kept: whoever reads a log must not become administrator by it. */
const whereLinkIs = () =>
  `Det finns ingen administratör än. Länken till den första får du med: ${operatorCommand('login-link')}`

type Installation = Pick<Settings, 'APP_URL' | 'ORG_NAME'>

/** A new link, in words; undefined once there is a login. */
export async function describeFirstLink(database: Database, { APP_URL, ORG_NAME }: Installation) {
  const link = await makeFirstLink({ database, appUrl: APP_URL, orgName: ORG_NAME })
  return link && `${WELCOME}\n${link}`
}

/** What a start says while an administrator is missing: the link at a terminal, elsewhere the command that gives it. */
export const greetFirstAdmin = async (database: Database, installation: Installation) =>
  process.stdout.isTTY ? describeFirstLink(database, installation) : whereLinkIs()
