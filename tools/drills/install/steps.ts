// The operator's steps in order, with their expected results.
import type { Input, Machine } from './machine.ts'
import { type Block, blocksOf, filled } from './page.ts'
import { NAME, releaseUpgrade, SOURCE } from './stage.ts'

/** Resolves to the problem, or undefined. */
export type Step = { name: string; check: () => Promise<string | undefined> }
type Expected = { code?: number; prints?: RegExp; input?: Input }

const PASSPHRASE = 'sju sjösjuka sjömän'
const WITH_KEYS = '/var/backups/stodpunkt/med-nycklar.tar.zst'
const COPY = '/root/secrets.json'
const UNTIL_READY = 'curl -s --fail --retry 120 --retry-delay 1 --retry-all-errors http://127.0.0.1:3000/readyz'

type Run = Machine['run']

export const stepsOf = (root: string, { run }: Machine): Step[] => [
  ...install(run),
  ...again(run),
  ...commands(run),
  ...otherDisk(run),
  ...upgradeAndBack(root, run),
  ...lostKeys(run),
  ...newMachine(run),
]

const step = (run: Run, name: string, script: string, { code = 0, prints = /^/, input }: Expected = {}): Step => ({
  name,
  check: async () => {
    const answer = await run(script, input)
    if (answer.code === code && prints.test(answer.output)) return undefined
    const { output: log } = await run('journalctl -u stodpunkt -n 20 -o cat --no-pager')
    return `exit code ${answer.code}, not ${code} and ${prints}\n$ ${script}\n${answer.output.slice(-6000)}\n${log}`
  },
})

/** The blocks below the matching headings; blocks of assignments only are replaced by `variables`. */
const blocks = (run: Run, all: Block[], heading: RegExp, variables: Record<string, string> = {}): Step[] =>
  all
    .filter(({ title, commands: text }) => heading.test(title) && !/^(\w+=\S*\s*)+$/.test(text))
    .map(({ title, commands: text }) => {
      const values = Object.entries({ NAME, SOURCE, BACKUP_PASSPHRASE: PASSPHRASE, ...variables })
      return step(run, title, values.map(([name, value]) => `export ${name}='${value}'\n`).join('') + text)
    })

const machinePage = () => filled(blocksOf('docs/operations/one-machine.md'), { NAME, SOURCE })

function install(run: Run): Step[] {
  const certificate = `/etc/letsencrypt/live/${NAME}/fullchain.pem`
  const curl = `curl -sS --resolve ${NAME}:443:127.0.0.1 --resolve ${NAME}:80:127.0.0.1 --cacert ${certificate}`
  return [
    ...blocks(run, machinePage(), /^Install/),
    step(
      run,
      'nginx’s file is right beside Debian’s default site too',
      'cd /etc/nginx/sites-enabled; ln -s ../sites-available/default; nginx -t; rm default',
      { prints: /test is successful/ },
    ),
    step(run, 'the site comes encrypted, by HTTP/2', `${curl} -w '%{http_version} %{http_code}' https://${NAME}/`, {
      prints: /<html[\s\S]*2 200$/,
    }),
    step(run, 'unencrypted it leads there', `${curl} -o /dev/null -w '%{redirect_url}' http://${NAME}/kontakt`, {
      prints: new RegExp(`^https://${NAME}/kontakt$`),
    }),
    step(run, 'the unit is right', 'systemd-analyze verify --man=no stodpunkt.service', { prints: /^$/ }),
    step(run, 'the service was started once', 'systemctl show -p NRestarts stodpunkt', { prints: /^NRestarts=0\s*$/ }),
  ]
}

const SETTINGS = '/etc/stodpunkt/stodpunkt.env'

/** A step that is repeated does not overwrite the operator's changes. */
const again = (run: Run): Step[] => [
  step(run, 'the operator has settings', `echo FILES_MAX_GB=50 >> ${SETTINGS}`),
  ...blocks(run, machinePage(), /^Install: (User|Settings|Service|Certificate)/),
  step(run, 'they are unchanged', `stat -c '%U:%G %a' ${SETTINGS}; grep ^FILES_MAX_GB=50 ${SETTINGS}`, {
    prints: /^root:stodpunkt 640\nFILES_MAX_GB=50/,
  }),
]

