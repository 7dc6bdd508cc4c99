// The reader of mailboxes against a real Dovecot.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { threadsOfTests } from '#lib/server/testing/mail-threads.ts'
import { until } from '#lib/testing/until.ts'
import { type Dovecot, PASSWORD, startDovecot, whyNoDovecot } from '#mailboxes/testing/dovecot.ts'
import { aMailboxScenario, type MailboxScenario } from '#mailboxes/testing/mailbox-scenario.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { makeVaultKey, seal } from '#vault/server/envelope.ts'
import { vaultKeysOf } from '#vault/server/vault-keys.ts'
import { examineHere } from '../reading/examine-mail.ts'
import { rowOfSecret } from '../secret-row.ts'
import { startMailboxReaders } from './mailbox-readers.ts'

if (whyNoDovecot) process.stdout.write(`Skipped, the reader of mailboxes: ${whyNoDovecot}\n`)

let h: Harness
let s: MailboxScenario
let dovecot: Dovecot
const key = makeVaultKey()
const warnings: object[] = []
const cleanups: (() => unknown)[] = []
const every = { lookMs: 100, pollMs: 500, retryMs: 100 }

beforeAll(async () => {
  h = await startHarness()
  await h.test.superuser.query('insert into vault_keys (id) values ($1)', [key.id])
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
  await s.q('update mailboxes set is_active = false')
})
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step()
  warnings.length = 0
})
afterAll(() => h.stop())

async function aServer(options: Parameters<typeof startDovecot>[0] = {}) {
  dovecot = await startDovecot(options)
  cleanups.push(() => dovecot.remove())
}
async function aMailbox({ doneFolder = 'Klart' as string | null, readDays = 0, password = PASSWORD } = {}) {
  const { envelope, keyId } = seal(password, rowOfSecret(s.mailbox), key)
  await s.q(
    `update mailboxes set port = $2, secret = $3, key_id = $4, done_folder = $5, read_days = $6, is_active = true
     where id = $1`,
    ...[s.mailbox.id, dovecot.port, envelope, keyId, doneFolder, readDays],
  )
}
function aReader() {
  const readers = startMailboxReaders({
    connection: h.test.connection,
    database: h.database,
    threads: threadsOfTests,
    vaultKeys: vaultKeysOf([key]),
    examine: (raw, receiver) => examineHere(raw, receiver, async () => []),
    warn: (facts) => warnings.push(facts),
    checksFiles: false,
    every,
  })
  cleanups.push(readers.stop)
  return readers
}
const state = async () =>
  (
    await s.q('select failure, failures, seen_at, uid_validity, start_uid from mailboxes where id = $1', s.mailbox.id)
  )[0]
const isReading = (timeoutMs?: number) =>
  until(async () => expect(await state()).toMatchObject({ failure: null, seen_at: expect.any(Date) }), timeoutMs)
const subjects = async () =>
  (
    await s.q(`select subject from mail_messages where org_id = $1 and fate <> 'duplicate' order by subject`, s.orgId)
  ).map(({ subject }) => subject)
async function deliver(...names: string[]) {
  const client = await dovecot.client()
  for (const subject of names)
    await client.append('INBOX', s.aMail({ from: 'ny@okand.example', subject, text: subject }))
  await client.logout()
}
const countIn = async (folder: string) => {
  const client = await dovecot.client()
  const { messages = 0 } = (await client.status(folder, { messages: true }).catch(() => ({ messages: 0 }))) as {
    messages?: number
  }
  await client.logout()
  return messages
}
const arrived = (...names: string[]) => until(async () => expect(await subjects()).toEqual(names))

