// How the first administrator of an empty installation signs in.
import { makeFirstLink } from '#features/auth/server/first-admin.ts'
import type { Database } from '#platform/database/database.ts'
import { operatorCommand } from '#platform/database/operator-command.ts'
import type { Settings } from '../server/settings.ts'

const WELCOME = 'Välkommen. Skapa den första administratören här (länken gäller en gång):'

/** Printed when the output may be a log: a reader of the log must not be able to become administrator. */
const whereLinkIs = () =>
  `Det finns ingen administratör än. Länken till den första får du med: ${operatorCommand('login-link')}`

type Installation = Pick<Settings, 'APP_URL' | 'ORG_NAME'>

/** The text with a new link; undefined once there is a login. */
export async function describeFirstLink(database: Database, { APP_URL, ORG_NAME }: Installation) {
  const link = await makeFirstLink({ database, appUrl: APP_URL, orgName: ORG_NAME })
  return link && `${WELCOME}\n${link}`
}

/**
 * Printed by a start while there is no administrator: the link at a terminal, otherwise the command that creates it.
 */
export const greetFirstAdmin = async (database: Database, installation: Installation) =>
  process.stdout.isTTY ? describeFirstLink(database, installation) : whereLinkIs()
