import { resolve } from 'node:path'
import { z } from 'zod'
import { PASSWORD_MIN_LENGTH } from '#features/auth/password.rules.ts'
import { COMPANY_NAME_MAX } from '#features/company/company.contract.ts'
import { FILE_QUOTA_GB } from '#features/files/files.contract.ts'
import { DATABASE_MEMORY } from '#platform/database/embedded/server-memory.ts'
import { StartError } from '#platform/database/start-error.ts'
import { readAllowedHosts } from '#platform/http/allowed-hosts.ts'
import { openOutgoingGuard } from '#platform/http/outgoing-guard.ts'
import { requiredId, requiredLine } from '#shared/contract.ts'
import { asciiDomain } from '#shared/email.rules.ts'
import { addMismatches, addProblem, refuseProblems, type SettingProblems, textProblem } from './setting-problems.ts'
import {
  integer,
  isClamd,
  isDatabase,
  isListeningHost,
  isOrigin,
  isPath,
  isSender,
  isServer,
  url,
} from './setting-values.ts'
import { areTrustedProxies } from './trusted-proxies.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const listeningHost = z
  .string()
  .refine(isListeningHost, 'ska vara en adress eller ett namn, utan port')
  .default('127.0.0.1')
const path = z
  .string()
  .refine(isPath, 'ska vara en sökväg på den här maskinen, utan ~ och variabler')
  .transform((text) => resolve(text))
const BETWEEN = 'kommatecken emellan'
const directoryPart = (what: string) => z.string().regex(/^[\w.-]+$/, `ska vara ${what}`)

const Environment = z.object({
  PORT: integer(0, 65535).default(3000),
  HOST: listeningHost,
  /** The folder of the embedded database and the keys. */
  DATA_DIR: path.default(() => resolve('./data')),
  /** When set, this server is used and no embedded one is started. */
  DATABASE_URL: url('postgres://', 'postgresql://')
    .refine(
      isDatabase,
      'ska gå att läsa: filer i den ska finnas, och / ? # @ i namn och lösenord skrivs %2F %3F %23 %40',
    )
    .optional(),
  /** The maximum memory of the embedded database; if unset, an eighth of the machine's memory, at most 2048. */
  DATABASE_MEMORY_MB: integer(DATABASE_MEMORY.min, 1_048_576).optional(),
  /** The public URL, with which links in mail begin. */
  APP_URL: url('http://', 'https://')
    .refine(isOrigin, 'ska vara bara adressen, utan sökväg, fråga och lösenord')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  ADMIN_EMAIL: z
    .string()
    .overwrite(asciiDomain)
    .pipe(z.email('ska vara en e-postadress'))
    .transform((email) => email.toLowerCase())
    .optional(),
  ADMIN_PASSWORD: z.string().optional(),
  SMTP_URL: url('smtp://', 'smtps://')
    .refine(isServer, 'ska ha en server och ingen sökväg, och % / ? # @ i namn och lösenord skrivs %25 %2F %3F %23 %40')
    .optional(),
  /** The application in Microsoft 365 that sends as the user of SMTP_URL, instead of a password. */
  SMTP_TENANT: directoryPart('katalogens id eller domän').optional(),
  SMTP_CLIENT_ID: directoryPart('programmets id').optional(),
  SMTP_CLIENT_SECRET: z.string().regex(/^\S+$/, 'ska vara hemlighetens värde, utan mellanslag').optional(),
  /** The virus scanner: clamd at `tcp://host:port` or `unix:///path`. When unset, files are not checked. */
  CLAMD_URL: url('tcp://', 'unix:/')
    .refine(isClamd, 'ska ha server och port, eller vara en fil, unix:///run/clamav/clamd.ctl')
    .optional(),
  /** The maximum size of an organization's files in gigabytes, whatever its administrators choose. */
  FILES_MAX_GB: integer(FILE_QUOTA_GB.min, FILE_QUOTA_GB.max).default(FILE_QUOTA_GB.max),
  MAIL_FROM: z
    .string()
    .default('no-reply@localhost')
    .refine(isSender, 'ska vara en e-postadress, ensam eller efter ett namn, Firma <support@firma.se>'),
  /** Mailbox servers that may be in the operator's own network: names, addresses and networks; `true` allows all. */
  ALLOW_PRIVATE_HOSTS: z
    .string()
    .default('')
    .refine(
      (text) => readAllowedHosts(text) !== undefined,
      `ska vara namn, adresser och nät med ${BETWEEN}, eller true`,
    ),
  /** Comma-separated addresses of the proxies whose X-Forwarded-* headers are trusted; `true` trusts every peer. */
  TRUST_PROXY: z.string().default('').refine(areTrustedProxies, `ska vara adresser och nät med ${BETWEEN}, eller true`),
  /**
   * Concurrent unauthenticated connections per address, those of a trusted proxy not counted; 0 turns the limit off.
   */
  CONNECTIONS_PER_ADDRESS: integer(0, 1_000_000).default(500),
  /** Write requests per person and minute, in each process; 0 turns the limit off. */
  WRITES_PER_MINUTE: integer(0, 1_000_000).default(600),
  LOG_LEVEL: z.enum(logLevels, `ska vara något av ${logLevels.join(', ')}`).default('info'),
  /** Statements and requests that take at least this long are logged as slow; 0 turns that off. */
  SLOW_QUERY_MS: integer(0, 3_600_000).default(500),
  SLOW_REQUEST_MS: integer(0, 3_600_000).default(2000),
  /** When set, /metrics is served on this port for Prometheus, and on no other. */
  METRICS_PORT: integer(0, 65535).optional(),
  METRICS_HOST: listeningHost,
  PASSWORD_MIN_LENGTH: integer(PASSWORD_MIN_LENGTH, 128).default(PASSWORD_MIN_LENGTH),
  /** The organization of the public site; the first one if unset. */
  SITE_ORG: requiredId('ska vara en organisations id').optional(),
  /** How many receipts are sent a day in total, for public forms and incoming mail. */
  RECEIPTS_PER_DAY: integer(0, 100_000).default(200),
  /** The name of the first organization. */
  ORG_NAME: requiredLine('ska vara ett namn')
    .max(COMPANY_NAME_MAX, `ska vara ett namn med högst ${COMPANY_NAME_MAX} tecken`)
    .default('Stödpunkt'),
  /** The key file, if it is not DATA_DIR/secrets.json; machines that share a database need the same keys. */
  SECRETS_FILE: z
    .string()
    .refine((text) => isPath(text) && !text.endsWith('/'), 'ska vara en fil på den här maskinen, utan ~ och variabler')
    .transform((text) => resolve(text))
    .optional(),
  /** If set, nightly backups are written here, and other backups too instead of in DATA_DIR/backups. */
  BACKUP_DIR: path.optional(),
  /** How many backups of each kind are retained there. */
  BACKUP_KEEP: integer(1, 1000).default(14),
})

