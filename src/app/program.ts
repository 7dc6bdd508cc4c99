import type { Logger } from 'pino'
import { openAccessTokens, type SigningKey } from '#auth/server/access-token.ts'
import { ensureFirstAdmin } from '#auth/server/first-admin.ts'
import { openPasswords } from '#auth/server/passwords.ts'
import { authSchedule, authTasks } from '#auth/server/tasks.ts'
import { backupSchedule, backupTasks } from '#backup/server/nightly.ts'
import { customerTasks } from '#customers/server/tasks.ts'
import { type Database, openDatabase, type SlowQueries } from '#db/database.ts'
import { StartError } from '#db/start-error.ts'
import { enquirySchedule, enquiryTasks } from '#enquiries/server/tasks.ts'
import { AppError } from '#lib/server/app-error.ts'
import { startJobs } from '#lib/server/jobs.ts'
import { openMailer } from '#lib/server/mail.ts'
import { openBroker } from '#live/server/broker.ts'
import { reportSchedule, reportTasks } from '#reports/server/tasks.ts'
import { settingsSchedule, settingsTasks } from '#settings/server/tasks.ts'
import { openFacts } from '#site/server/open-facts.ts'
import { ticketTasks } from '#tickets/server/tasks.ts'
import { userTasks } from '#users/server/tasks.ts'
import { readFrontend } from './assets.ts'
import { describeDemo, prepareDemo } from './demo.ts'
import { registerFeatures } from './features.ts'
import { formRoutes } from './forms.routes.ts'
import { fingerprintOfAll, openKeys } from './keys.ts'
import { openMetrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'
import { pageRoutes } from './pages.routes.ts'
import { currentRequestId } from './requests.ts'
import { buildServer } from './server.ts'
import type { Settings } from './settings.ts'
import type { RunningDatabase } from './start-database.ts'
import { drain, stopOnSignal } from './stopping.ts'
import { openVaultKeys } from './vault-keys.ts'

type Program = { settings: Settings; log: Logger; running: RunningDatabase; isDev: boolean; isDemo: boolean }

/** Everything above the database, until a signal ends it. When it cannot be started, what runs is put away, the database too. */
export async function runProgram({ settings, log, running, isDev, isDemo }: Program) {
  const metrics = settings.METRICS_PORT === undefined ? undefined : openMetrics()
  const database = openDatabase({
    ...running.connection,
    onIdleError: ({ message: reason }) => log.warn({ reason }, 'a database connection was lost'),
    ...(settings.SLOW_QUERY_MS > 0 && { slow: { ms: settings.SLOW_QUERY_MS, tell: tellSlow(log) } }),
    onSilence: () => {
      log.warn('the database does not answer')
      jobs?.cut()
    },
  })
  let jobs: Awaited<ReturnType<typeof startJobs>> | undefined
  const closing: (() => Promise<unknown>)[] = [() => running.stop(), () => database.close()]
  const close = async () => {
    for (const step of closing.toReversed()) await step()
  }
  try {
    const demo = isDemo ? await prepareDemo(database, running.connection, settings) : undefined
    const secrets = await openKeys(database, settings.SECRETS_FILE)
    const vaultKeys = await openVaultKeys(database, settings.SECRETS_FILE)
    if (!(await vaultKeys.current())) log.warn('the vault key is missing')
    const tokens = await openAccessTokens(secrets.signingKeys as [SigningKey, ...SigningKey[]])
    const broker = openBroker({
      database,
      connection: running.connection,
      warn: (reason) => log.warn({ reason }, 'live events are interrupted'),
    })
    const mailer = openMailer({
      smtpUrl: settings.SMTP_URL,
      from: settings.MAIL_FROM,
      database,
      warn: (text) => log.warn(text),
      ...(metrics && { onOutcome: metrics.countMail }),
    })
    const facts = openFacts(database, settings.SITE_ORG)
    const building = buildServer({
      database,
      sessionOfToken: tokens.sessionOf,
      logger: log,
      slowRequestMs: settings.SLOW_REQUEST_MS,
      onAnswered: metrics?.countRequest,
      trustProxy: trusted(settings.TRUST_PROXY),
      connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
      isDev,
      register: async (server) => {
        await registerFeatures(server, {
          tokens,
          refreshKey: Buffer.from(secrets.refreshKey, 'base64url'),
          vaultKeys,
          passwordMinLength: settings.PASSWORD_MIN_LENGTH,
          broker,
          appUrl: settings.APP_URL,
          mailer,
          isSendingMail: settings.SMTP_URL !== undefined,
          backup: {
            isNightly: settings.BACKUP_DIR !== undefined,
            keysFingerprint: () => fingerprintOfAll(settings.SECRETS_FILE),
          },
        })
        const frontend = isDev ? await (await import('./dev.ts')).devFrontend(server) : await once(readFrontend)
        await pageRoutes(server, { frontend, facts, appUrl: settings.APP_URL, isDev })
        await formRoutes(server, {
          ...{ frontend, facts, appUrl: settings.APP_URL, siteOrg: settings.SITE_ORG },
          refreshKey: Buffer.from(secrets.refreshKey, 'base64url'),
          receiptsPerDay: settings.RECEIPTS_PER_DAY,
        })
      },
    })
    // The first administrator's password is hashed meanwhile.
    const [app] = await Promise.all([building, printFirstLink(database, settings)])
    // From here on the public site is there also while the database is away.
    await facts.current()
    const parts = { database, mailer, appUrl: settings.APP_URL }
    const backups = settings.BACKUP_DIR
      ? backupTasks({
          ...{ ...parts, connection: running.connection },
          place: { folder: settings.BACKUP_DIR, keep: settings.BACKUP_KEEP },
          warn: (facts, text) => log.error(facts, text),
        })
      : undefined
    jobs = await startJobs({
      connection: running.connection,
      tasks: {
        ...authTasks(parts),
        ...customerTasks(parts),
        ...ticketTasks(parts),
        ...enquiryTasks(parts),
        ...userTasks(parts),
        ...reportTasks(parts),
        ...settingsTasks(parts),
        ...backups,
      },
      schedule: [
        ...authSchedule,
        ...enquirySchedule,
        ...reportSchedule,
        ...settingsSchedule,
        ...(backups ? backupSchedule : []),
      ],
      log: (level, message, meta) => log[level === 'warning' ? 'warn' : level](meta ?? {}, message),
      ...(metrics && { onOutcome: metrics.countJob }),
    })
    const metricsServer = metrics && (await serveMetrics(metrics.read({ database, broker }), settings))
    closing.push(
      async () => jobs?.stop(),
      async () => metricsServer?.stop(),
      () => drain(app),
    )
    stopOnSignal(close)
    endOnUnexpected(log)
    await app.listen({ port: settings.PORT, host: settings.HOST }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      throw new StartError(
        `Porten ${settings.PORT} är upptagen. Stäng det andra programmet eller välj en annan med PORT.`,
      )
    })
    if (demo) process.stdout.write(describeDemo(demo))
    process.stdout.write(`\nStödpunkt svarar på ${settings.APP_URL}\n`)
  } catch (error) {
    await close()
    throw error
  }
}

