import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { StartError } from '#platform/database/start-error.ts'
import { listProblems, misspelledSettings, settingExamples } from './setting-problems.ts'
import {
  judgeSettings,
  readSettings,
  type SettingName,
  sendingAddresses,
  settingNames,
  smtpApplication,
  terminalEnvironment,
} from './settings.ts'
import { settingCases } from './testing/setting-cases.ts'

test('without settings the program listens on loopback only, with an embedded database', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    APP_URL: 'http://localhost:3000',
    DATA_DIR: `${process.cwd()}/data`,
    SECRETS_FILE: `${process.cwd()}/data/secrets.json`,
    PASSWORD_MIN_LENGTH: 6,
    TRUST_PROXY: '',
  })
  expect(readSettings({}).DATABASE_URL).toBeUndefined()
})

test('README names every setting with its default', () => {
  const readme = readFileSync('README.md', 'utf8')
  const [, table] = /## Settings\n[^#]*?\n\| Variable[^\n]*\n[^\n]*\n([^#]*?)\n\n/.exec(readme) ?? []
  const documented = (table ?? '').split('\n').flatMap((row) => {
    const [, variables, defaults] = row.split('|')
    const names = [...(variables ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '')
    const values = (defaults ?? '').split(',').map((value) => value.trim())
    return names.map((name, at) => [name, values[at]] as const)
  })
  expect(documented.map(([name]) => name).sort()).toEqual([...settingNames].sort())
  const described: Record<string, string | undefined> = {
    SITE_ORG: undefined,
    APP_URL: 'http://localhost:3000',
    SECRETS_FILE: './data/secrets.json',
  }
  const defaults: Record<string, unknown> = readSettings({})
  for (const [name, stated] of documented) {
    if (stated === '–') expect(defaults[name] ?? '', name).toBe('')
    else expect(readSettings({ [name]: name in described ? described[name] : stated }), name).toEqual(defaults)
  }
})

test('an empty setting counts as unset', () => {
  const names = Object.keys(readSettings({ ADMIN_EMAIL: 'a@b.se', ADMIN_PASSWORD: 'x', DATABASE_URL: 'postgres://x' }))
  expect(readSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readSettings({}))
})

test('addresses are normalized', () => {
  expect(readSettings({ PORT: '8080' }).APP_URL).toBe('http://localhost:8080')
  expect(readSettings({ APP_URL: 'https://support.firma.se//' }).APP_URL).toBe('https://support.firma.se')
  expect(readSettings({ ADMIN_EMAIL: 'Anna@Firma.SE', ADMIN_PASSWORD: 'x' }).ADMIN_EMAIL).toBe('anna@firma.se')
  expect(readSettings({ DATA_DIR: '/var/lib/x/../y' }).SECRETS_FILE).toBe('/var/lib/y/secrets.json')
})

const names = Object.keys(settingCases) as SettingName[]
const problemsOf = (environment: Record<string, string>) =>
  listProblems(judgeSettings(environment).problems).map(({ name, message }) => `${name}: ${message}`)

test('every setting has cases of valid and invalid values', () => {
  expect(names).toEqual(settingNames)
  for (const [name, { good, bad }] of Object.entries(settingCases))
    expect([good.length > 0, bad.length > 2], name).toEqual([true, true])
})

test.each(names)('%s: valid values are accepted, invalid ones named with what is expected and an example', (name) => {
  const { good, bad } = settingCases[name]
  for (const one of good) {
    const [text, value] = typeof one === 'string' ? [one, one] : one
    const { settings, problems } = judgeSettings({ [name]: text })
    expect([problems.get(name), settings[name]], text).toEqual([undefined, value])
  }
  for (const text of bad) {
    const { settings, problems } = judgeSettings({ [name]: text })
    expect(problems.get(name), text).toMatch(/^ska .+, som \S/)
    expect(settings[name], text).toEqual(readSettings({})[name])
  }
})

test.each(names)('%s: the example is accepted', (name) => {
  expect(judgeSettings({ [name]: settingExamples[name] }).problems.get(name)).toBeUndefined()
})

test('a variable that is nearly the name of an unset setting is found', () => {
  const near = { SMTP_URI: 'x', BACKUPS_DIR: 'x', ADMIN_MAIL: 'x', LOGLEVEL: 'x' }
  const others = {
    PATH: 'x',
    HOSTS: 'x',
    HOME: 'x',
    DATABASE_ADMIN_URL: 'x',
    SMTP_HOST: 'x',
    API_URL: 'x',
    NODE_ENV: 'x',
  }
  expect(misspelledSettings({ ...near, ...others, APP_URL: 'https://x.se' })).toEqual([
    { name: 'SMTP_URI', meant: 'SMTP_URL' },
    { name: 'BACKUPS_DIR', meant: 'BACKUP_DIR' },
    { name: 'ADMIN_MAIL', meant: 'ADMIN_EMAIL' },
    { name: 'LOGLEVEL', meant: 'LOG_LEVEL' },
  ])
})

test('no message contains the value of a setting, which may be a secret', () => {
  for (const [name, { bad }] of Object.entries(settingCases))
    for (const text of bad.filter((one) => /anna|hemligt|sommar/.test(one)))
      expect(
        problemsOf({ [name]: text })
          .join('\n')
          .replaceAll('anna@firma.se', ''),
        text,
      ).not.toMatch(/anna|hemligt|sommar/)
})

test('at a terminal the log has only warnings and errors, unless LOG_LEVEL is set', () => {
  expect(readSettings(terminalEnvironment({})).LOG_LEVEL).toBe('warn')
  expect(readSettings(terminalEnvironment({ LOG_LEVEL: '' })).LOG_LEVEL).toBe('warn')
  expect(readSettings(terminalEnvironment({ LOG_LEVEL: 'info' })).LOG_LEVEL).toBe('info')
})

test.each([
  ['APP_URL', 'https://x.example:99999'],
  ['APP_URL', 'https://x y.example'],
  ['SMTP_URL', 'smtp://h:99999'],
  ['CLAMD_URL', 'tcp://h:99999'],
])('%s=%s: the message is about server and port, not the scheme', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(`  ${name}: ska ha en server, och en port från 1 till 65535`)
})

