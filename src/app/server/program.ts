import type { Logger } from 'pino'
import { readDrawing, readFrontend } from '#app/browser/built-assets.ts'
import { greetFirstAdmin } from '#app/cli/first-link.ts'
import { fingerprintOfAll } from '#app/keys/key-check.ts'
import { openMetrics } from '#app/metrics/metrics.ts'
import { serveMetrics } from '#app/metrics/metrics-server.ts'
import { ensureFirstAdmin } from '#features/auth/server/first-admin.ts'
import { openPasswords } from '#features/auth/server/passwords.ts'
import { GB } from '#features/files/files.contract.ts'
import { CHECK_LATER_MS } from '#features/files/server/check-file.ts'
import { openClamd } from '#features/files/server/clamd.ts'
import { watchReceivers } from '#features/files/server/receiver.ts'
import { startMailboxReaders } from '#features/inbox/server/imap/mailbox-readers.ts'
import { examineMail } from '#features/inbox/server/reading/examine-mail.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { operatorCommand } from '#platform/database/operator-command.ts'
import { StartError } from '#platform/database/start-error.ts'
import type { App } from '#platform/http/app.ts'
import { AppError } from '#platform/http/app-error.ts'
import { startJobs } from '#platform/jobs/job-catalogue.ts'
import { formRoutes } from '#screens/site/server/forms.routes.ts'
import { pageRoutes } from '#screens/site/server/pages.routes.ts'
import { describeDemo, prepareDemo } from '../demo/demo.ts'
import { fillDemoHours } from '../demo/demo-hours.ts'
import { fillDemoInvoiceBases } from '../demo/demo-invoice-bases.ts'
import { fillDemoPictures } from '../demo/demo-pictures.ts'
import { fillDemoVault } from '../demo/demo-vault.ts'
import { nightlyTarget } from './backup-target.ts'
import { backupFolderProblem, refuseUnknownSite } from './check-settings.ts'
import { featureSchedule, featureTasks, registerFeatures, type TaskParts } from './features.ts'
import { formerAddressRoutes } from './former-addresses.ts'
import { printForOperator } from './journal.ts'
import { refuseAddress } from './machine-settings.ts'
import { currentRequestId } from './request-log.ts'
import { buildServer } from './server.ts'
import { type Metrics, openServices, type Services } from './services.ts'
import { environmentServerOf, type Settings, sendingAddresses } from './settings.ts'
import { shellRoutes } from './shell.routes.ts'
import { drain, stopOnSignal } from './shutdown.ts'
import type { RunningDatabase } from './start-database.ts'
import { trustedProxies } from './trusted-proxies.ts'

type Program = { settings: Settings; log: Logger; running: RunningDatabase; isDev: boolean; isDemo: boolean }
type Jobs = Awaited<ReturnType<typeof startJobs>>

/**
 * Runs server and jobs until a signal stops them. If the start fails, everything started so far is stopped, the
 * database included.
 */
export async function runProgram(program: Program) {
  const { settings, log, running, isDemo } = program
  let jobs: Jobs | undefined
  const database = openProgramDatabase(program, () => jobs?.dropConnections())
  const closing: (() => Promise<unknown>)[] = [() => running.stop(), () => database.close()]
  const close = async () => {
    for (const step of closing.toReversed()) await step()
  }
  try {
    await refuseUnknownSite(database, settings)
    const metrics = settings.METRICS_PORT === undefined ? undefined : openMetrics()
    const demo = isDemo ? await prepareDemo(database, running.connection, settings) : undefined
    const services = await openServices(program, database, metrics)
    closing.push(async () => services.notifications.close())
    if (demo?.isNew) {
      await fillDemoVault(database, services.vaultKeys)
      await fillDemoPictures(database)
      await fillDemoInvoiceBases(database)
      await fillDemoHours(database)
    }
    // The first administrator's password is hashed while the server is built.
    const [app, first] = await Promise.all([
      buildProgramServer(program, services, metrics),
      firstAdmin(database, settings),
    ])
    await notifyOfBackupProblem(settings)
    // Cached now, so that the public site can be served if the database becomes unavailable later.
    await services.facts.current()
    jobs = await startProgramJobs(program, services, metrics)
    const readers = startReaders(program, services)
    const receivers = startReceiving(program, services)
    const metricsServer = metrics && (await serveMetrics(metrics.read(installationOf(program, services)), settings))
    closing.push(
      async () => jobs?.stop(),
      () => receivers.stop(),
      readers.stop,
      async () => metricsServer?.stop(),
      () => services.receiver.stop(drain(app)),
    )
    stopOnSignal(close)
    exitOnUncaught(log)
    await listen(app, settings)
    const greeting = first === 'missing' && (await greetFirstAdmin(database, settings))
    if (greeting) process.stdout.write(`\n${greeting}\n`)
    if (first === 'unused') printForOperator(unusedAdmin(), 'warning')
    if (demo) process.stdout.write(describeDemo(demo))
    process.stdout.write(`\nStödpunkt svarar på ${settings.APP_URL}\n`)
  } catch (error) {
    await close()
    throw running.explain(error)
  }
}

function openProgramDatabase({ settings, log, running }: Program, onUnresponsive: () => void): Database {
  const slow = {
    ms: settings.SLOW_QUERY_MS,
    report: (query: object) => log.warn({ ...query, requestId: currentRequestId() }, 'slow query'),
  }
  return openDatabase({
    ...running.connection,
    filesMaxBytes: settings.FILES_MAX_GB * GB,
    hasMailServer: settings.SMTP_URL !== undefined,
    onIdleError: ({ message: reason }) => log.warn({ reason }, 'a database connection was lost'),
    ...(slow.ms > 0 && { slow }),
    onUnresponsive: () => {
      log.warn('the database does not answer')
      onUnresponsive()
    },
  })
}

