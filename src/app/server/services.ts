import type { Logger } from 'pino'
import { openKeys } from '#app/keys/key-check.ts'
import type { openMetrics } from '#app/metrics/metrics.ts'
import { openAccessTokens, type SigningKey } from '#features/auth/server/access-token.ts'
import { CHECK_RECEIVED_MS, checkReceived } from '#features/files/server/check-file.ts'
import { openClamd } from '#features/files/server/clamd.ts'
import { openReceiver } from '#features/files/server/receiver.ts'
import { findMailServer } from '#features/inbox/server/own-mail-server.ts'
import type { Database } from '#platform/database/database.ts'
import { openNotifications } from '#platform/database/notifications.ts'
import { openBroker } from '#platform/live/server/broker.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { openMailThreads } from '#platform/mail/mail-threads.ts'
import { openCompanyFacts } from '#screens/site/server/company-facts.ts'
import { openVaultKeys } from '../keys/vault-key-file.ts'
import { outgoingGuard, type Settings, smtpApplication } from './settings.ts'
import type { RunningDatabase } from './start-database.ts'

type Parts = { settings: Settings; log: Logger; running: RunningDatabase }
export type Metrics = ReturnType<typeof openMetrics> | undefined
export type Services = Awaited<ReturnType<typeof openServices>>

/** The services for requests and jobs: keys, mail, live events and the public company facts. */
export async function openServices({ settings, log, running }: Parts, database: Database, metrics: Metrics) {
  const secrets = await openKeys(database, settings.SECRETS_FILE)
  const vaultKeys = await openVaultKeys(database, settings.SECRETS_FILE)
  if (!(await vaultKeys.current())) log.warn('the vault key is missing')
  const notifications = openNotifications({
    connection: running.connection,
    warn: (reason) => log.warn({ reason }, 'live events are interrupted'),
  })
  const broker = openBroker({ database, notifications })
  broker.listen()
  const refreshKey = Buffer.from(secrets.refreshKey, 'base64url')
  const threads = openMailThreads(refreshKey, settings.APP_URL)
  const guard = outgoingGuard(settings)
  return {
    database,
    vaultKeys,
    refreshKey,
    threads,
    guard,
    tokens: await openAccessTokens(secrets.signingKeys as [SigningKey, ...SigningKey[]]),
    notifications,
    broker,
    mailer: openMailer({
      smtpUrl: settings.SMTP_URL,
      application: smtpApplication(settings),
      from: settings.MAIL_FROM,
      findServer: findMailServer({ database, vaultKeys, guard }),
      database,
      threads,
      warn: (text) => log.warn(text),
      ...(metrics && { onOutcome: metrics.countMail }),
    }),
    receiver: openReceiver(database),
    check: settings.CLAMD_URL ? checkReceived(database, openClamd(settings.CLAMD_URL, CHECK_RECEIVED_MS)) : undefined,
    facts: openCompanyFacts(database, { siteOrg: settings.SITE_ORG, notifications }),
  }
}
