import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { StartError } from '#db/start-error.ts'
import { readSettings, sendingAddresses, settingNames, smtpApplication, terminalEnvironment } from './settings.ts'

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

test.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', ' '],
  ['FILES_MAX_GB', '0'],
  ['FILES_MAX_GB', '1025'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'localhost:5432/x'],
  ['APP_URL', 'support.firma.se'],
  ['APP_URL', 'ftp://firma.se'],
  ['APP_URL', 'https://*.firma.se'],
  ['APP_URL', 'https://firma.se/support'],
  ['APP_URL', 'https://firma.se?kund=1'],
  ['APP_URL', 'https://firma.se/?'],
  ['APP_URL', 'https://firma.se/#start'],
  ['APP_URL', 'https://anna:hemligt@firma.se'],
  ['ADMIN_EMAIL', 'anna'],
  ['SMTP_URL', 'https://firma.se'],
  ['SMTP_URL', 'smtp:'],
  ['SMTP_URL', 'smtp://anna:100%@firma.se'],
  ['CLAMD_URL', 'tcp:'],
  ['CLAMD_URL', 'tcp://127.0.0.1'],
  ['CLAMD_URL', 'unix:'],
  ['MAIL_FROM', 'Firma AB'],
  ['MAIL_FROM', 'Firma <support@firma.se'],
  ['MAIL_FROM', 'support@firma.se, anna@firma.se'],
  ['MAIL_FROM', 'support@firma..se'],
  ['MAIL_FROM', 'å@firma.se'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', 'proxy.firma.lan'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '010.0.0.1'],
  ['TRUST_PROXY', '0177.0.0.1'],
  ['TRUST_PROXY', '10.0.0'],
  ['TRUST_PROXY', '127.0'],
  ['TRUST_PROXY', 'loopback'],
  ['TRUST_PROXY', '10.0.0.0/255.0.0.0'],
  ['TRUST_PROXY', '10.0.0.0/'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', '::1/129'],
  ['TRUST_PROXY', 'fe80::1%eth0'],
  ['LOG_LEVEL', 'loud'],
  ['SLOW_QUERY_MS', '0.5'],
  ['SLOW_REQUEST_MS', '-1'],
  ['METRICS_PORT', '65536'],
  ['CONNECTIONS_PER_ADDRESS', '-1'],
  ['PASSWORD_MIN_LENGTH', '5'],
  ['PASSWORD_MIN_LENGTH', '129'],
  ['SITE_ORG', '1'],
  ['ALLOW_PRIVATE_HOSTS', '10.1.0.0/33'],
  ['ALLOW_PRIVATE_HOSTS', 'imap://firma.lan'],
  ['ORG_NAME', '  '],
  ['ORG_NAME', 'x'.repeat(201)],
])('%s=%s is refused, naming the variable', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    new RegExp(`^Inställningarna går inte att använda:\n {2}${name}: ska .+$`),
  )
})

test.each([
  ['MAIL_FROM', 'Nordnät i Uppsala <support@nordnät.se>'],
  ['MAIL_FROM', '"Support, Nordnät" <support@nordnat.se>'],
  ['MAIL_FROM', 'no-reply@localhost'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '127.0.0.1, 10.1.0.0/16, fd00::/8, ::1'],
  ['CLAMD_URL', 'unix:///run/clamav/clamd.sock'],
  ['SMTP_URL', 'smtps://support%40firma.se:100%25@mejl.firma.se'],
  ['APP_URL', 'http://192.168.1.5:3000'],
])('%s=%s is taken as it stands', (name, value) => {
  expect(readSettings({ [name]: value })).toMatchObject({ [name]: value })
})

test('at a terminal the log has only what goes wrong, unless LOG_LEVEL says otherwise', () => {
  expect(readSettings(terminalEnvironment({})).LOG_LEVEL).toBe('warn')
  expect(readSettings(terminalEnvironment({ LOG_LEVEL: '' })).LOG_LEVEL).toBe('warn')
  expect(readSettings(terminalEnvironment({ LOG_LEVEL: 'info' })).LOG_LEVEL).toBe('info')
})

test.each([
  ['APP_URL', 'https://x.example:99999'],
  ['APP_URL', 'https://x y.example'],
  ['SMTP_URL', 'smtp://h:99999'],
  ['CLAMD_URL', 'tcp://h:99999'],
])('%s=%s is told what is wrong with it, not how it begins', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(`  ${name}: ska ha en server, och en port från 1 till 65535`)
})

test('spaces around an address are taken off', () => {
  expect(readSettings({ APP_URL: ' https://x.example ' }).APP_URL).toBe('https://x.example')
})

test('all bad settings are named at once, in Swedish', () => {
  const refused = () =>
    readSettings({ PORT: 'x', LOG_LEVEL: 'x', DATABASE_URL: 'x', ADMIN_EMAIL: 'x', PASSWORD_MIN_LENGTH: '1' })
  expect(refused).toThrow(StartError)
  expect(refused).toThrow(
    [
      'Inställningarna går inte att använda:',
      '  PORT: ska vara ett heltal från 0 till 65535',
      '  DATABASE_URL: ska börja med postgres:// eller postgresql://',
      '  ADMIN_EMAIL: ska vara en e-postadress',
      '  LOG_LEVEL: ska vara något av fatal, error, warn, info, debug, trace, silent',
      '  PASSWORD_MIN_LENGTH: ska vara ett heltal från 6 till 128',
    ].join('\n'),
  )
})

test('metrics are off by default, and never on the port of the program', () => {
  expect(readSettings({}).METRICS_PORT).toBeUndefined()
  expect(readSettings({ METRICS_PORT: '9464' })).toMatchObject({ METRICS_PORT: 9464, METRICS_HOST: '127.0.0.1' })
  expect(() => readSettings({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT ska vara en annan port än PORT.')
})

test.each(['ADMIN_EMAIL', 'ADMIN_PASSWORD'])('%s alone is refused', (name) => {
  expect(() => readSettings({ [name]: 'anna@firma.se' })).toThrow(
    'ADMIN_EMAIL och ADMIN_PASSWORD hör ihop: ange båda eller ingen.',
  )
})

test('an application that sends mail is named whole, with a user and no password in SMTP_URL', () => {
  const application = { SMTP_TENANT: 't', SMTP_CLIENT_ID: 'c', SMTP_CLIENT_SECRET: 's' }
  const SMTP_URL = 'smtp://support%40firma.se@smtp.office365.com:587'
  expect(smtpApplication(readSettings({ ...application, SMTP_URL }))).toEqual({
    tenant: 't',
    clientId: 'c',
    secret: 's',
  })
  expect(smtpApplication(readSettings({ SMTP_URL }))).toBeUndefined()
  expect(() => readSettings({ ...application, SMTP_CLIENT_SECRET: '', SMTP_URL })).toThrow(/hör ihop/)
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