/** Each is run from /root, which the service's user may not enter. */
function commands(run: Run): Step[] {
  const terminal = `script -qec 'stodpunkt backup ${WITH_KEYS} --with-keys' /dev/null`
  return [
    step(run, 'stodpunkt org-create', 'stodpunkt org-create "Nordnät AB" anna@nordnat.example', {
      prints: /nytt-losenord#/,
    }),
    step(run, 'stodpunkt login-link', 'stodpunkt login-link anna@nordnat.example', {
      prints: new RegExp(`\nhttps://${NAME}/nytt-losenord#`),
    }),
    step(
      run,
      'stodpunkt backup to a path that the service may not write is refused',
      'stodpunkt backup kopia.tar.zst',
      {
        code: 1,
        prints: /\/root\/kopia\.tar\.zst: .*som användaren stodpunkt/,
      },
    ),
    step(run, 'that is no failed backup', 'stodpunkt doctor', { prints: /✓ Säkerhetskopia/ }),
    step(
      run,
      'settings that are not there are not another installation',
      `STODPUNKT_SETTINGS=/etc/stodpunkt/nyckel.env stodpunkt restore ${WITH_KEYS}; ls /opt/stodpunkt/data`,
      { code: 1, prints: /inga inställningar i \/etc\/stodpunkt\/nyckel\.env/ },
    ),
    step(run, 'stodpunkt backup asks for the passphrase at a terminal', terminal, {
      input: [PASSPHRASE, PASSPHRASE],
      prints: /Nycklarna är med, under lösenfrasen/,
    }),
    step(run, 'its file is the service’s alone', `stat -c '%U %a' ${WITH_KEYS}`, { prints: /^stodpunkt 600\s*$/ }),
    step(run, 'stodpunkt vault-rotate', 'stodpunkt vault-rotate --new-key', { prints: /Ny nyckel/ }),
    step(run, 'stodpunkt db-prepare asks for a database', 'stodpunkt db-prepare', { code: 1, prints: /DATABASE_URL/ }),
    step(
      run,
      'stodpunkt restore refuses what is not empty',
      `systemctl stop stodpunkt; stodpunkt restore ${WITH_KEYS}`,
      {
        code: 1,
        prints: /Databasen är inte tom/,
      },
    ),
    step(run, 'stodpunkt doctor beside a stopped service', 'stodpunkt doctor --start', { prints: /✓ PostgreSQL/ }),
    step(run, 'the service starts after it', `systemctl start stodpunkt; ${UNTIL_READY}`),
    step(run, 'a command of npm names that of the service', 'cd /opt/stodpunkt && npm run doctor', {
      code: 1,
      prints: /installerat som tjänst.*stodpunkt doctor/,
    }),
  ]
}

function otherDisk(run: Run): Step[] {
  const FOLDER = '/srv/kopior'
  const dropIn = '/etc/systemd/system/stodpunkt.service.d'
  const change = (folder: string) => `sed -i 's|^BACKUP_DIR=.*|BACKUP_DIR=${folder}|' ${SETTINGS}`
  const restart = `systemctl daemon-reload; systemctl restart stodpunkt; ${UNTIL_READY}`
  return [
    step(
      run,
      'a folder that the unit does not allow is named',
      `install -d -o stodpunkt -g stodpunkt ${FOLDER}; ${change(FOLDER)}; ${restart}; stodpunkt doctor`,
      { code: 1, prints: /✗ BACKUP_DIR: .*ReadWritePaths/ },
    ),
    ...blocks(run, machinePage(), /^Backups on another disk$/, { FOLDER }),
    step(run, 'there it is allowed', `stodpunkt doctor`, { prints: new RegExp(`✓ BACKUP_DIR: ${FOLDER}`) }),
    step(run, 'back to the first folder', `rm -r ${dropIn}; ${change('/var/backups/stodpunkt')}; ${restart}`),
  ]
}