export type SettingName = keyof typeof Environment.shape

/** The environment variables that the program reads. */
export const settingNames = Object.keys(Environment.shape) as SettingName[]

export type Settings = Omit<z.output<typeof Environment>, 'APP_URL' | 'SECRETS_FILE'> & {
  APP_URL: string
  SECRETS_FILE: string
}

type Texts = Record<string, string | undefined>

/**
 * The settings of this process, with invalid ones as if unset, and the problems of these. An empty variable counts as
 * unset.
 */
export function judgeSettings(environment: Texts): { settings: Settings; problems: SettingProblems } {
  const given = settingNames.filter((name) => environment[name])
  const problems: SettingProblems = new Map()
  const readable: Texts = {}
  for (const name of given) {
    const raw = environment[name] ?? ''
    // Lines of a settings file easily end with blanks, which only a password may contain.
    const text = name === 'ADMIN_PASSWORD' ? raw : raw.trim()
    const problem = textProblem(raw) ?? Environment.shape[name].safeParse(text).error?.issues[0]?.message
    if (problem === undefined) readable[name] = text
    else addProblem(problems, name, problem)
  }
  const parsed = Environment.parse(readable)
  const settings = {
    ...parsed,
    APP_URL: parsed.APP_URL ?? `http://localhost:${parsed.PORT}`,
    SECRETS_FILE: parsed.SECRETS_FILE ?? resolve(parsed.DATA_DIR, 'secrets.json'),
  }
  addMismatches(problems, new Set(given), settings)
  return { settings, problems }
}

/** The settings of a command. Throws StartError with every invalid setting. */
export function readSettings(environment: Texts): Settings {
  const { settings, problems } = judgeSettings(environment)
  refuseProblems(problems)
  return settings
}

type Application = Pick<Settings, 'SMTP_TENANT' | 'SMTP_CLIENT_ID' | 'SMTP_CLIENT_SECRET'>

/** Checks the addresses that administrators enter. */
export function outgoingGuard({ ALLOW_PRIVATE_HOSTS }: Pick<Settings, 'ALLOW_PRIVATE_HOSTS'>) {
  const allowed = readAllowedHosts(ALLOW_PRIVATE_HOSTS)
  if (!allowed) throw new StartError('ALLOW_PRIVATE_HOSTS går inte att läsa.')
  return openOutgoingGuard({ allowed })
}

/** The application that sends mail, if there is one. */
export const smtpApplication = ({ SMTP_TENANT, SMTP_CLIENT_ID, SMTP_CLIENT_SECRET }: Application) =>
  SMTP_TENANT && SMTP_CLIENT_ID && SMTP_CLIENT_SECRET
    ? { tenant: SMTP_TENANT, clientId: SMTP_CLIENT_ID, secret: SMTP_CLIENT_SECRET }
    : undefined

/** The sender addresses of our mail: MAIL_FROM, and the mail server's user, with which some servers replace it. */
export function sendingAddresses({ MAIL_FROM, SMTP_URL }: Pick<Settings, 'MAIL_FROM' | 'SMTP_URL'>): string[] {
  const user = SMTP_URL === undefined ? '' : decodeURIComponent(new URL(SMTP_URL).username)
  return [MAIL_FROM, user].flatMap((text) => {
    const [address] = /[^\s<>@]+@[^\s<>@]+/.exec(text) ?? []
    return address === undefined ? [] : [asciiDomain(address.toLowerCase())]
  })
}

/** The mail server of the environment, without login and password. */
export const environmentServerOf = ({ SMTP_URL, MAIL_FROM }: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM'>) =>
  SMTP_URL === undefined ? undefined : { host: new URL(SMTP_URL).host, from: MAIL_FROM }

/** The environment of a demo: a separate data folder, loopback only. Throws StartError when DATABASE_URL is set. */
export function demoEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (environment.DATABASE_URL) throw new StartError('Demon skapar en egen databas. Kör utan DATABASE_URL.')
  const { ADMIN_EMAIL: _email, ADMIN_PASSWORD: _password, ...rest } = environment
  return {
    ...rest,
    DATA_DIR: environment.DATA_DIR || './data-demo',
    HOST: '127.0.0.1',
    LOG_LEVEL: environment.LOG_LEVEL || 'warn',
  }
}

/** The environment at a terminal, where progress is printed and the log contains only warnings and errors. */
export const terminalEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...environment,
  LOG_LEVEL: environment.LOG_LEVEL || 'warn',
})
