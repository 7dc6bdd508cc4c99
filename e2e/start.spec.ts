// The built product as a process: start, refusal to start, and shutdown. No browser.
import { spawn, spawnSync } from 'node:child_process'
import { request as send } from 'node:http'
import { createServer } from 'node:net'
import { expect, test } from '@playwright/test'
import { admin, startProduct, temporaryDataDir } from '../tools/support/product.ts'

const dataDir = temporaryDataDir()
// A busy machine has slow queries, which are logged as warnings; and Node warns on stderr if a shell sets NO_COLOR,
// because Playwright sets FORCE_COLOR.
const environment = { LOG_LEVEL: 'warn', SLOW_QUERY_MS: '0', SLOW_REQUEST_MS: '0', NODE_NO_WARNINGS: '1' }
const start = (options: { port?: number; environment?: Record<string, string> } = {}) =>
  startProduct({ dataDir: dataDir.path, ...options, environment: { ...environment, ...options.environment } })
const refusal = (options: Parameters<typeof start>[0]) =>
  start(options).then(
    (product) => product.stop().then(() => 'it started'),
    (error: Error) => error.message.replace('The product did not start.\n', ''),
  )

test.describe.configure({ mode: 'serial' })
test.afterAll(() => dataDir.remove())

test('on SIGTERM the pending request is answered and the exit code is 0; the next start has all data', async () => {
  const product = await start()
  const body = JSON.stringify({ email: admin.email, password: admin.password })
  const request = send(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  const status = new Promise<number | undefined>((resolve, reject) => {
    request.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  })
  // Half a request, so that the server cannot have answered before the signal.
  await new Promise((resolve) => request.write(body.slice(0, 10), resolve))
  await expect.poll(async () => (await fetch(`${product.url}/healthz`)).status).toBe(200)
  product.process.kill('SIGTERM')
  await expect.poll(() => fetch(`${product.url}/healthz`).then(String, () => 'refused')).toBe('refused')
  expect(product.process.exitCode).toBeNull()
  request.end(body.slice(10))
  expect(await status).toBe(200)
  expect(await product.ended).toBe(0)

  const restarted = await start()
  const signIn = await fetch(`${restarted.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(signIn.status).toBe(200)
  expect(product.output()).not.toContain('används inte')
  expect(restarted.output()).toContain(
    '\nADMIN_EMAIL och ADMIN_PASSWORD används inte: de gäller bara den första administratören',
  )
  await restarted.stop()
})

test('a port in use is named before the database is started', async () => {
  const other = createServer((socket) => socket.destroy())
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port))
  })
  expect(await refusal({ port })).toBe(
    `\nInställningarna går inte att använda:\n  PORT: ${port} är upptagen: stäng det andra programmet, eller välj en annan port, som 3000\n`,
  )
  other.close()
  await (await start()).stop()
})

test('a refused start does not print the first administrator’s link', async () => {
  const empty = temporaryDataDir()
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: empty.path, PORT: '0', LOG_LEVEL: 'warn' }
  const refused = (more: Record<string, string>) => {
    const { status, stdout } = spawnSync(process.execPath, ['src/app/start.js'], {
      env: { ...env, ...more },
      encoding: 'utf8',
    })
    return [status, stdout]
  }
  expect(refused({ HOST: 'ingen.firma.invalid' })).toEqual([1, ''])
  expect(refused({ SITE_ORG: '0193f3a0-1b2c-7d3e-8f40-51a2b3c4d5e6' })).toEqual([1, ''])
  empty.remove()
})

test('a second start on the same data is refused with the pid of the first process', async () => {
  const first = await start()
  expect(await refusal({})).toBe(
    `\nDatakatalogen ${dataDir.path} används redan av en annan Stödpunkt-process (pid ${first.process.pid}). Stoppa den först, eller vänta tills den har startat.\n`,
  )
  await first.stop()
})

test('invalid settings and an unreachable server give a message without a stack trace', async () => {
  expect(await refusal({ environment: { LOG_LEVEL: 'loud' } })).toBe(
    '\nInställningarna går inte att använda:\n  LOG_LEVEL: ska vara något av fatal, error, warn, info, debug, trace, silent, som info\n',
  )
  expect(await refusal({ environment: { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' } })).toBe(
    '\nDatabasen i DATABASE_URL går inte att nå: ingen databasserver svarar på den adressen och porten\n',
  )
})

test('settings that would only fail later are all named at start, without a stack trace', async () => {
  const wrong = {
    APP_URL: 'https://anna:hemligt@firma.se/support?kund=1',
    MAIL_FROM: 'Firma AB',
    TRUST_PROXY: '10.0.0.0/99',
    SMTP_URL: 'smtp://anna:100%@firma.se',
  }
  const lines = (await refusal({ environment: wrong })).trim().split('\n')
  expect(lines[0]).toBe('Inställningarna går inte att använda:')
  const named = lines.slice(1).map((line) => line.trim().split(':')[0])
  expect(new Set(named)).toEqual(new Set(Object.keys(wrong)))
  expect(await refusal({ environment: { HOST: 'ingen.firma.invalid' } })).toBe(
    '\nInställningarna går inte att använda:\n  HOST: datorn har inte adressen ingen.firma.invalid: ange en som den har, som 127.0.0.1\n',
  )
})

test('an empty start at a terminal prints the link in Swedish; elsewhere no link, and a JSON log', async () => {
  test.skip(spawnSync('script', ['--version']).status !== 0, 'script, which provides a terminal, is not installed')
  const empty = temporaryDataDir()
  const env = { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: empty.path, NODE_NO_WARNINGS: '1' }
  const firstLines = async (command: string, args: string[]) => {
    const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    await expect.poll(() => output, { timeout: 60_000 }).toContain('Stödpunkt svarar på')
    // At a terminal Ctrl+C, so that the program stops its database.
    if (command === 'script') child.stdin.write('\x03')
    else child.kill('SIGTERM')
    await new Promise((resolve) => child.on('exit', resolve))
    return output.split(/[\r\n]+/).filter((line) => line !== '' && line !== '^C')
  }
  const program = [process.execPath, 'src/app/start.js']
  expect(await firstLines('script', ['-qefc', program.join(' '), '/dev/null'])).toEqual([
    expect.stringMatching(/^Välkommen\. Skapa den första administratören här/),
    expect.stringMatching(/\/nytt-losenord#token=/),
    expect.stringMatching(/^Stödpunkt svarar på /),
  ])
  const [node = '', ...rest] = program
  const lines = await firstLines(node, rest)
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([
    expect.stringMatching(/^Det finns ingen administratör än\. Länken till den första får du med: npm run login:link/),
    expect.stringMatching(/^Stödpunkt svarar på /),
  ])
  const logged = lines.filter((line) => line.startsWith('{'))
  expect(logged.map((line) => line.match(/"pid":/g)?.length)).toEqual(logged.map(() => 1))
  expect(lines.join('\n')).not.toContain('#token=')
  empty.remove()
})
