// The steps of the drill in order; each continues from the state of the previous one.
import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { admin } from '../../support/product.ts'
import type { Host } from './host.ts'
import { BASE, makeBase, makeCaddy, makePostgres, postgresPassword } from './images.ts'
import type { Page } from './page.ts'
import type { Site } from './site.ts'

type Drill = { host: Host; page: Page; site: Site }
type Step = { name: string; run: (drill: Drill) => Promise<string | void> }

const APP = 'stodpunkt_app_1'
const SUBNET = '10.89.77.0/24'
const data = '/var/lib/stodpunkt'
const keys = '/var/lib/stodpunkt-keys'
const backups = '/var/backups/stodpunkt'

export const steps: Step[] = [
  { name: 'images of Debian and Caddy without a registry', run: prepare },
  { name: 'the image is built from bare Debian', run: build },
  { name: 'a first start, and an administrator by a link', run: start },
  { name: 'an ordinary user, a read-only file system, private folders', run: confined },
  { name: 'the commands', run: runCommands },
  { name: 'nothing is lost when the container is killed', run: kill },
  { name: 'an update on the same volume', run: update },
  { name: 'the way back by the backup of the update', run: goBack },
  { name: 'a restore on another machine', run: restoreElsewhere },
  { name: 'a PostgreSQL of one’s own', run: ownPostgres },
  { name: 'every command on the page was run', run: tried },
]

async function prepare({ host }: Drill) {
  await makeBase(host)
  await makeCaddy(host)
}

async function build({ host, page }: Drill) {
  await page.run('test -e .env || install -m 0600 env.example .env')
  assert.equal(statSync(join(host.cwd, '.env')).mode & 0o777, 0o600)
  const { http, https } = host.ports
  host.set({ SITE: `localhost:${https}`, TLS: 'internal', HTTP_PORT: `${http}`, HTTPS_PORT: `${https}` })
  host.set({ SUBNET, BASE, VERSION: '1' })
  // Older versions of podman-compose do not read the network's addresses.
  await host.podman('network', 'create', '--subnet', SUBNET, 'stodpunkt_default')
  await page.run('docker compose build')
  const size = await host.podman('image', 'inspect', '--format', '{{.Size}}', 'stodpunkt:1')
  const base = await host.podman('image', 'inspect', '--format', '{{.Size}}', BASE)
  const megabytes = (bytes: string) => Math.round(Number(bytes) / 1e6)
  return `${megabytes(size)} MB, of which Debian is ${megabytes(base)} MB`
}

async function start({ page, site }: Drill) {
  await page.run('docker compose up -d')
  await site.trust()
  await site.untilReady()
  assert(await site.redirects(), 'HTTP leads to HTTPS')
  await page.run('docker compose logs app')
  await site.becomeAdministrator(await page.run('docker compose exec app stodpunkt login-link'))
  await site.openTicket('Skrivaren')
  assert.deepEqual(await site.titles(), ['Skrivaren'])
}

async function confined({ host }: Drill) {
  const inside = (command: string) => host.podman('exec', APP, 'sh', '-c', command)
  assert.equal(await inside('id -u'), '10001')
  const program = await inside(
    `grep -hE '^(Uid|CapEff|CapBnd|NoNewPrivs)' /proc/$(pidof -s node)/status | tr -s '\\t' ' '`,
  )
  assert.deepEqual(program.split('\n'), [
    'Uid: 10001 10001 10001 10001',
    'CapEff: 0000000000000000',
    'CapBnd: 0000000000000000',
    'NoNewPrivs: 1',
  ])
  for (const folder of ['/', '/opt/stodpunkt', '/opt/stodpunkt/dist', '/etc'])
    await assert.rejects(inside(`touch ${folder}/x`), /Read-only file system/)
  assert.equal(await inside(`stat -c %a ${data} ${keys} ${backups} | uniq`), '700')
  assert.equal(await inside(`stat -c %a ${keys}/secrets.json`), '600')
  await host.podman('healthcheck', 'run', APP)
  const limit = await host.podman('inspect', '--format', '{{.HostConfig.Memory}}', APP)
  assert.equal(Number(limit), 2 * 2 ** 30)
}