/** A page's block as pasted into a shell, which continues after a command that fails. */
const pasted = (all: Block[], heading: RegExp) =>
  `set +e\n${all.find(({ title }) => heading.test(title))?.commands ?? 'exit 9'}\n`

function upgradeAndBack(root: string, run: Run): Step[] {
  const page = blocksOf('docs/operations/back-after-an-upgrade.md')
  const unchanged = `${UNTIL_READY} && test ! -e /opt/stodpunkt.failed && stodpunkt doctor`
  return [
    { name: 'a new version with a migration is released', check: async () => releaseUpgrade(root) },
    step(
      run,
      'an update that cannot be built changes nothing',
      `npm() { return 1; }\n${pasted(machinePage(), /^Update$/)}${unchanged}`,
    ),
    step(run, 'nor does the way back without a version before', `${pasted(page, /^The old program/)}${unchanged}`),
    ...blocks(run, machinePage(), /^Update$/),
    step(
      run,
      'a second update without a newer version keeps the way back',
      `${pasted(machinePage(), /^Update$/)}${UNTIL_READY} && test ! -e /opt/stodpunkt.old/migrations/9999-drill.sql`,
    ),
    step(run, 'the service made a backup before it migrated', 'ls /var/backups/stodpunkt/*fore-uppgradering*'),
    step(run, 'somebody works on it', 'stodpunkt org-create "Efteråt AB"'),
    ...blocks(run, page, /^The old program/),
    step(run, 'the old program refuses the newer database', 'stodpunkt doctor --start', { code: 1, prints: /nyare/ }),
    ...blocks(run, page, /^The data/),
    step(run, 'what was there before is back', 'stodpunkt login-link anna@nordnat.example', {
      prints: /nytt-losenord#/,
    }),
    step(run, 'what came after is not', 'stodpunkt org-create "Efteråt AB"', { prints: /är skapad/ }),
  ]
}

/** The first machine's disk is lost; a backup and the key file remain. */
function newMachine(run: Run): Step[] {
  const [FILE, COPY] = ['/root/natt.tar.zst', '/root/secrets.json']
  return [
    step(
      run,
      'a machine without data',
      `stodpunkt backup /tmp/natt.tar.zst --without-keys; mv /tmp/natt.tar.zst ${FILE}; chown root: ${FILE}
cp /var/lib/stodpunkt/secrets.json ${COPY}; systemctl disable --now stodpunkt
rm -r /var/lib/stodpunkt /var/backups/stodpunkt /etc/stodpunkt /etc/systemd/system/stodpunkt.service`,
    ),
    ...blocks(run, machinePage(), /^Install: (User|Settings)/),
    ...blocks(run, machinePage(), /^Onto a new machine$/, { FILE, COPY }),
    ...blocks(run, machinePage(), /^Install: Service/),
    step(run, 'its people are there', 'stodpunkt login-link anna@nordnat.example', { prints: /nytt-losenord#/ }),
  ]
}

function lostKeys(run: Run): Step[] {
  const page = filled(blocksOf('docs/operations/keys-are-gone.md'), { COPY, FILE: WITH_KEYS })
  const lost = step(
    run,
    'without its keys the program does not start',
    `rm /var/lib/stodpunkt/secrets.json; systemctl restart stodpunkt; sleep 5
if curl -fs http://127.0.0.1:3000/readyz; then exit 9; fi
systemctl stop stodpunkt; stodpunkt doctor --start`,
    { code: 1, prints: /✗ Nyckelfil: .*saknas/ },
  )
  return [
    step(run, 'the key file is copied', `cp /var/lib/stodpunkt/secrets.json ${COPY}`),
    lost,
    ...blocks(run, page, /^There is a copy/, { COPY }),
    lost,
    ...blocks(run, page, /^There is a backup/, { FILE: WITH_KEYS }),
    lost,
    ...blocks(run, page, /^There is neither/),
    step(
      run,
      'the rows are there, under other keys',
      `! cmp /var/lib/stodpunkt/secrets.json ${COPY}
stodpunkt login-link anna@nordnat.example`,
      { prints: /nytt-losenord#/ },
    ),
  ]
}
