// One of two machines, in a folder: PostgreSQL configured as on Debian, the primary check, HAProxy and the operator's scripts,
// all from the files in ops/.
import { spawnSync } from 'node:child_process'
import { chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Account, chooseAccount } from '#platform/database/embedded/account.ts'
import { freePort } from '../../support/product.ts'
import { query } from '../support/drill.ts'
import { adapted, launch, type Programs, runToEnd } from './programs.ts'

const scripts = join(import.meta.dirname, '../../../ops/scripts')
const LOOPBACK = '127.0.0.1'
const passwords = {
  postgres: 'provdrift-postgres',
  stodpunkt_replica: 'provdrift-replika',
  stodpunkt: 'provdrift',
}

type Name = 'machine_a' | 'machine_b'
type Ports = { postgres: number; check: number; haproxy: number }
export type Machine = Awaited<ReturnType<typeof openMachine>>
type Site = { folder: string; programs: Programs; account: Account; ports: Record<Name, Ports> }

/** Two machines in a folder. At first only their primary checks and HAProxy run. */
export async function openMachines(folder: string, programs: Programs) {
  const account = chooseAccount(programs.bindir, [folder])
  const ports = { machine_a: await freePorts(), machine_b: await freePorts() }
  const pgpass = Object.entries(passwords).map(([user, password]) => `*:*:*:${user}:${password}`)
  ownedFile(account, join(folder, 'pgpass'), pgpass.join('\n'))
  const site = { folder, programs, account, ports }
  return { a: await openMachine(site, 'machine_a'), b: await openMachine(site, 'machine_b') }
}

async function openMachine(site: Site, name: Name) {
  const { programs, account, ports } = site
  const own = ports[name]
  const { machineFolder, data } = writeFiles(site, name)
  const script = (file: string, ...args: string[]) =>
    runToEnd({
      account,
      program: '/bin/sh',
      args: [join(machineFolder, file), ...args],
      // PostgreSQL has no socket folder here.
      environment: { MACHINE_ENV: join(machineFolder, 'machine.env'), PGHOST: LOOPBACK },
    })
  const check = launch({
    account,
    program: programs.activate,
    args: [
      ...[
        '--accept',
        '--inetd',
        '-l',
        `${LOOPBACK}:${own.check}`,
        '-E',
        `MACHINE_ENV=${join(machineFolder, 'machine.env')}`,
      ],
      ...['/bin/sh', join(machineFolder, 'primary-check.sh')],
    ],
  })
  const haproxy = launch({ program: programs.haproxy, args: ['-db', '-f', join(machineFolder, 'haproxy.cfg')] })

  return {
    name,
    ports: own,
    /** DATABASE_URL of the program, through this machine's HAProxy. */
    databaseUrl: `postgres://stodpunkt:${passwords.stodpunkt}@${LOOPBACK}:${own.haproxy}/stodpunkt`,
    /** DATABASE_ADMIN_URL, directly to this machine's server. */
    adminUrl: `postgres://postgres:${passwords.postgres}@${LOOPBACK}:${own.postgres}/postgres`,
    script,
    initialize: () => initialize(site, data),
    start: () => script('start.sh'),
    kill: () => killPostgres(data),
    /** Queries this machine's own server as its superuser. */
    query: async <Row extends pg.QueryResultRow>(text: string, database = 'postgres') => {
      const superuser = { host: LOOPBACK, port: own.postgres, user: 'postgres', password: passwords.postgres, database }
      return (await query<Row>(superuser, text)).rows
    },
    /** The status that HAProxy's check gets. */
    checkStatus: async () => (await fetch(`http://${LOOPBACK}:${own.check}/primary`)).status,
    close: async () => {
      await script('stop.sh').catch(() => undefined)
      for (const { child } of [check, haproxy]) child.kill('SIGKILL')
    },
  }
}

/** Creates a new, empty cluster. */
async function initialize({ folder, programs, account }: Site, data: string) {
  const file = join(folder, 'password')
  ownedFile(account, file, passwords.postgres)
  const args = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', file]
  await runToEnd({
    account,
    program: join(programs.bindir, 'initdb'),
    args: [...args, '-E', 'UTF8', '--locale=C.UTF-8'],
  })
}