async function runCommands({ host, page }: Drill) {
  const checks = await page.run('docker compose exec app stodpunkt doctor')
  assert.match(checks, new RegExp(`✓ TRUST_PROXY: ${SUBNET}`))
  assert.doesNotMatch(checks, /✗/)
  const link = await page.run('docker compose exec app stodpunkt login-link person@firma.se', {
    'person@firma.se': admin.email,
  })
  assert.match(link, /https:\/\/localhost:\d+\/nytt-losenord#/)
  await page.run('docker compose exec app stodpunkt backup')
  assert.match(await page.run('docker compose exec app ls /var/backups/stodpunkt'), /^stodpunkt-\d+T\d+Z\.tar\.zst$/m)
  await page.run(`docker compose exec -T app cat ${keys}/secrets.json > secrets.json`)
  assert.ok(JSON.parse(readFileSync(join(host.cwd, 'secrets.json'), 'utf8')).vaultKeys)
}

/** Kills the first process of the container, and with it all others, as when the machine is out of memory. */
async function kill({ host, site }: Drill) {
  for (const title of ['Före avbrottet 1', 'Före avbrottet 2']) {
    await site.openTicket(title)
    const pid = Number(await host.podman('inspect', '--format', '{{.State.Pid}}', APP))
    process.kill(pid, 'SIGKILL')
    await untilAnother(host, pid)
    await site.untilReady()
  }
  assert.deepEqual(await site.titles(), ['Före avbrottet 1', 'Före avbrottet 2', 'Skrivaren'])
}

async function untilAnother(host: Host, pid: number) {
  for (let tries = 0; tries < 300; tries++) {
    const now = Number(await host.podman('inspect', '--format', '{{.State.Pid}}', APP))
    if (now !== pid && now !== 0) return
    await wait(100)
  }
  throw new Error('The container was not started again')
}

/** Updates to a version with one more migration. */
async function update({ host, page, site }: Drill) {
  writeFileSync(join(host.tree, 'migrations/9999-drill.sql'), "create table drill (id int);\ncall protect('drill');\n")
  host.set({ VERSION: '2' })
  await page.run('docker compose build')
  await page.run('docker compose down')
  await page.run('docker compose up -d')
  await site.untilReady()
  assert.deepEqual(await site.titles(), ['Före avbrottet 1', 'Före avbrottet 2', 'Skrivaren'])
  await site.openTicket('Efter uppdateringen')
}

async function goBack({ host, page, site }: Drill) {
  const files = await page.run('docker compose exec app ls /var/backups/stodpunkt')
  const file = /\S+-fore-uppgradering\.tar\.zst/.exec(files)?.[0]
  assert(file, `A backup was made before the migration:\n${files}`)
  await page.run('docker compose down')
  host.set({ VERSION: '1' })
  const refusal = await host.run('bash', [
    '-c',
    'timeout 120 docker compose run --rm --no-deps app node src/app/start.js || true',
  ])
  assert.match(refusal, /nyare/)
  host.set({ DATA_VOLUME: 'stodpunkt-data-2' })
  await restore({ page, site, host }, file)
  assert.deepEqual(await site.titles(), ['Före avbrottet 1', 'Före avbrottet 2', 'Skrivaren'])
}

async function restore({ page, site }: Drill, file: string) {
  const command = 'docker compose run --rm --no-deps app stodpunkt restore /var/backups/stodpunkt/FILE'
  assert.match(await page.run(command, { FILE: file }), /Starta nu: docker compose up -d/)
  await page.run('docker compose up -d')
  await site.untilReady()
}

/** Restores on another machine, which has the copy of the keys and one file. */
async function restoreElsewhere(drill: Drill) {
  const { host, page, site } = drill
  const files = await page.run('docker compose exec app ls /var/backups/stodpunkt')
  const file = /^stodpunkt-\d+T\d+Z\.tar\.zst$/m.exec(files)?.[0] ?? ''
  const folder = await host.podman('volume', 'inspect', '--format', '{{.Mountpoint}}', 'stodpunkt-backup')
  copyFileSync(join(folder, file), join(host.folder, file))
  await page.run('docker compose down')
  await host.podman('volume', 'rm', 'stodpunkt-keys', 'stodpunkt-backup')
  // A folder on another disk instead of the volume.
  const place = join(host.folder, 'backups')
  await host.run('install', ['-d', '-m', '0700', '-o', '10001', '-g', '10001', place])
  await host.run('install', ['-m', '0600', '-o', '10001', '-g', '10001', join(host.folder, file), place])
  host.set({ DATA_VOLUME: 'stodpunkt-data-3', BACKUP_PLACE: place })
  await page.run(`docker compose run --rm --no-deps -T app sh -c 'umask 077; cat > "$SECRETS_FILE"' < secrets.json`)
  await restore(drill, file)
  assert.deepEqual(await site.titles(), ['Skrivaren'])
}

async function ownPostgres({ host, page, site }: Drill) {
  await makePostgres(host)
  await host.podman('run', '--detach', '--name', 'postgres', '--net', 'stodpunkt_default', 'postgres:drill')
  await page.run('docker compose down')
  host.set({
    DATA_VOLUME: 'stodpunkt-data-4',
    DATABASE_URL: 'postgres://stodpunkt:host-i-visby-7@postgres/stodpunkt',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  await page.run(
    'docker compose run --rm --no-deps -e DATABASE_ADMIN_URL=postgres://postgres:PASSWORD@HOST/postgres app stodpunkt db-prepare',
    { PASSWORD: postgresPassword, HOST: 'postgres' },
  )
  await page.run('docker compose up -d')
  await site.untilReady()
  await site.openTicket('Egen server')
  assert.deepEqual(await site.titles(), ['Egen server'])
}

async function tried({ page }: Drill) {
  assert.deepEqual(page.untried(), [])
}