describe.skipIf(whyNoDovecot !== undefined)('a mailbox', () => {
  test('is read from its end on; what comes in is in Inkorg and moved, and the older mail stays', async () => {
    await aServer()
    await deliver('gammalt')
    await aMailbox()
    aReader()
    await isReading()
    await deliver('ett', 'två')
    await arrived('ett', 'två')
    await until(async () => expect([await countIn('INBOX'), await countIn('Klart')]).toEqual([1, 2]))
    expect(warnings).toEqual([])
  })

  test('tells of new mail by IDLE, long before the next poll', async () => {
    await aServer()
    await aMailbox()
    const slow = { ...every, pollMs: 3_600_000 }
    const readers = startMailboxReaders({
      ...{ connection: h.test.connection, database: h.database, threads: threadsOfTests, every: slow },
      ...{ vaultKeys: vaultKeysOf([key]), warn: (facts: object) => warnings.push(facts), checksFiles: false },
      examine: (raw, receiver) => examineHere(raw, receiver, async () => []),
    })
    cleanups.push(readers.stop)
    await isReading()
    for (const name of ['a', 'b', 'c']) {
      await deliver(name)
      await until(async () => expect(await subjects()).toContain(name))
    }
  })

  test('of some days back is read too, without notifications', async () => {
    await aServer()
    const client = await dovecot.client()
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)
    for (const [subject, days] of [
      ['för gammalt', 40],
      ['i förrgår', 2],
    ] as const)
      await client.append('INBOX', s.aMail({ from: 'ny@okand.example', subject }), [], daysAgo(days))
    await client.logout()
    await aMailbox({ readDays: 7 })
    aReader()
    await arrived('i förrgår')
    expect((await s.jobs()).filter(({ payload }) => payload.orgId === s.orgId)).toEqual([])
  })

  test.each([[['MOVE']], [['MOVE', 'UIDPLUS']]])(
    'of a server without %s loses no mail and reads none twice',
    async (without) => {
      await aServer({ without })
      await aMailbox()
      const first = aReader()
      await isReading()
      await deliver('ett', 'två')
      await arrived('ett', 'två')
      await first.stop()
      aReader()
      await deliver('tre')
      await arrived('ett', 'tre', 'två')
      const isMoved = without.length === 1
      await until(async () => expect(await countIn('INBOX')).toBe(isMoved ? 0 : 3))
      expect(await countIn('Klart')).toBe(isMoved ? 3 : 0)
    },
  )

  test('A-398: whose password is changed says so in words, and is read again once the new one is given', async () => {
    await aServer()
    await aMailbox()
    aReader()
    await isReading()
    dovecot.setPassword('nytt')
    await until(async () => {
      if (!(await state()).failure) dovecot.cutConnections()
      expect((await state()).failure ?? '').toContain('godkände inte inloggningen')
    })
    expect(JSON.stringify([await state(), warnings])).not.toContain(PASSWORD)
    const { envelope, keyId } = seal('nytt', rowOfSecret(s.mailbox), key)
    await s.q(
      'update mailboxes set secret = $2, key_id = $3, version = version + 1 where id = $1',
      s.mailbox.id,
      envelope,
      keyId,
    )
    await isReading()
  })

  test('A-413: whose server does not answer says so in words, goes on trying, and reads what came meanwhile', async () => {
    await aServer()
    await aMailbox()
    aReader()
    await isReading()
    await dovecot.stop()
    await until(async () => expect((await state()).failure).toMatch(/svarar inte på den porten|bröts/))
    await until(async () => expect((await state()).failures).toBeGreaterThan(1))
    await dovecot.startAgain()
    await deliver('medan servern var borta')
    await arrived('medan servern var borta')
    await isReading()
  })

  test('A-413: that is full says so in words while it is read, and moves what was read when there is room', async () => {
    await aServer({ without: ['MOVE'], mailsMax: 2 })
    const client = await dovecot.client()
    await client.mailboxCreate('Arkiv')
    await client.append('Arkiv', s.aMail({ from: 'ny@okand.example' }))
    await aMailbox()
    aReader()
    await isReading()
    await deliver('ett')
    await arrived('ett')
    await until(async () =>
      expect((await state()).failure).toContain('kan inte flyttas till Klart. Är brevlådan full?'),
    )
    expect(await state()).toMatchObject({ failures: 0 })
    await client.mailboxOpen('Arkiv')
    await client.messageDelete('1')
    await client.logout()
    await isReading()
    expect([await countIn('INBOX'), await countIn('Klart')]).toEqual([0, 1])
    expect(await subjects()).toEqual(['ett'])
  })

  test('whose UIDVALIDITY changed is compared with what was read: nothing twice, and what came meanwhile is read', async () => {
    await aServer()
    await aMailbox({ doneFolder: null })
    const first = aReader()
    await isReading()
    await deliver('ett', 'två')
    await arrived('ett', 'två')
    const before = (await state()).uid_validity
    await first.stop()
    dovecot.doveadm('mailbox', 'update', '-u', 'support', '--uid-validity', String(Number(before) + 1000), 'INBOX')
    await deliver('tre')
    aReader()
    await arrived('ett', 'tre', 'två')
    await until(async () => expect((await state()).uid_validity).not.toBe(before))
    expect((await s.q(`select from mail_messages where org_id = $1 and fate = 'duplicate'`, s.orgId)).length).toBe(2)
  })

  test('is read by one of two readers; when it stops the other takes over', async () => {
    await aServer()
    await aMailbox()
    const first = aReader()
    const second = aReader()
    await isReading()
    await deliver('ett')
    await arrived('ett')
    await first.stop()
    await deliver('två')
    await arrived('ett', 'två')
    await second.stop()
    const { rows } = await h.test.superuser.query(
      `select from pg_locks where locktype = 'advisory' and classid = 1835101804::oid`,
    )
    expect(rows).toEqual([])
  })

  test('that is switched off or removed is read no more', async () => {
    await aServer()
    await aMailbox()
    aReader()
    await isReading()
    await s.q('delete from mailboxes where id = $1', s.mailbox.id)
    await until(async () => expect(dovecot.doveadm('who')).not.toContain('support'))
    await deliver('ett')
    expect(await subjects()).toEqual([])
  })

  test('A-399: processes that are killed at random moments, two at a time, give each of 60 mails its effect once', async () => {
    await aServer()
    await aMailbox()
    await s.aContact('lo@kajen.example')
    await s.q('update mailboxes set opens_tickets = false where id = $1', s.mailbox.id)
    const input = JSON.stringify({
      connection: h.test.connection,
      key: { id: key.id, key: key.key.toString('hex') },
    })
    const file = fileURLToPath(new URL('./reader-process.fixture.ts', import.meta.url))
    const start = () => spawn(process.execPath, [file, input], { stdio: 'ignore' })
    const readers = [start(), start()]
    cleanups.push(() => readers.map((child) => child.kill('SIGKILL')))
    await isReading(60_000)
    const names = Array.from({ length: 60 }, (_, index) => `mejl ${String(index).padStart(3, '0')}`)
    const delivering = deliver(...names)
    for (let kill = 0; kill < 6; kill++) {
      const seen = (await subjects()).length
      // At the next mail, or a little after: wherever the process stands then.
      await until(
        async () => expect((await subjects()).length).toBeGreaterThanOrEqual(Math.min(seen + 1 + kill, 60)),
        60_000,
      )
      const index = kill % 2
      const child = readers[index]
      child?.kill('SIGKILL')
      if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      readers[index] = start()
    }
    await delivering
    await until(async () => expect(await subjects()).toEqual(names), 120_000)
    const enquiries = await s.q(`select message from enquiries where org_id = $1 order by message`, s.orgId)
    expect(enquiries.map(({ message }) => message.split('\n')[0])).toEqual(names)
    await until(async () => expect([await countIn('INBOX'), await countIn('Klart')]).toEqual([0, 60]))
  }, 240_000)
})
