// Mail whose outcome nobody knows: it is sent once more at most, under the same Message-ID.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#db/database.ts'
import { aDatabase, type TestDatabase } from '#db/testing/database.ts'
import { until } from '#lib/testing/until.ts'
import { enqueue } from './jobs.ts'
import { openMailer } from './mail.ts'
import { aMailServer, type MailServer } from './testing/mail-server.ts'
import { startRelay } from './testing/relay.ts'

let server: MailServer
let t: TestDatabase
let database: Database
let warnings: string[]
let outcomes: string[]
const undo: (() => unknown)[] = []
beforeEach(async () => {
  server = await aMailServer()
  t = await aDatabase()
  database = openDatabase({ ...t.connection, max: 2 })
  warnings = []
  outcomes = []
})
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
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
    warn: (text) => warnings.push(text),
    onOutcome: (outcome) => outcomes.push(outcome),
  })
const messageIds = () => server.mails.map(({ header }) => header('message-id'))

/** The way to the mail server; its answer to a whole mail never arrives. */
async function aWayThatBreaks() {
  const port = Number(new URL(server.url).port)
  const relay = await startRelay({ port, host: '127.0.0.1' })
  undo.push(relay.stop)
  void server.next().then(() => relay.stop())
  return `smtp://127.0.0.1:${relay.port}`
}

test('A-262: a mail that was taken without our hearing it is sent once more, under the same Message-ID, and no third time', async () => {
  const job = { id: '7-abc' }
  for (const _time of [1, 2]) {
    await expect(aMailer(await aWayThatBreaks()).send(mail, job)).rejects.toMatchObject({
      name: 'MailRefused',
      mayBeTaken: true,
    })
  }
  for (const _time of [3, 4]) await aMailer(server.url).send(mail, job)
  expect(messageIds()).toEqual(['<mail-7-abc@nordnat.se>', '<mail-7-abc@nordnat.se>'])
  expect(outcomes).toEqual(['refused', 'refused', 'unclear', 'unclear'])
  expect(warnings[0]).toBe('a mail was handed to the mail server twice without an answer, and is not sent again')
})

test('a mail that was sent, in a job whose end could not be told, is not sent again', async () => {
  for (const _time of [1, 2, 3]) await aMailer(server.url).send(mail, { id: '8-abc' })
  await aMailer(server.url).send(mail, { id: '9-abc' })
  expect(messageIds()).toEqual(['<mail-8-abc@nordnat.se>', '<mail-9-abc@nordnat.se>'])
})

/** A mail server that says these lines in turn, then hangs up. */
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
  undo.push(() => new Promise((resolve) => listening.close(resolve)))
  return `smtp://127.0.0.1:${(listening.address() as { port: number }).port}`
}

test('what certainly was not taken is tried for as long as before: refusals, nobody there, a line that breaks before the mail', async () => {
  const job = { id: '10-abc' }
  const greeting = ['220 x ESMTP\r\n', '250 x\r\n']
  const ways = [
    'smtp://127.0.0.1:1',
    await aServerThatHangsUp([]),
    await aServerThatHangsUp(greeting),
    await aServerThatHangsUp([...greeting, '250 ok\r\n']),
    await aServerThatHangsUp([...greeting, '250 ok\r\n', '250 ok\r\n']),
    await aServerThatHangsUp([...greeting, '250 ok\r\n', '451 later\r\n']),
    await aServerThatHangsUp([...greeting, '250 ok\r\n', '250 ok\r\n', '354 go on\r\n', '452 full\r\n']),
  ]
  for (const way of [...ways, ...ways])
    await expect(aMailer(way).send(mail, job), way).rejects.toMatchObject({ name: 'MailRefused', mayBeTaken: false })
  await aMailer(server.url).send(mail, job)
  expect(messageIds()).toEqual(['<mail-10-abc@nordnat.se>'])
})

test('without a mail server the mail of a job is kept once', async () => {
  const orgId = crypto.randomUUID()
  await t.superuser.query(`insert into organizations (id, name) values ($1, 'Nordnät AB')`, [orgId])
  for (const _time of [1, 2]) await aMailer(undefined).send({ ...mail, orgId }, { id: '11-abc' })
  expect((await t.superuser.query('select from kept_mail')).rowCount).toBe(1)
})

/** A process that sends the letters of the queue. */
function aProcess(smtpUrl: string) {
  const { host, port, user, database: name } = t.connection
  const file = fileURLToPath(new URL('./mail-process.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [file, JSON.stringify({ host, port, user, database: name }), smtpUrl])
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    said += String(text)
  })
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  undo.push(end)
  return { kill: end, said: () => said }
}

test('A-263: two processes are killed after the mail server took a mail: it has it twice, with one Message-ID, and never again', async () => {
  const port = Number(new URL(server.url).port)
  const relay = await startRelay({ port, host: '127.0.0.1' })
  undo.push(relay.stop)
  await database.as('auth', (db) => enqueue(db, 'letter', {}))
  for (const _time of [1, 2]) {
    const taken = server.next().then(() => relay.mute(true))
    const { kill } = aProcess(`smtp://127.0.0.1:${relay.port}`)
    await taken
    await kill()
    relay.mute(false)
  }
  const last = aProcess(`smtp://127.0.0.1:${relay.port}`)
  await until(async () => {
    const { rowCount } = await t.superuser.query('select from graphile_worker._private_jobs')
    expect(rowCount).toBe(0)
  })
  expect(last.said()).toContain('is not sent again')
  expect(messageIds()).toEqual([expect.stringMatching(/^<mail-\d+-\w+@nordnat\.se>$/), messageIds()[0]])
}, 60_000)
