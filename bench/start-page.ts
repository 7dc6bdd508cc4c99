// Throughput of the product's start page compared with nginx and with a bare Fastify server, which send the same bytes, nginx
// with the same headers from a file. One process each, the same content encoding, alternating rounds.
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { fillInCompany } from '../tools/support/company.ts'
import { freePort, startProduct, temporaryDataDir } from '../tools/support/product.ts'
import { findProgram, formatSpread, missingPrograms, type Part, spreadOf, stopProcess } from './part.ts'
import { startBareServer } from './start-bare-server.ts'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = [1, 64]
const ENCODINGS = ['br', 'gzip']
const run = promisify(execFile)

export const startPage: Part = {
  name: 'start-page',
  title: `the start page, by wrk, ${ROUNDS} rounds of ${SECONDS} s each in turn`,
  missing: () => missingPrograms('nginx', 'wrk'),
  run: async () => {
    const dataDir = temporaryDataDir()
    try {
      const product = await startProduct({ dataDir: dataDir.path, environment: { LOG_LEVEL: 'warn' } })
      try {
        await fillInCompany(product.url)
        for (const encoding of ENCODINGS) await compare(product.url, encoding)
      } finally {
        await product.stop()
      }
    } finally {
      dataDir.remove()
    }
  },
}

/** Responses per second. */
type Round = { ours: number; theirs: number; bare: number }

async function compare(url: string, encoding: string) {
  const nginx = await startNginx(url, encoding)
  const bare = await startBareServer(join(nginx.folder, 'answer'), nginx.bytes)
  const ours = `${url.replace('localhost', '127.0.0.1')}/`
  try {
    for (const connections of CONNECTIONS) {
      const measure = (address: string) => wrk(address, encoding, connections)
      await measure(ours)
      await measure(nginx.url)
      const rounds: Round[] = []
      for (let round = 0; round < ROUNDS; round++)
        rounds.push({
          ours: await measure(ours),
          theirs: await measure(nginx.url),
          bare: await measure(`http://127.0.0.1:${bare.port}/`),
        })
      report(`${encoding}, ${connections} connection${connections > 1 ? 's' : ''}`, rounds)
    }
  } finally {
    await bare.stop()
    await nginx.stop()
  }
}

function report(label: string, rounds: Round[]) {
  const ours = spreadOf(rounds.map((round) => round.ours))
  const theirs = spreadOf(rounds.map((round) => round.theirs))
  const share = (of: (round: Round) => number) =>
    formatSpread(spreadOf(rounds.map((round) => (100 * of(round)) / round.theirs)))
  console.log(
    `${label}: Stödpunkt ${formatSpread(ours)}/s, nginx ${formatSpread(theirs)}/s; of nginx ${share((round) => round.ours)} %, bare Fastify ${share((round) => round.bare)} %`,
  )
}

/** Responses per second. */
async function wrk(address: string, encoding: string, connections: number) {
  const load = ['-t1', `-c${connections}`, `-d${SECONDS}s`, '-H', `Accept-Encoding: ${encoding}`, address]
  const { stdout } = await run('wrk', load)
  if (/Non-2xx/.test(stdout)) throw new Error(`Refused answers:\n${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

/** Debian's nginx has no brotli: the file holds the compressed bytes, and `add_header` sets the content encoding. */
async function startNginx(productUrl: string, encoding: string) {
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-nginx-'))
  const port = await freePort()
  mkdirSync(join(folder, 'pages'))
  const answer = await rawAnswer(productUrl, encoding)
  writeFileSync(join(folder, 'pages', 'index.html'), answer.body)
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, answer.headers))
  const server = spawn(findProgram('nginx') ?? 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}/`
  await untilReady(url)
  const theirs = await rawAnswer(url, encoding)
  if (!theirs.body.equals(answer.body)) throw new Error('nginx sends other bytes')
  const stop = async () => {
    await stopProcess(server)
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, folder, bytes: answer.body, stop }
}

const ownHeaders = /^(date|connection|keep-alive|content-length|content-type|etag|transfer-encoding)$/

function configuration(folder: string, port: number, headers: [string, string][]) {
  const added = headers
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`)
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; server_tokens off; keepalive_requests 100000000; open_file_cache max=10;
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3; uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  types { text/html html; } charset utf-8;
  server { listen 127.0.0.1:${port} backlog=1024; root ${folder}/pages; ${added.join(' ')} }
}`
}

/** The response without decompression. */
async function rawAnswer(url: string, encoding: string): Promise<{ headers: [string, string][]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      answer.on('end', () => {
        const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
        resolve({ headers, body: Buffer.concat(parts) })
      })
    })
      .on('error', reject)
      .end()
  })
}

async function untilReady(url: string) {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url)
        .then((answer) => answer.arrayBuffer())
        .catch(() => undefined)
    )
      return
    await wait(50)
  }
  throw new Error('nginx did not start')
}
