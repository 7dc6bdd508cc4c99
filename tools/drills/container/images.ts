// Images without a registry: Debian from debootstrap, and on it Caddy and PostgreSQL from Debian's packages.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Host } from './host.ts'

export const BASE = 'localhost/debian:drill'
const certificates = '/etc/npm-certificates.crt'

/** Debian of the suite in the Containerfile, with this machine's mirror and npm registry. */
export async function makeBase(host: Host) {
  const folder = join(host.folder, 'debian')
  const suite = /^ARG BASE=debian:(\w+)/m.exec(readFileSync(join(host.cwd, 'Containerfile'), 'utf8'))?.[1]
  if (!suite) throw new Error('ops/container/Containerfile does not name a suite of Debian')
  await host.run('debootstrap', ['--variant=minbase', suite, folder, debianMirror()])
  await host.run('chroot', [folder, 'apt-get', 'clean'])
  const authority = npmSetting('cafile')
  if (authority !== 'null') copyFileSync(authority, join(folder, certificates))
  const settings = [
    `ENV NPM_CONFIG_REGISTRY=${npmSetting('registry')}`,
    ...(authority === 'null' ? [] : [`ENV NPM_CONFIG_CAFILE=${certificates}`]),
  ]
  const archive = join(host.folder, 'debian.tar')
  await host.run('tar', ['--create', `--file=${archive}`, `--directory=${folder}`, '.'])
  await host.podman('import', ...settings.flatMap((setting) => ['--change', setting]), archive, BASE)
  rmSync(folder, { recursive: true })
  rmSync(archive)
}

/** An image with packages on top of the base. */
async function makeImage(host: Host, name: string, lines: string[]) {
  const file = join(host.folder, `${name.replace(':', '-')}.Containerfile`)
  writeFileSync(file, `${[`FROM ${BASE}`, ...lines].join('\n')}\n`)
  await host.podman('build', '--tag', name, '--file', file, host.folder)
}

const install = (name: string) =>
  `RUN apt-get update && apt-get install -y --no-install-recommends ${name} && apt-get clean`

/** Replaces the published image, with the same folders and command. */
export const makeCaddy = (host: Host) =>
  makeImage(host, 'caddy:2', [
    install('caddy'),
    'ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data',
    'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
  ])

export const postgresPassword = 'vinter-i-kiruna-42'

/** A separate server with the superuser postgres. */
export const makePostgres = (host: Host) =>
  makeImage(host, 'postgres:drill', [
    install('postgresql'),
    'USER postgres',
    `RUN echo ${postgresPassword} > /tmp/password && $(ls -d /usr/lib/postgresql/*)/bin/initdb -D /tmp/data --pwfile=/tmp/password`,
    "RUN echo 'host all all all scram-sha-256' >> /tmp/data/pg_hba.conf",
    `CMD exec $(ls -d /usr/lib/postgresql/*)/bin/postgres -D /tmp/data -c "listen_addresses=*"`,
  ])

/** Read from this machine's settings, which may name another mirror than Debian's. */
function debianMirror(): string {
  const targets = execFileSync(
    'apt-get',
    ['indextargets', '--format', '$(ORIGIN) $(LABEL) $(REPO_URI)', 'Created-By: Packages'],
    { encoding: 'utf8' },
  )
  const mirror = /^Debian Debian (\S+)$/m.exec(targets)?.[1]
  if (!mirror) throw new Error('No mirror of Debian is configured; run apt-get update')
  return mirror
}

const npmSetting = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()
