// The uploads of a killed process, with real processes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { openReceiver, watchReceivers } from './receiver.ts'

let h: Harness
let orgId: string
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
})
beforeEach(async () => void (await h.test.superuser.query('delete from files')))
afterAll(() => h.stop())

const connectionOf = () => {
  const { host, port, user, database } = h.test.connection
  return { host, port, user, database }
}

async function aReceivingProcess() {
  const file = fileURLToPath(new URL('./receiver.fixture.ts', import.meta.url))
  const input = JSON.stringify({ connection: connectionOf(), orgId })
  const child = spawn(process.execPath, [file, input], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

/** Watches as a program does, with the test's own clock. */
function aWatch(isAlone = false) {
  const clock = { now: 0 }
  const removed: number[] = []
  const watch = watchReceivers({
    connection: connectionOf(),
    receiver: openReceiver(h.database),
    onRemoved: (files) => removed.push(files),
    isAlone,
    checkEveryMs: 3_600_000,
    now: () => clock.now,
  })
  onTestFinished(() => watch.stop())
  return { watch, removed, clock }
}
const receiving = async () =>
  (await h.test.superuser.query(`select from files where state = 'receiving'`)).rowCount ?? 0

test('A-498: the uploads of a killed process are removed by another one', async () => {
  const child = await aReceivingProcess()
  const { watch, removed, clock } = aWatch()
  await watch.check()
  clock.now += 60_000
  await watch.check()
  expect([await receiving(), removed]).toEqual([1, []])
  child.kill('SIGKILL')
  await once(child, 'exit')
  await until(async () => {
    await watch.check()
    clock.now += 5000
    expect(await receiving()).toBe(0)
  })
  expect(removed).toEqual([1])
})

test('A-498: a process that is alone removes them at its first check, and they do not count', async () => {
  const anonymousUsage = async () =>
    (await h.test.superuser.query('select anonymous_bytes::int as bytes from file_usage')).rows
  const child = await aReceivingProcess()
  expect(await anonymousUsage()).toEqual([{ bytes: 5000 }])
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { watch, removed } = aWatch(true)
  await until(async () => {
    await watch.check()
    expect(await receiving()).toBe(0)
  })
  expect([removed, await anonymousUsage()]).toEqual([[1], [{ bytes: 0 }]])
})

test('A-498: a stopping process aborts its uploads and leaves nothing of them', async () => {
  const receiver = openReceiver(h.database)
  const body = new PassThrough()
  const ended = Promise.withResolvers<void>()
  const work = receiver.during(body, async () => {
    await h.test.superuser.query(
      `insert into files (org_id, id, name, type, receiver) values ($1, $2, 'x', 'image/png', $3)`,
      [orgId, uuidv7(), receiver.id],
    )
    await finished(body)
  })
  work.catch(() => ended.resolve())
  await receiver.stop(ended.promise, 1)
  await expect(work).rejects.toThrow('The process ends')
  expect(await receiving()).toBe(0)
})

test('A-498: the uploads of a process whose lock was free only for a moment remain', async () => {
  const { watch, removed, clock } = aWatch()
  const absent = uuidv7()
  await h.test.superuser.query(
    `insert into files (org_id, id, name, type, receiver) values ($1, $2, 'x', 'image/png', $3)`,
    [orgId, uuidv7(), absent],
  )
  await watch.check()
  clock.now += 4000
  await watch.check()
  expect([await receiving(), removed]).toEqual([1, []])
  clock.now += 1000
  await watch.check()
  expect([await receiving(), removed]).toEqual([0, [1]])
})

test('what could not be removed without the database is removed once it is back', async () => {
  const receiver = openReceiver(h.database)
  const id = uuidv7()
  await h.test.superuser.query(
    `insert into files (org_id, id, name, type, receiver) values ($1, $2, 'x', 'image/png', $3)`,
    [orgId, id, receiver.id],
  )
  await h.test.superuser.query('revoke delete on files from stodpunkt_jobs')
  await receiver.forget({ orgId, id })
  expect(await receiving()).toBe(1)
  await h.test.superuser.query('grant delete on files to stodpunkt_jobs')
  await receiver.forgetLeft()
  expect(await receiving()).toBe(0)
})
