// The reader of mailboxes against a real Dovecot.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeVaultKey, seal } from '#features/vault/server/envelope.ts'
import { guardOfTests } from '#platform/http/testing/guard-of-tests.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { mailboxes, renumberedText } from '../../mailboxes.contract.ts'
import { type Dovecot, PASSWORD, startDovecot, whyNoDovecot } from '../../testing/dovecot.ts'
import { countIn as countOf, deliver as deliverTo, killWhileReading } from '../../testing/killed-readers.ts'
import { aMailboxScenario, type MailboxScenario } from '../../testing/mailbox-scenario.ts'
import { connectMailbox, everyOfTests, startReaders } from '../../testing/reading.ts'
import { rowOfSecret } from '../secret-row.ts'

if (whyNoDovecot) process.stdout.write(`Skipped, the reader of mailboxes: ${whyNoDovecot}\n`)

let h: Harness
let s: MailboxScenario
let dovecot: Dovecot
const key = makeVaultKey()
const warnings: object[] = []
const cleanups: (() => unknown)[] = []

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
const aMailbox = (settings: Parameters<typeof connectMailbox>[3] = {}) => connectMailbox(s, dovecot, key, settings)
function aReader(every = everyOfTests, guard?: ReturnType<typeof guardOfTests>) {
  const readers = startReaders(h, key, {
    ...(guard && { guard }),
    every,
    warn: (facts) => warnings.push(facts),
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
    await s.q(
      `select subject from mail_messages where org_id = $1 and outcome <> 'duplicate' order by subject`,
      s.orgId,
    )
  ).map(({ subject }) => subject)
const deliver = (...names: string[]) => deliverTo(s, dovecot, names)
const countIn = (folder: string) => countOf(dovecot, folder)
const arrived = (...names: string[]) => until(async () => expect(await subjects()).toEqual(names))

describe.skipIf(whyNoDovecot !== undefined)('a mailbox', () => {
  test('is read from its end on: new mail goes to Inkorg and is moved, older mail is untouched', async () => {
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

  test('reports new mail by IDLE, long before the next poll', async () => {
    await aServer()
    await aMailbox()
    aReader({ ...everyOfTests, pollMs: 3_600_000 })
    await isReading()
    for (const name of ['a', 'b', 'c']) {
      await deliver(name)
      await until(async () => expect(await subjects()).toContain(name))
    }
  })

  test('is read some days back if set so, without notifications', async () => {
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

  test('A-398: with a changed password has a failure text, and is read again with the new one', async () => {
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

  test('A-413: with an unreachable server has a failure text, and is retried until it is read', async () => {
    await aServer()
    await aMailbox()
    aReader()
    await isReading()
    await dovecot.stop()
    await until(async () => expect((await state()).failure).toMatch(/kan inte nås|bröts/))
    await until(async () => expect((await state()).failures).toBeGreaterThan(1))
    await dovecot.startAgain()
    await deliver('medan servern var borta')
    await arrived('medan servern var borta')
    await isReading()
  })

  test('A-413: that is full has a failure text, and its mail is moved once there is room', async () => {
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

  test('A-405: with a changed UIDVALIDITY has the last 30 days compared, nothing received twice, and a notice', async () => {
    await aServer()
    const client = await dovecot.client()
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)
    const older = [60, 40, 20, 5] as const
    for (const days of older)
      await client.append('INBOX', s.aMail({ from: 'ny@okand.example', subject: `${days} dagar` }), [], daysAgo(days))
    await aMailbox({ doneFolder: null })
    await s.q(`update mailboxes set created_at = now() - interval '10 days' where id = $1`, s.mailbox.id)
    const first = aReader()
    await isReading()
    await deliver('ett', 'två')
    await arrived('ett', 'två')
    const before = (await state()).uid_validity
    await first.stop()
    // As after a move of the server. Of mail that was not read before, only mail newer than the mailbox here is read now.
    dovecot.doveadm('mailbox', 'update', '-u', 'support', '--uid-validity', String(Number(before) + 1000), 'INBOX')
    await deliver('tre')
    aReader()
    await arrived('5 dagar', 'ett', 'tre', 'två')
    await until(async () => expect((await state()).uid_validity).not.toBe(before))
    expect((await s.q(`select from mail_messages where org_id = $1 and outcome = 'duplicate'`, s.orgId)).length).toBe(2)
    // Mail that is moved into the folder afterwards is read, however old it is.
    await client.append('INBOX', s.aMail({ from: 'ny@okand.example', subject: 'flyttat hit' }), [], daysAgo(90))
    await arrived('5 dagar', 'ett', 'flyttat hit', 'tre', 'två')
    await client.logout()
    await isReading()
    const [renumbered] = await h.as(s.admin).call(mailboxes.list, {})
    expect(renumberedText(renumbered!, new Date())).toMatch(
      /^Servern gav mejlen nya nummer \d{4}-\d\d-\d\d \d\d:\d\d\. De senaste 30 dagarna/,
    )
    expect(renumberedText(renumbered!, daysAgo(-8))).toBeUndefined()
  })

  test('A-490: whose host resolves to this machine is not connected to unless the operator allows it', async () => {
    await aServer()
    await aMailbox()
    await s.q(`update mailboxes set host = 'imap.evil.example' where id = $1`, s.mailbox.id)
    aReader(everyOfTests, guardOfTests({ allow: '', resolve: async () => ['127.0.0.1'], greetingMs: 50 }))
    await until(async () => expect((await state()).failures).toBeGreaterThan(1))
    expect((await state()).failure).toMatch(/^Servern imap\.evil\.example kan inte nås\./)
    expect(await state()).toMatchObject({ seen_at: null })
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
      `select from pg_locks where locktype = 'advisory' and classid = 1835101804::oid
         and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rows).toEqual([])
  })

  test('that was removed is no longer read', async () => {
    await aServer()
    await aMailbox()
    aReader()
    await isReading()
    await s.q('delete from mailboxes where id = $1', s.mailbox.id)
    await until(async () => expect(dovecot.doveadm('who')).not.toContain('support'))
    await deliver('ett')
    expect(await subjects()).toEqual([])
  })

  test('A-399: processes killed at random moments give each of 60 mails its effect once', async () => {
    await aServer()
    await aMailbox()
    const { sent, read, enquiries, left, moved } = await killWhileReading({ h, s, dovecot, key, mails: 60, kills: 6 })
    expect([read, enquiries, left, moved]).toEqual([sent, sent, 0, 60])
  })
})
