// ops/nginx/stodpunkt.conf in a real nginx, unchanged except for ports, folders and its certificate.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#shared/testing/until.ts'
import { freePort } from '../../tools/support/product.ts'

export const NGINX_NAME = 'support.firma.example'

/** The reason why nginx cannot be started here; undefined if it can. */
export const whyNoNginx = ['nginx', 'openssl']
  .filter((program) => spawnSync(program, ['version']).error !== undefined)
  .map((program) => `${program} is not installed (apt-get install ${program})`)[0]

export type Nginx = {
  /** The HTTPS site; `redirectPort` redirects to it. */
  port: number
  redirectPort: number
  certificate: string
  stop(): Promise<void>
}

/** Checks the configuration by `nginx -t`, and serves the program on `appPort`. */
export async function startNginx({ appPort, connections }: { appPort: number; connections: number }): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-nginx-'))
  const [port, redirectPort] = [await freePort(), await freePort()]
  const certificate = makeCertificate(join(folder, 'live', NGINX_NAME))
  makeChallenge(join(folder, 'html'))
  const site = shippedSite([
    ['support.example.se', NGINX_NAME],
    ['/etc/letsencrypt/live', join(folder, 'live')],
    ['/var/www/html', join(folder, 'html')],
    ['127.0.0.1:3000', `127.0.0.1:${appPort}`],
    ['listen 80;', `listen 127.0.0.1:${redirectPort};`],
    ['    listen [::]:80;\n', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['limit_conn stodpunkt_addresses 500;', `limit_conn stodpunkt_addresses ${connections};`],
  ])
  const main = join(folder, 'nginx.conf')
  writeFileSync(main, mainConfiguration(folder, site))
  const tried = spawnSync('nginx', ['-t', '-q', '-e', 'stderr', '-c', main], { encoding: 'utf8' })
  if (tried.status !== 0) throw new Error(`nginx -t: ${tried.stderr}`)
  const child = spawn('nginx', ['-e', 'stderr', '-c', main], { stdio: 'ignore' })
  await until(async () => {
    const answer = await fetch(`http://127.0.0.1:${redirectPort}/`, { redirect: 'manual' })
    if (answer.status !== 301) throw new Error(`nginx answers ${answer.status}`)
  })
  return {
    port,
    redirectPort,
    certificate,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function shippedSite(replacements: [shipped: string, here: string][]) {
  let text = readFileSync(join(import.meta.dirname, '../../ops/nginx/stodpunkt.conf'), 'utf8')
  for (const [shipped, here] of replacements) {
    if (!text.includes(shipped)) throw new Error(`ops/nginx/stodpunkt.conf has no '${shipped}'`)
    text = text.replaceAll(shipped, here)
  }
  return text
}

/** Creates a self-signed certificate and returns it. */
function makeCertificate(folder: string) {
  mkdirSync(folder, { recursive: true })
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'],
      ...['-subj', `/CN=${NGINX_NAME}`, '-addext', `subjectAltName=DNS:${NGINX_NAME}`],
      ...['-out', certificate, '-keyout', key],
    ],
    { stdio: 'ignore' },
  )
  return readFileSync(certificate, 'utf8')
}

function makeChallenge(html: string) {
  const folder = join(html, '.well-known/acme-challenge')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'a-token'), 'a-token.thumbprint')
}

function mainConfiguration(folder: string, site: string) {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `daemon off; ${user} pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events { worker_connections 256; }
http { access_log off; ${paths.join(' ')}\n${site} }\n`
}
