// Valid and invalid values of every setting; the invalid ones include blanks, remaining quotes, a slash, letters, and
// numbers out of range.
import { PASSWORD_MIN_LENGTH } from '#features/auth/password.rules.ts'
import type { SettingName } from '../settings.ts'

type Cases = {
  /** Valid values, with the parsed value if it differs. */
  good: (string | [text: string, value: unknown])[]
  bad: string[]
}

const wholeNumber = (lowest: number, highest: number): Cases => ({
  good: [
    [`${lowest}`, lowest],
    [`${highest}`, highest],
    [` ${highest}\r`, highest],
  ],
  bad: [
    '   ',
    '"10"',
    'ten',
    '10/',
    '-1',
    '10.5',
    '1e2',
    '0x10',
    `${highest + 1}`,
    ...(lowest > 0 ? [`${lowest - 1}`] : []),
  ],
})

const badHosts = ['   ', '"127.0.0.1"', 'http://127.0.0.1', '127.0.0.1:3000', '[::1]', '127.0.0.1/', '*', 'a b', 'a..b']
const badPaths = ['   ', '"/srv/data"', '~/data', '$HOME/data', 'file:///srv/data', 'nas:/data']
const misplacedSecrets = (scheme: string) => [
  ...[`${scheme}://anna:12#34@firma.se/x`, `${scheme}://anna:12/34@firma.se/x`],
  ...[`${scheme}://anna:12?34@firma.se/x`],
]