function buildProgramServer({ settings, log, isDev }: Program, services: Services, metrics: Metrics): Promise<App> {
  const { facts, refreshKey, check, receiver } = services
  const appUrl = settings.APP_URL
  return buildServer({
    database: services.database,
    sessionOfToken: services.tokens.sessionOf,
    logger: log,
    slowRequestMs: settings.SLOW_REQUEST_MS,
    onCompleted: metrics?.countRequest,
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
    writesPerMinute: settings.WRITES_PER_MINUTE,
    isDev,
    register: async (server) => {
      await registerFeatures(server, {
        ...services,
        passwordMinLength: settings.PASSWORD_MIN_LENGTH,
        filesMaxGigabytes: settings.FILES_MAX_GB,
        appUrl,
        hasMailServer: settings.SMTP_URL !== undefined,
        environmentServer: environmentServerOf(settings),
        readDrawing,
        backup: {
          target: nightlyTarget(settings),
          keysFingerprint: () => fingerprintOfAll(settings.SECRETS_FILE),
        },
      })
      const frontend = isDev
        ? await (await import('#app/browser/dev-server.ts')).devFrontend(server)
        : await readOnce(readFrontend)
      pageRoutes(server, { frontend, facts, appUrl, refreshKey })
      await shellRoutes(server, { frontend, facts, isDev })
      formerAddressRoutes(server)
      await formRoutes(server, {
        frontend,
        facts,
        appUrl,
        refreshKey,
        check,
        receiver,
        siteOrg: settings.SITE_ORG,
        receiptsPerDay: settings.RECEIPTS_PER_DAY,
      })
    },
  })
}

function startProgramJobs({ settings, log, running }: Program, services: Services, metrics: Metrics): Promise<Jobs> {
  const { connection } = running
  const target = nightlyTarget(settings)
  const parts: TaskParts = {
    database: services.database,
    mailer: services.mailer,
    appUrl: settings.APP_URL,
    threads: services.threads,
    hasMailServer: settings.SMTP_URL !== undefined,
    fileChecks: settings.CLAMD_URL
      ? { scanner: openClamd(settings.CLAMD_URL, CHECK_LATER_MS), warn: (facts, text) => log.warn(facts, text) }
      : undefined,
    nightlyBackup: target && { connection, target, warn: (facts, text) => log.error(facts, text) },
  }
  const tasks = featureTasks(parts)
  metrics?.expectJobs(Object.keys(tasks))
  return startJobs({
    connection,
    tasks,
    schedule: featureSchedule(parts),
    log: (level, message, meta) => log[level === 'warning' ? 'warn' : level](meta ?? {}, message),
    ...(metrics && { onOutcome: metrics.countJob }),
  })
}

/** The sources of the metrics. */
const installationOf = ({ settings }: Program, { database, broker }: Services) => ({
  database,
  broker,
  target: nightlyTarget(settings),
  dataDir: settings.DATA_DIR,
  clamdUrl: settings.CLAMD_URL,
})

/** Reads the mailboxes; of several processes one reads each mailbox. */
const startReaders = (
  { log, running, settings }: Program,
  { database, threads, vaultKeys, refreshKey, guard }: Services,
) =>
  startMailboxReaders({
    connection: running.connection,
    database,
    threads,
    vaultKeys,
    guard,
    examine: examineMail,
    checksFiles: settings.CLAMD_URL !== undefined,
    receipts: { key: refreshKey, perDay: settings.RECEIPTS_PER_DAY },
    sendsAs: sendingAddresses(settings),
    warn: (facts, text) => log.warn(facts, text),
  })

/** Removes files that ended processes were receiving; for this process, others do so after its end. */
const startReceiving = ({ log, running }: Program, { receiver }: Services) =>
  watchReceivers({
    connection: running.connection,
    receiver,
    isAlone: running.isOwn,
    onRemoved: (files) => log.info({ files }, 'removed files that a process had not received completely'),
  })

async function notifyOfBackupProblem(settings: Settings) {
  const problem = await backupFolderProblem(settings)
  if (problem) printForOperator(problem, 'warning')
}

const unusedAdmin = () =>
  `ADMIN_EMAIL och ADMIN_PASSWORD används inte: de gäller bara den första administratören, och det finns redan inloggningar. Ta bort dem. Den som har glömt sitt lösenord får en länk med: ${operatorCommand('login-link', 'person@firma.se')}`

/**
 * The first administrator of an empty installation, from ADMIN_EMAIL and ADMIN_PASSWORD; without these, the link is
 * needed.
 */
function firstAdmin(database: Database, { ADMIN_EMAIL, ADMIN_PASSWORD, ORG_NAME, PASSWORD_MIN_LENGTH }: Settings) {
  return ensureFirstAdmin({
    database,
    passwords: openPasswords({ minLength: PASSWORD_MIN_LENGTH }),
    orgName: ORG_NAME,
    ...(ADMIN_EMAIL && ADMIN_PASSWORD && { admin: { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } }),
  }).catch((error: unknown) => {
    throw error instanceof AppError ? new StartError(`ADMIN_PASSWORD går inte att använda: ${error.message}`) : error
  })
}

/** The port was free when the program started, but another program may have taken it since. */
async function listen(app: App, settings: Settings) {
  await app.listen({ port: settings.PORT, host: settings.HOST }).catch(async (error: unknown) => {
    await refuseAddress(settings)
    throw error
  })
}

/** Logs an uncaught error and exits, because Node's own message could quote personal data. */
function exitOnUncaught(log: Logger) {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error')
    process.exit(1)
  })
}

async function readOnce<T>(read: () => Promise<T>) {
  const value = await read()
  return () => value
}
