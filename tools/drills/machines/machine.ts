// One of two machines, in a folder: PostgreSQL with its configuration beside the data as Debian has it, the check that says
// who is the primary, HAProxy, and the operator's scripts. All of it from the files in ops/.
import { spawnSync } from 'node:child_process'
import { chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Account, chooseAccount } from '#db/embedded/account.ts'
import { freePort } from '../../support/product.ts'
import { adapted, complete, launch, type Programs } from './programs.ts'

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

/** Two machines in a folder; nothing runs yet but their checks and HAProxy. */
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
  const { place, data } = writeFiles(site, name)
  const script = (file: string, ...args: string[]) =>
    complete({
      account,
      program: '/bin/sh',
      args: [join(place, file), ...args],
      // There is no socket here.
      environment: { MACHINE_ENV: join(place, 'machine.env'), PGHOST: LOOPBACK },
    })
  const check = launch({
    account,
    program: programs.activate,
    args: [
      ...['--accept', '--inetd', '-l', `${LOOPBACK}:${own.check}`, '-E', `MACHINE_ENV=${join(place, 'machine.env')}`],
      ...['/bin/sh', join(place, 'primary-check.sh')],
    ],
  })
  const haproxy = launch({ program: programs.haproxy, args: ['-db', '-f', join(place, 'haproxy.cfg')] })

  return {
    name,
    ports: own,
    /** The program's way in, through this machine's HAProxy. */
    databaseUrl: `postgres://stodpunkt:${passwords.stodpunkt}@${LOOPBACK}:${own.haproxy}/stodpunkt`,
    /** Who prepares it, straight to this machine's server. */
    adminUrl: `postgres://postgres:${passwords.postgres}@${LOOPBACK}:${own.postgres}/postgres`,
    script,
    /** A new, empty server, as installed. */
    initialize: async () => {
      const file = join(site.folder, 'password')
      ownedFile(account, file, passwords.postgres)
      const args = [
        '-D',
        data,
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        '--pwfile',
        file,
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
      ]
      await complete({ account, program: join(programs.bindir, 'initdb'), args })
    },
    start: () => script('start.sh'),
    /** The postmaster and every process of its, as when the power goes. */
    kill: () => {
      const [postmaster = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      const children = spawnSync('ps', ['-o', 'pid=', '--ppid', postmaster], { encoding: 'utf8' }).stdout.split('\n')
      for (const pid of [postmaster, ...children].map(Number).filter(Boolean)) killIfThere(pid)
    },
    /** Asks this machine's own server, as its superuser. */
    ask: async <Row extends pg.QueryResultRow>(query: string, database = 'postgres') => {
      const client = new pg.Client({
        host: LOOPBACK,
        port: own.postgres,
        user: 'postgres',
        password: passwords.postgres,
        database,
      })
      client.on('error', () => undefined)
      await client.connect()
      try {
        return (await client.query<Row>(query)).rows
      } finally {
        await client.end()
      }
    },
    /** What HAProxy is told. */
    checkStatus: async () => (await fetch(`http://${LOOPBACK}:${own.check}/primary`)).status,
    close: async () => {
      await script('stop.sh').catch(() => undefined)
      for (const { child } of [check, haproxy]) child.kill('SIGKILL')
    },
  }
}

function writeFiles({ folder, programs, account, ports }: Site, name: Name) {
  const peerName = name === 'machine_a' ? 'machine_b' : 'machine_a'
  const [own, peer] = [ports[name], ports[peerName]]
  const place = join(folder, name)
  const data = join(place, 'data')
  for (const path of [place, data, join(place, 'conf.d')]) {
    mkdirSync(path, { mode: 0o700 })
    chownSync(path, account.owner.uid, account.owner.gid)
  }
  const write = (file: string, text: string) => ownedFile(account, join(place, file), text)
  const configFile = join(place, 'postgresql.conf')
  write(
    'postgresql.conf',
    [
      `data_directory = '${data}'`,
      `hba_file = '${join(place, 'pg_hba.conf')}'`,
      `port = ${own.postgres}`,
      `unix_socket_directories = ''`,
      `include_dir = 'conf.d'`,
    ].join('\n'),
  )
  const listen = [`'127.0.0.1,10.0.0.11'`, `'${LOOPBACK}'`] as [string, string]
  write('conf.d/stodpunkt.conf', adapted('postgresql/stodpunkt.conf', [listen]))
  write(
    'pg_hba.conf',
    adapted('postgresql/pg_hba.conf', [
      // Else it would let in whom the lines for the network must.
      ['all         all               127.0.0.1/32', 'all postgres 127.0.0.1/32'],
      ['10.0.0.0/24', `${LOOPBACK}/32`],
    ]),
  )
  const control = `exec ${programs.bindir}/pg_ctl -D ${data} -l ${join(place, 'postgresql.log')}`
  write('start.sh', `${control} -w -t 60 -o --config_file=${configFile} start`)
  write('stop.sh', `${control} -w -m fast stop`)
  write(
    'machine.env',
    adapted('postgresql/machine.env', [
      ['OWN_NAME=machine_a', `OWN_NAME=${name}`],
      ['OWN_HOST=10.0.0.11', `OWN_HOST=${LOOPBACK}`],
      ['OWN_PORT=5432', `OWN_PORT=${own.postgres}`],
      ['PEER_NAME=machine_b', `PEER_NAME=${peerName}`],
      ['PEER_HOST=10.0.0.12', `PEER_HOST=${LOOPBACK}`],
      ['PEER_PORT=5432', `PEER_PORT=${peer.postgres}`],
      ['/usr/lib/postgresql/15/bin', programs.bindir],
      ['/etc/postgresql/15/main/postgresql.conf', configFile],
      ['/var/lib/postgresql/15/main', data],
      ['"pg_ctlcluster 15 main start"', `"sh ${join(place, 'start.sh')}"`],
      ['"pg_ctlcluster 15 main stop -m fast"', `"sh ${join(place, 'stop.sh')}"`],
      ['/var/lib/postgresql/.pgpass', join(folder, 'pgpass')],
    ]),
  )
  write(
    'haproxy.cfg',
    adapted('haproxy/stodpunkt.cfg', [
      ['127.0.0.1:5433', `${LOOPBACK}:${own.haproxy}`],
      ['10.0.0.11:5432 check port 8432', `${LOOPBACK}:${ports.machine_a.postgres} check port ${ports.machine_a.check}`],
      ['10.0.0.12:5432 check port 8432', `${LOOPBACK}:${ports.machine_b.postgres} check port ${ports.machine_b.check}`],
    ]),
  )
  for (const file of readdirSync(scripts)) copyFileSync(join(scripts, file), join(place, file))
  return { place, data }
}

function ownedFile({ owner }: Account, path: string, text: string) {
  writeFileSync(path, `${text}\n`, { mode: 0o600 })
  chownSync(path, owner.uid, owner.gid)
}

function killIfThere(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It went with its postmaster.
  }
}

const freePorts = async (): Promise<Ports> => ({
  postgres: await freePort(),
  check: await freePort(),
  haproxy: await freePort(),
})