export const settingCases: Record<SettingName, Cases> = {
  PORT: wholeNumber(0, 65535),
  HOST: { good: ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost', 'app-1.firma.lan'], bad: badHosts },
  DATA_DIR: {
    good: ['/srv/stodpunkt', ['/srv/stodpunkt/', '/srv/stodpunkt'], [' /srv/x/../y ', '/srv/y'], '/srv/mina filer'],
    bad: badPaths,
  },
  DATABASE_URL: {
    good: [
      'postgres://stodpunkt:hemligt@127.0.0.1:5432/stodpunkt',
      'postgresql://stodpunkt@%2Fvar%2Frun%2Fpostgresql/stodpunkt?sslmode=disable',
      ['  postgres://x  ', 'postgres://x'],
    ],
    bad: [
      ...['   ', '"postgres://x/y"', 'postgres:', 'mysql://localhost/x', 'localhost:5432/x', 'postgres:/x'],
      ...['postgres://x:0/y', 'postgres://x:99999/y', 'postgres://x y/z', 'postgres://x/y?sslrootcert=/finns/inte.pem'],
      ...misplacedSecrets('postgres'),
    ],
  },
  DATABASE_MEMORY_MB: wholeNumber(192, 1_048_576),
  APP_URL: {
    good: [
      ...['https://support.firma.se', 'http://192.168.1.5:3000', 'http://[::1]:3000', 'https://stödpunkt.se'],
      ['https://support.firma.se//', 'https://support.firma.se'],
      [' https://x.example ', 'https://x.example'],
    ],
    bad: [
      ...['   ', '"https://firma.se"', 'support.firma.se', 'ftp://firma.se', 'https:firma.se', 'https:/firma.se'],
      ...['https:///firma.se', 'https:\\\\firma.se', 'https://firma.se\\', 'https://*.firma.se', 'https://firma..se'],
      ...['https://firma.se/support', 'https://firma.se?kund=1', 'https://firma.se/?', 'https://firma.se/#start'],
      ...['https://anna:hemligt@firma.se', 'https://firma.se:99999', 'https://firma.se:x', 'https://firma se'],
    ],
  },
  ADMIN_EMAIL: {
    good: [
      ['Anna@Firma.SE', 'anna@firma.se'],
      [' anna@firma.se ', 'anna@firma.se'],
    ],
    bad: ['   ', '"anna@firma.se"', 'anna', 'anna@', 'anna@firma.se/', 'mailto:anna@firma.se', 'Anna <anna@firma.se>'],
  },
  ADMIN_PASSWORD: {
    good: ['x', ' blanks belong to it ', '"'],
    bad: ['   ', '"sommar i uppsala"', "'sommar i uppsala'"],
  },
  SMTP_URL: {
    good: [
      ...['smtp://mejl.firma.se', 'smtp://mejl.firma.se:587/', 'smtps://support%40firma.se:100%25@mejl.firma.se'],
      ...['smtp://mejl.firma.se?requireTLS=true', 'smtp://mejl.nordnät.se', 'smtp://[::1]:25', 'smtp://10.1.0.5:25'],
    ],
    bad: [
      ...[
        '   ',
        '"smtp://firma.se"',
        'https://firma.se',
        'mejl.firma.se',
        'smtp:',
        'smtp:mejl.firma.se',
        'smtp:/firma.se',
      ],
      ...['smtp://', 'smtp://:587', 'smtp://firma.se:x', 'smtp://firma.se:0', 'smtp://firma.se:99999', 'smtp://a..b'],
      ...[
        'smtp://firma se',
        'smtp://firma.se/inkorg',
        'smtp://"firma.se"',
        'smtp://anna:100%@firma.se',
        ...misplacedSecrets('smtp'),
      ],
    ],
  },
  SMTP_TENANT: { good: ['firma.onmicrosoft.com'], bad: ['   ', '"firma"', 'https://firma', 'firma/', 'en firma'] },
  SMTP_CLIENT_ID: { good: ['0b1d9f0e-6c1a-4a52-9c3f-1f3a7f5f2d11'], bad: ['   ', '"x"', 'api://x', 'x/', 'x y'] },
  SMTP_CLIENT_SECRET: { good: ['Xy8Q~x_y-z/'], bad: ['   ', '"x"', 'x y'] },
  CLAMD_URL: {
    good: ['tcp://127.0.0.1:3310', 'tcp://[::1]:3310/', 'unix:///run/clamav/clamd.sock', 'unix:/run/clamd.ctl'],
    bad: [
      ...[
        '   ',
        '"tcp://x:1"',
        '127.0.0.1:3310',
        '/run/clamd.sock',
        'http://x:3310',
        'tcp:',
        'tcp:x:3310',
        'tcp://127.0.0.1',
      ],
      ...['tcp://x:0', 'tcp://x:99999', 'tcp://x:y', 'tcp://a..b:3310', 'tcp://x:3310/y', 'tcp://x y:3310'],
      ...['unix:', 'unix://', 'unix://run/clamd.sock', 'unix:///run/100%.sock', 'unix:///run/a#b'],
    ],
  },
  FILES_MAX_GB: wholeNumber(1, 1024),
  MAIL_FROM: {
    good: [
      ...['support@firma.se', 'Nordnät i Uppsala <support@nordnät.se>', '"Support, Nordnät" <support@nordnat.se>'],
      ...['no-reply@localhost', [' support@firma.se ', 'support@firma.se'] as [string, string]],
    ],
    bad: [
      ...['   ', '"support@firma.se"', '"Firma <support@firma.se>"', 'Firma AB', 'Firma <support@firma.se', 'firma.se'],
      ...['support@firma.se, anna@firma.se', 'support@firma..se', 'å@firma.se', 'support@firma.se/'],
      ...['mailto:support@firma.se', 'support@', '@firma.se'],
    ],
  },
  ALLOW_PRIVATE_HOSTS: {
    good: ['true', 'imap.firma.lan,10.1.0.0/16', 'imap.firma.lan, ::1'],
    bad: [
      ...['   ', '"true"', '10.1.0.0/33', '10.1.0.0/', 'imap://firma.lan', 'firma.lan:993', 'firma.lan/', '10.1'],
      ...['TRUE', 'false', 'imap.firma.lan,yes'],
    ],
  },
  TRUST_PROXY: {
    good: ['true', '127.0.0.1, 10.1.0.0/16, fd00::/8, ::1', '127.0.0.1,'],
    bad: [
      ...['   ', '"127.0.0.1"', 'http://127.0.0.1', 'proxy.firma.lan', 'loopback', 'TRUE', '1', '10.0.0', '127.0'],
      ...['010.0.0.1', '0177.0.0.1', '10.0.0.0/33', '10.0.0.0/255.0.0.0', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/x'],
      ...['::1/129', 'fe80::1%eth0', '127.0.0.1:80', '127.0.0.1 10.0.0.1'],
    ],
  },
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000),
  WRITES_PER_MINUTE: wholeNumber(0, 1_000_000),
  LOG_LEVEL: { good: ['warn', 'silent', [' info ', 'info']], bad: ['   ', '"info"', 'loud', 'INFO', '30'] },
  SLOW_QUERY_MS: wholeNumber(0, 3_600_000),
  SLOW_REQUEST_MS: wholeNumber(0, 3_600_000),
  METRICS_PORT: wholeNumber(0, 65535),
  METRICS_HOST: { good: ['127.0.0.1', '::'], bad: badHosts },
  PASSWORD_MIN_LENGTH: wholeNumber(PASSWORD_MIN_LENGTH, 128),
  SITE_ORG: {
    good: ['0193f3a0-1b2c-7d3e-8f40-51a2b3c4d5e6'],
    bad: ['   ', '"0193f3a0-1b2c-7d3e-8f40-51a2b3c4d5e6"', '1', 'Firma AB', '0193f3a0-1b2c-7d3e-8f40-51a2b3c4d5e6/'],
  },
  RECEIPTS_PER_DAY: wholeNumber(0, 100_000),
  ORG_NAME: { good: ['Åkeri & Söner AB', [' Firma AB ', 'Firma AB']], bad: ['   ', '"Firma AB"', 'x'.repeat(201)] },
  SECRETS_FILE: { good: ['/etc/stodpunkt/secrets.json'], bad: [...badPaths, '/etc/stodpunkt/'] },
  BACKUP_DIR: { good: ['/mnt/kopior', ['/mnt/kopior/', '/mnt/kopior']], bad: badPaths },
  BACKUP_KEEP: wholeNumber(1, 1000),
}
