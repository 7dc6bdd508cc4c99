// Files of 25 MB up and down, ten at once: Node's memory must not grow with them, and the throughput is compared with nginx
// that stores and sends the same bytes as files. Every other file in turn, so that both see the same machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { FILE_MAX_BYTES } from '#files/files.contract.ts'
import { measureMemory, probed, residentMb } from '../tools/support/memory.ts'
import { freePort, type Product } from '../tools/support/product.ts'
import { findProgram, formatSpread, missingPrograms, type Part, spreadOf, stopProcess } from './part.ts'
import { openStage, type Stage } from './stage.ts'

const ROUNDS = 5
const PARALLEL = 10
const SAMPLE_MS = 10
/** Above what the product takes at rest. */
const GROWTH_MAX_MB = 30
const MB = 1024 * 1024

export const files: Part = {
  name: 'files',
  title: `${PARALLEL} files of ${FILE_MAX_BYTES / MB} MB at once, ${ROUNDS} rounds in turn; median (min–max)`,
  missing: () =>
    process.platform === 'linux' ? missingPrograms('nginx') : 'resident memory can be measured on Linux only',
  run: async () => {
    const stage = await openStage('hundredth', { environment: probed })
    const nginx = await startNginx()
    try {
      await compare(stage, nginx.port)
    } finally {
      await nginx.stop()
      await stage.stop()
    }
  },
}

type Round = { megabytesPerSecond: number; grownMb: number }
type Measured = { ours: Round[]; theirs: number[] }

async function compare(stage: Stage, nginxPort: number) {
  const up: Measured = { ours: [], theirs: [] }
  const down: Measured = { ours: [], theirs: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    const [sent, theirsUp] = [await ourUploads(stage), await rate(() => nginxUploads(nginxPort))]
    const [received, theirsDown] = [await ourDownloads(stage, sent.ids), await rate(() => nginxDownloads(nginxPort))]
    await stage.query('delete from file_chunks; delete from files')
    if (round === 0) continue // warms up
    up.ours.push(sent)
    up.theirs.push(theirsUp)
    down.ours.push(received)
    down.theirs.push(theirsDown)
  }
  const isFlat = [report('up', up), report('down', down)].every(Boolean)
  if (!isFlat) process.exitCode = 1
}

function report(direction: string, { ours, theirs }: Measured): boolean {
  const speed = spreadOf(ours.map(({ megabytesPerSecond }) => megabytesPerSecond))
  const ratio = spreadOf(
    ours.map(({ megabytesPerSecond }, at) => (100 * megabytesPerSecond) / (theirs[at] ?? Number.NaN)),
  )
  const grown = spreadOf(ours.map(({ grownMb }) => grownMb))
  const isFlat = grown.median <= GROWTH_MAX_MB
  console.log(
    `${direction}: Stödpunkt ${formatSpread(speed)} MB/s, nginx ${formatSpread(spreadOf(theirs))} MB/s, ratio ${formatSpread(ratio)} %; Node grew by ${formatSpread(grown)} MB, at most ${GROWTH_MAX_MB}: ${isFlat ? 'met' : 'NOT MET'}`,
  )
  return isFlat
}

const each = <T>(work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: PARALLEL }, (_, at) => work(at)))

/** MB a second of ten files. */
async function rate(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (PARALLEL * FILE_MAX_BYTES) / MB / ((performance.now() - startedAt) / 1000)
}

/** The same, and how much more memory Node had at the most than before, after a collection. */
async function measured(product: Product, work: () => Promise<unknown>): Promise<Round> {
  const before = (await measureMemory(product)).bytes / 1e6
  let peak = 0
  let isDone = false
  const sampling = (async () => {
    while (!isDone) {
      peak = Math.max(peak, residentMb(product) ?? Number.NaN)
      await wait(SAMPLE_MS)
    }
  })()
  const megabytesPerSecond = await rate(work).finally(() => {
    isDone = true
  })
  await sampling
  return { megabytesPerSecond, grownMb: peak - before }
}

async function ourUploads(stage: Stage): Promise<Round & { ids: string[] }> {
  const token = await stage.token()
  let ids: string[] = []
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const round = await measured(stage.product, async () => {
    ids = await each(async (at) => {
      const answer = await upload(stage.product.port, 'POST', `/api/files?name=fil-${at}.bin`, headers)
      return JSON.parse(answer).id as string
    })
  })
  return { ...round, ids }
}

async function ourDownloads(stage: Stage, ids: string[]): Promise<Round> {
  const headers = { authorization: `Bearer ${await stage.token()}` }
  return measured(stage.product, () => each((at) => download(stage.product.port, `/api/files/${ids[at]}`, headers)))
}

const nginxUploads = (port: number) => each((at) => upload(port, 'PUT', `/fil-${at}.bin`, {}))
const nginxDownloads = (port: number) => each((at) => download(port, `/fil-${at}.bin`, {}))

const content = Buffer.alloc(FILE_MAX_BYTES, 'bytes that are no picture and no text of a known type')

/** The body of the answer; throws when it is refused. */
async function upload(port: number, method: string, path: string, headers: Record<string, string>): Promise<string> {
  const sent = request({
    ...{ port, host: '127.0.0.1', method, path, agent: false },
    headers: { ...headers, 'content-length': String(content.length) },
  })
  // A refusal may come before everything is sent.
  sent.on('error', () => undefined)
  sent.end(content)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const part of answer.setEncoding('utf8')) body += part
  if (answer.statusCode !== 201 && answer.statusCode !== 204) throw new Error(`${answer.statusCode} ${body}`)
  return body
}

async function download(port: number, path: string, headers: Record<string, string>) {
  const asked = request({ port, host: '127.0.0.1', path, headers, agent: false })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let bytes = 0
  for await (const part of answer) bytes += (part as Buffer).length
  if (answer.statusCode !== 200 || bytes !== content.length) throw new Error(`${answer.statusCode}, ${bytes} bytes`)
}

/** It stores what is sent by PUT, as one process with the same limits. */
async function startNginx() {
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-nginx-'))
  const port = await freePort()
  mkdirSync(join(folder, 'files'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; ${paths.join(' ')}
  server { listen 127.0.0.1:${port}; root ${folder}/files; client_max_body_size 0; location / { dav_methods PUT; } }
}`,
  )
  const server = spawn(findProgram('nginx') ?? 'nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 100 && !(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)); tries++)
    await wait(50)
  return {
    port,
    stop: async () => {
      await stopProcess(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
