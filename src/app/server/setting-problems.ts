// Problems with the values of settings, and an example of a valid value for each.
import { PASSWORD_MIN_LENGTH } from '#features/auth/password.rules.ts'
import { StartError } from '#platform/database/start-error.ts'
import type { SettingName, Settings } from './settings.ts'

/** Valid values, as examples for the operator. */
export const settingExamples = {
  PORT: '3000',
  HOST: '127.0.0.1',
  DATA_DIR: '/var/lib/stodpunkt',
  DATABASE_URL: 'postgres://stodpunkt:lösenord@127.0.0.1:5432/stodpunkt',
  DATABASE_MEMORY_MB: '512',
  APP_URL: 'https://support.firma.se',
  ADMIN_EMAIL: 'anna@firma.se',
  ADMIN_PASSWORD: 'en mening som bara du kan',
  SMTP_URL: 'smtp://mejl.firma.se:587',
  SMTP_TENANT: 'firma.onmicrosoft.com',
  SMTP_CLIENT_ID: '0b1d9f0e-6c1a-4a52-9c3f-1f3a7f5f2d11',
  SMTP_CLIENT_SECRET: 'värdet-från-Microsoft',
  CLAMD_URL: 'tcp://127.0.0.1:3310',
  FILES_MAX_GB: '50',
  MAIL_FROM: 'support@firma.se',
  ALLOW_PRIVATE_HOSTS: 'imap.firma.lan,10.1.0.0/16',
  TRUST_PROXY: '127.0.0.1,10.1.0.0/16',
  CONNECTIONS_PER_ADDRESS: '500',
  WRITES_PER_MINUTE: '600',
  LOG_LEVEL: 'info',
  SLOW_QUERY_MS: '500',
  SLOW_REQUEST_MS: '2000',
  METRICS_PORT: '9464',
  METRICS_HOST: '127.0.0.1',
  PASSWORD_MIN_LENGTH: String(PASSWORD_MIN_LENGTH + 2),
  SITE_ORG: '0193f3a0-1b2c-7d3e-8f40-51a2b3c4d5e6',
  RECEIPTS_PER_DAY: '200',
  ORG_NAME: 'Firma AB',
  SECRETS_FILE: '/etc/stodpunkt/secrets.json',
  BACKUP_DIR: '/mnt/kopior/stodpunkt',
  BACKUP_KEEP: '14',
} satisfies Record<SettingName, string>

/** The problem of each invalid setting, with an example of a valid value. */
export type SettingProblems = Map<SettingName, string>

/** Only the first problem of a setting is reported. */
export function addProblem(problems: SettingProblems, name: SettingName, message: string) {
  if (!problems.has(name)) problems.set(name, `${message}, som ${settingExamples[name]}`)
}

/** One line for each, in the order of the settings. */
export const listProblems = (problems: SettingProblems) =>
  (Object.keys(settingExamples) as SettingName[]).flatMap((name) => {
    const message = problems.get(name)
    return message === undefined ? [] : [{ name, message }]
  })

/** Throws StartError with every invalid setting. */
export function refuseProblems(problems: SettingProblems) {
  if (problems.size === 0) return
  const lines = listProblems(problems).map(({ name, message }) => `  ${name}: ${message}`)
  throw new StartError(['Inställningarna går inte att använda:', ...lines].join('\n'))
}

/** A problem for any setting: only blanks, or quotes that a shell would have removed. */
export function textProblem(text: string): string | undefined {
  if (text.trim() === '') return 'ska ha ett värde och inte bara blanksteg'
  return /^(["']).*\1$/s.test(text.trim()) ? 'ska stå utan citattecken omkring' : undefined
}

/** Adds settings that do not fit others. `given` are those with a value. */
export function addMismatches(problems: SettingProblems, given: Set<SettingName>, settings: Settings) {
  addMissing(problems, given, ['ADMIN_EMAIL', 'ADMIN_PASSWORD'])
  addMissing(problems, given, ['SMTP_TENANT', 'SMTP_CLIENT_ID', 'SMTP_CLIENT_SECRET'])
  const { SMTP_URL, METRICS_PORT, PORT } = settings
  const address = SMTP_URL === undefined ? undefined : new URL(SMTP_URL)
  if (given.has('SMTP_CLIENT_SECRET') && (!address?.username || address.password !== '') && !problems.has('SMTP_URL'))
    problems.set(
      'SMTP_URL',
      'ska ha en användare och inget lösenord när SMTP_CLIENT_SECRET är angiven, som smtp://support%40firma.se@smtp.office365.com:587',
    )
  if (METRICS_PORT !== undefined && METRICS_PORT !== 0 && METRICS_PORT === PORT && !problems.has('PORT'))
    addProblem(problems, 'METRICS_PORT', 'ska vara en annan port än PORT')
}

/** Settings that must be given together or not at all. */
function addMissing(problems: SettingProblems, given: Set<SettingName>, names: SettingName[]) {
  const first = names.find((name) => given.has(name))
  if (first === undefined) return
  for (const name of names) if (!given.has(name)) addProblem(problems, name, `ska anges när ${first} är angiven`)
}

const NEAR_CHANGES = 2
/** Shorter names are similar to too many others. */
const NEAR_MIN_LENGTH = 7

/** Variables that are not settings, but nearly the name of one that is unset, such as SMTP_URI for SMTP_URL. */
export function misspelledSettings(environment: NodeJS.ProcessEnv): { name: string; meant: SettingName }[] {
  const unset = (Object.keys(settingExamples) as SettingName[]).filter(
    (name) => !environment[name] && name.length >= NEAR_MIN_LENGTH,
  )
  const others = Object.keys(environment).filter((name) => !(name in settingExamples))
  return others.flatMap((name) => {
    const meant = unset.find((one) => countChanges(name, one) <= NEAR_CHANGES)
    return meant === undefined ? [] : [{ name, meant }]
  })
}

/** The edit distance: letters added, left out or changed (Levenshtein). */
function countChanges(one: string, other: string): number {
  let counts = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, letter] of Array.from(one).entries()) {
    const next = [row + 1]
    for (const [at, wanted] of Array.from(other).entries())
      next.push(
        Math.min((counts[at] ?? 0) + (letter === wanted ? 0 : 1), (counts[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1),
      )
    counts = next
  }
  return counts.at(-1) ?? 0
}
