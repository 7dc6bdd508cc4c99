// Mail with an unclear outcome is sent once more at most, with the same Message-ID.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { startRelay } from '#platform/http/testing/relay.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { until } from '#shared/testing/until.ts'
import { openMailer } from './mail.ts'
import { aMailServer, type MailServer } from './testing/mail-server.ts'
import { threadsOfTests } from './testing/mail-threads.ts'

let server: MailServer
let t: TestDatabase
let database: Database
let warnings: string[]
let outcomes: string[]
const cleanups: (() => unknown)[] = []
beforeEach(async () => {
  server = await aMailServer()
  t = await aDatabase()
  database = openDatabase({ ...t.connection, max: 2 })
  warnings = []
  outcomes = []
})
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step()
  await server.stop()
  await database.close()
  await t.drop()
})

const mail = { orgId: null, to: 'anna@example.se', subject: 'Hej', text: 'Hej Anna!' }
const aMailer = (smtpUrl: string | undefined) =>
  openMailer({
    smtpUrl,
    from: 'Nordnät <no-reply@nordnat.se>',
    database,
    threads: threadsOfTests,
    warn: (text) => warnings.push(text),
    onOutcome: (outcome) => outcomes.push(outcome),
  })
const messageIds = () => server.mails.map(({ header }) => header('message-id'))

/** The URL of a proxy that drops the connection before the mail server's response to a whole mail. */
async function aConnectionThatBreaks() {
  const port = Number(new URL(server.url).port)
  const relay = await startRelay({ port, host: '127.0.0.1' })
  cleanups.push(relay.stop)
  void server.next().then(() => relay.stop())
  return `smtp://127.0.0.1:${relay.port}`
}

test('A-262: a mail whose acceptance was not received is sent once more, with the same Message-ID, and no third time', async () => {
  const job = { id: '7-abc' }
  for (const _time of [1, 2]) {
    await expect(aMailer(await aConnectionThatBreaks()).send(mail, job)).rejects.toMatchObject({
      name: 'MailRefused',
      mayBeAccepted: true,
    })
  }
  for (const _time of [3, 4]) await aMailer(server.url).send(mail, job)
  expect(messageIds()).toEqual(['<mail-7-abc@nordnat.se>', '<mail-7-abc@nordnat.se>'])
  expect(outcomes).toEqual(['refused', 'refused', 'unclear', 'unclear'])
  expect(warnings[0]).toBe('a mail was sent twice without a response of the mail server, and is not sent again')
})

test('a sent mail is not sent again when its job could not be completed', async () => {
  for (const _time of [1, 2, 3]) await aMailer(server.url).send(mail, { id: '8-abc' })
  await aMailer(server.url).send(mail, { id: '9-abc' })
  expect(messageIds()).toEqual(['<mail-8-abc@nordnat.se>', '<mail-9-abc@nordnat.se>'])
})

/** A mail server that sends these lines in turn, then closes the connection. */
async function aServerThatHangsUp(lines: string[]) {
  const talk = (socket: Socket) => {
    const left = [...lines]
    const next = () => {
      const line = left.shift()
      if (line === undefined) socket.destroy()
      else socket.write(line)
    }
    socket.on('data', next).on('error', () => undefined)
    next()
  }
  const listening: Server = createServer(talk)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => listening.close(resolve)))
  return `smtp://127.0.0.1:${(listening.address() as { port: number }).port}`
}

test('mail that was certainly not accepted (refused, no server, lost connection) is retried without limit', async () => {
  const job = { id: '10-abc' }
  const greeting = ['220 x ESMTP\r\n', '250 x\r\n']
  const urls = [
    'smtp://127.0.0.1:1',
    await aServerThatHangsUp([]),
    await aServerThatHangsUp(greeting),
    await aServerThatHangsUp([...greeting, '250 ok\r\n']),
    await aServerThatHangsUp([...greeting, '250 ok\r\n', '250 ok\r\n']),
    await aServerThatHangsUp([...greeting, '250 ok\r\n', '451 later\r\n']),
    await aServerThatHangsUp([...greeting, '250 ok\r\n', '250 ok\r\n', '354 go on\r\n', '452 full\r\n']),
  ]
  for (const url of [...urls, ...urls])
    await expect(aMailer(url).send(mail, job), url).rejects.toMatchObject({ name: 'MailRefused', mayBeAccepted: false })
  await aMailer(server.url).send(mail, job)
  expect(messageIds()).toEqual(['<mail-10-abc@nordnat.se>'])
})

test('without a mail server the mail of a job is saved once', async () => {
  const orgId = crypto.randomUUID()
  await t.superuser.query(`insert into organizations (id, name) values ($1, 'Nordnät AB')`, [orgId])
  for (const _time of [1, 2]) await aMailer(undefined).send({ ...mail, orgId }, { id: '11-abc' })
  expect((await t.superuser.query('select from stored_mail')).rowCount).toBe(1)
})

/** A process that sends the mail of the queue. */
function aProcess(smtpUrl: string) {
  const { host, port, user, database: name } = t.connection
  const file = fileURLToPath(new URL('./mail-process.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [file, JSON.stringify({ host, port, user, database: name }), smtpUrl])
  let output = ''
  child.stdout.on('data', (text: Buffer) => {
    output += String(text)
  })
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  cleanups.push(end)
  return { kill: end, output: () => output }
}

test('A-263: a mail whose two processes are killed after its acceptance is sent twice, with one Message-ID', async () => {
  const port = Number(new URL(server.url).port)
  const relay = await startRelay({ port, host: '127.0.0.1' })
  cleanups.push(relay.stop)
  await database.as('auth', (db) => enqueue(db, 'mail', {}))
  for (const _time of [1, 2]) {
    const taken = server.next().then(() => relay.mute(true))
    const { kill } = aProcess(`smtp://127.0.0.1:${relay.port}`)
    await taken
    await kill()
    relay.mute(false)
  }
  const last = aProcess(`smtp://127.0.0.1:${relay.port}`)
  await until(async () => {
    const { rowCount } = await t.superuser.query(`select from ${queuedJobs}`)
    expect(rowCount).toBe(0)
  })
  expect(last.output()).toContain('is not sent again')
  expect(messageIds()).toEqual([expect.stringMatching(/^<mail-\d+-\w+@nordnat\.se>$/), messageIds()[0]])
})