/** Kills the postmaster and its children, as a power failure would. */
function killPostgres(data: string) {
  const [postmaster = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', postmaster], { encoding: 'utf8' }).stdout.split('\n')
  for (const pid of [postmaster, ...children].map(Number).filter(Boolean)) killIfRunning(pid)
}

function writeFiles(site: Site, name: Name) {
  const { folder, programs, account, ports } = site
  const machineFolder = join(folder, name)
  const data = join(machineFolder, 'data')
  for (const path of [machineFolder, data, join(machineFolder, 'conf.d')]) {
    mkdirSync(path, { mode: 0o700 })
    chownSync(path, account.owner.uid, account.owner.gid)
  }
  const control = `exec ${programs.bindir}/pg_ctl -D ${data} -l ${join(machineFolder, 'postgresql.log')}`
  const configFile = join(machineFolder, 'postgresql.conf')
  const files = {
    ...postgresFiles(machineFolder, ports[name]),
    'start.sh': `${control} -w -t 60 -o --config_file=${configFile} start`,
    'stop.sh': `${control} -w -m fast stop`,
    'machine.env': machineEnvironment(site, name),
    'haproxy.cfg': adapted('haproxy/stodpunkt.cfg', [
      ['127.0.0.1:5433', `${LOOPBACK}:${ports[name].haproxy}`],
      ['10.0.0.11:5432 check port 8432', `${LOOPBACK}:${ports.machine_a.postgres} check port ${ports.machine_a.check}`],
      ['10.0.0.12:5432 check port 8432', `${LOOPBACK}:${ports.machine_b.postgres} check port ${ports.machine_b.check}`],
    ]),
  }
  for (const [file, text] of Object.entries(files)) ownedFile(account, join(machineFolder, file), text)
  for (const file of readdirSync(scripts)) copyFileSync(join(scripts, file), join(machineFolder, file))
  return { machineFolder, data }
}

function postgresFiles(machineFolder: string, { postgres }: Ports) {
  return {
    'postgresql.conf': [
      `data_directory = '${join(machineFolder, 'data')}'`,
      `hba_file = '${join(machineFolder, 'pg_hba.conf')}'`,
      `port = ${postgres}`,
      `unix_socket_directories = ''`,
      `include_dir = 'conf.d'`,
    ].join('\n'),
    'conf.d/stodpunkt.conf': adapted('postgresql/stodpunkt.conf', [[`'127.0.0.1,10.0.0.11'`, `'${LOOPBACK}'`]]),
    'pg_hba.conf': adapted('postgresql/pg_hba.conf', [
      // Both machines are on the loopback address: unchanged, the line for local users would match before the lines for
      // the network.
      ['all         all               127.0.0.1/32', 'all postgres 127.0.0.1/32'],
      ['10.0.0.0/24', `${LOOPBACK}/32`],
    ]),
  }
}

function machineEnvironment({ folder, programs, ports }: Site, name: Name) {
  const peerName = name === 'machine_a' ? 'machine_b' : 'machine_a'
  const machineFolder = join(folder, name)
  return adapted('postgresql/machine.env', [
    ['OWN_NAME=machine_a', `OWN_NAME=${name}`],
    ['OWN_HOST=10.0.0.11', `OWN_HOST=${LOOPBACK}`],
    ['OWN_PORT=5432', `OWN_PORT=${ports[name].postgres}`],
    ['PEER_NAME=machine_b', `PEER_NAME=${peerName}`],
    ['PEER_HOST=10.0.0.12', `PEER_HOST=${LOOPBACK}`],
    ['PEER_PORT=5432', `PEER_PORT=${ports[peerName].postgres}`],
    ['/usr/lib/postgresql/15/bin', programs.bindir],
    ['/etc/postgresql/15/main/postgresql.conf', join(machineFolder, 'postgresql.conf')],
    ['/var/lib/postgresql/15/main', join(machineFolder, 'data')],
    ['"pg_ctlcluster 15 main start"', `"sh ${join(machineFolder, 'start.sh')}"`],
    ['"pg_ctlcluster 15 main stop -m fast"', `"sh ${join(machineFolder, 'stop.sh')}"`],
    ['/var/lib/postgresql/.pgpass', join(folder, 'pgpass')],
  ])
}

function ownedFile({ owner }: Account, path: string, text: string) {
  writeFileSync(path, `${text}\n`, { mode: 0o600 })
  chownSync(path, owner.uid, owner.gid)
}

function killIfRunning(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It exited with its postmaster.
  }
}

const freePorts = async (): Promise<Ports> => ({
  postgres: await freePort(),
  check: await freePort(),
  haproxy: await freePort(),
})