test('all invalid settings are named at once in Swedish, also those that do not fit others', () => {
  const refused = () =>
    readSettings({
      PORT: 'x',
      LOG_LEVEL: 'x',
      DATABASE_URL: 'x',
      PASSWORD_MIN_LENGTH: '1',
      MAIL_FROM: '"a@b.se"',
      ADMIN_EMAIL: 'anna@firma.se',
      SMTP_TENANT: 'x',
      RECEIPTS_PER_DAY: ' ',
    })
  expect(refused).toThrow(StartError)
  expect(refused).toThrow(
    [
      'Inställningarna går inte att använda:',
      '  PORT: ska vara ett heltal från 0 till 65535, som 3000',
      '  DATABASE_URL: ska börja med postgres:// eller postgresql://, som postgres://stodpunkt:lösenord@127.0.0.1:5432/stodpunkt',
      '  ADMIN_PASSWORD: ska anges när ADMIN_EMAIL är angiven, som en mening som bara du kan',
      '  SMTP_CLIENT_ID: ska anges när SMTP_TENANT är angiven, som 0b1d9f0e-6c1a-4a52-9c3f-1f3a7f5f2d11',
      '  SMTP_CLIENT_SECRET: ska anges när SMTP_TENANT är angiven, som värdet-från-Microsoft',
      '  MAIL_FROM: ska stå utan citattecken omkring, som support@firma.se',
      '  LOG_LEVEL: ska vara något av fatal, error, warn, info, debug, trace, silent, som info',
      '  PASSWORD_MIN_LENGTH: ska vara ett heltal från 6 till 128, som 8',
      '  RECEIPTS_PER_DAY: ska ha ett värde och inte bara blanksteg, som 200',
    ].join('\n'),
  )
})

test('metrics are off by default, and never on the port of the program', () => {
  expect(readSettings({}).METRICS_PORT).toBeUndefined()
  expect(readSettings({ METRICS_PORT: '9464' })).toMatchObject({ METRICS_PORT: 9464, METRICS_HOST: '127.0.0.1' })
  for (const ports of [{ METRICS_PORT: '3000' }, { PORT: '8080', METRICS_PORT: '08080' }])
    expect(problemsOf(ports)).toEqual(['METRICS_PORT: ska vara en annan port än PORT, som 9464'])
  expect(problemsOf({ PORT: '0', METRICS_PORT: '0' })).toEqual([])
})

test.each([
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['ADMIN_PASSWORD', 'ADMIN_EMAIL'],
] as const)('%s alone is refused', (name, missing) => {
  expect(problemsOf({ [name]: 'anna@firma.se' })).toEqual([
    `${missing}: ska anges när ${name} är angiven, som ${settingExamples[missing]}`,
  ])
})

test('an application that sends mail needs all its settings, and a user without password in SMTP_URL', () => {
  const application = { SMTP_TENANT: 't', SMTP_CLIENT_ID: 'c', SMTP_CLIENT_SECRET: 's' }
  const SMTP_URL = 'smtp://support%40firma.se@smtp.office365.com:587'
  expect(smtpApplication(readSettings({ ...application, SMTP_URL }))).toEqual({
    tenant: 't',
    clientId: 'c',
    secret: 's',
  })
  expect(smtpApplication(readSettings({ SMTP_URL }))).toBeUndefined()
  expect(() => readSettings({ ...application, SMTP_CLIENT_SECRET: '', SMTP_URL })).toThrow(
    'SMTP_CLIENT_SECRET: ska anges när SMTP_TENANT är angiven',
  )
  for (const url of [undefined, 'smtp://smtp.office365.com', 'smtp://support:x@smtp.office365.com'])
    expect(() => readSettings({ ...application, SMTP_URL: url })).toThrow(/en användare och inget lösenord/)
})

test('our mail comes from MAIL_FROM, and from the mail server’s user', () => {
  const MAIL_FROM = 'Nordnät <No-Reply@nordnat.example>'
  expect(sendingAddresses({ MAIL_FROM, SMTP_URL: undefined })).toEqual(['no-reply@nordnat.example'])
  expect(sendingAddresses({ MAIL_FROM, SMTP_URL: 'smtp://support%40nordnat.example:x@smtp.example:587' })).toEqual([
    'no-reply@nordnat.example',
    'support@nordnat.example',
  ])
  expect(sendingAddresses({ MAIL_FROM: 'x', SMTP_URL: 'smtp://user@smtp.example' })).toEqual([])
  expect(sendingAddresses({ MAIL_FROM: 'Support@Åkeri.example', SMTP_URL: undefined })).toEqual([
    'support@xn--keri-poa.example',
  ])
})