/** The first administrator of an empty installation: by ADMIN_EMAIL and ADMIN_PASSWORD, else by a one-time link. */
async function printFirstLink(
  database: Database,
  { ADMIN_EMAIL, ADMIN_PASSWORD, APP_URL, ORG_NAME, PASSWORD_MIN_LENGTH }: Settings,
) {
  const first = await ensureFirstAdmin({
    database,
    passwords: openPasswords({ minLength: PASSWORD_MIN_LENGTH }),
    appUrl: APP_URL,
    orgName: ORG_NAME,
    ...(ADMIN_EMAIL && ADMIN_PASSWORD && { admin: { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } }),
  }).catch((error: unknown) => {
    throw error instanceof AppError ? new StartError(`ADMIN_PASSWORD går inte att använda: ${error.message}`) : error
  })
  if (first)
    process.stdout.write(`\nVälkommen. Skapa den första administratören här (länken gäller en gång):\n${first.link}\n`)
}

/** What nobody caught ends the program, in the log's words: the runtime would print all that the error quotes. */
function endOnUnexpected(log: Logger) {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error')
    process.exit(1)
  })
}

const tellSlow =
  (log: Logger): SlowQueries['tell'] =>
  (query) =>
    log.warn({ ...query, requestId: currentRequestId() }, 'slow query')

const trusted = (setting: string) =>
  setting === 'true' ? true : setting === '' ? false : setting.split(',').map((address) => address.trim())

async function once<T>(read: () => Promise<T>) {
  const value = await read()
  return async () => value
}
