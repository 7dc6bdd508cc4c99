// The prerequisites of the operator's steps: the repository, a host name, and a certificate authority.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const NAME = 'support.firma.example'
export const SOURCE = '/srv/stodpunkt.git'
const repository = join(import.meta.dirname, '../../..')

/** A port that the machine needs but another program uses, as both share a network. */
export async function takenPort(): Promise<string | undefined> {
  for (const port of [80, 443, 3000]) {
    const isTaken = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
      socket.unref()
    })
    if (isTaken) return `port ${port} is in use`
  }
  return undefined
}

/**
 * The repository that the page clones, at HEAD, and a certbot that signs locally, because the host name is not
 * registered.
 */
export function prepare(root: string) {
  execFileSync('git', ['clone', '--quiet', '--bare', repository, join(root, SOURCE)])
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
  const certbot = join(root, 'usr/local/bin/certbot')
  const folder = `/etc/letsencrypt/live/${NAME}`
  writeFileSync(
    certbot,
    `#!/bin/sh
set -e
mkdir -p ${folder}
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 2 -subj /CN=${NAME} \\
  -addext subjectAltName=DNS:${NAME} -out ${folder}/fullchain.pem -keyout ${folder}/privkey.pem 2>/dev/null
`,
  )
  chmodSync(certbot, 0o755)
}

/** A version with one more migration, in the repository that the page clones. */
export function releaseUpgrade(root: string): undefined {
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-release-'))
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' })
  git('clone', '--quiet', join(root, SOURCE), '.')
  writeFileSync(join(folder, 'migrations/9999-drill.sql'), `comment on schema stodpunkt is 'the next version';\n`)
  git('add', '.')
  git('-c', 'user.name=drill', '-c', 'user.email=drill@localhost', 'commit', '--quiet', '-m', 'db: Say the version')
  git('push', '--quiet', 'origin', 'HEAD')
  rmSync(folder, { recursive: true, force: true })
}
