// 'Prova' against a real Dovecot, and against hosts that are no mail servers.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { vaultKeysOf } from '#features/vault/server/vault-keys.ts'
import { guardOfTests } from '#platform/http/testing/guard-of-tests.ts'
import { aCertificate } from '#platform/mail/testing/certificate.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { aVaultKey, type Harness, startHarness } from '#tests/harness/harness.ts'
import { type Dovecot, startDovecot, whyNoDovecot } from '../testing/dovecot.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'
import { connectMailbox, startReaders } from '../testing/reading.ts'
import { examineHere } from './reading/examine-here.ts'
import type { ExamineMail } from './reading/examine-mail.ts'
import { tryMailbox } from './try-mailbox.ts'

if (whyNoDovecot) process.stdout.write(`Skipped, the trial of a mailbox: ${whyNoDovecot}\n`)

let h: Harness
let s: MailboxScenario
let dovecot: Dovecot
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
  await s.q('update mailboxes set is_active = false')
})
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step()
})
afterAll(() => h.stop())

/** The domains of the tests are not in the DNS; a mail with the header x-authenticated counts as authenticated. */
const examine: ExamineMail = async (raw, receiver) => {
  const examined = await examineHere(raw, receiver, async () => [])
  const isAuthenticated = examined.mail.headers.some(({ key }) => key === 'x-authenticated')
  return { ...examined, authentication: isAuthenticated ? 'server' : 'none' }
}
type Options = { guard?: ReturnType<typeof guardOfTests>; examine?: ExamineMail; trialMs?: number }
const tried = (options: Options = {}) =>
  tryMailbox(
    {
      database: h.database,
      vaultKeys: vaultKeysOf([aVaultKey]),
      threads: threadsOfTests,
      examine,
      mailer: { send: async () => undefined },
      isSendingMail: false,
      guard: guardOfTests(),
      ...options,
    },
    s.mailbox.id,
  )

async function aListener(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  return { port: (server.address() as AddressInfo).port }
}
const changeMailbox = (settings: string) => s.q(`update mailboxes set ${settings} where id = $1`, s.mailbox.id)

describe.skipIf(whyNoDovecot !== undefined)('Prova', () => {
  beforeEach(async () => {
    dovecot = await startDovecot()
    cleanups.push(() => dovecot.remove())
  })

  async function append(
    folder: string,
    daysAgo: number,
    mail: Parameters<MailboxScenario['aMail']>[0],
    isAuthenticated = true,
  ) {
    const client = await dovecot.client()
    if (folder !== 'INBOX') await client.mailboxCreate(folder)
    const raw = s.aMail({
      ...mail,
      headers: [...(mail.headers ?? []), ...(isAuthenticated ? ['X-Authenticated: yes'] : [])],
    })
    await client.append(folder, raw, [], new Date(Date.now() - daysAgo * 86_400_000))
    await client.logout()
  }

  test('shows the outcomes of the last mails, also of moved ones, and writes nothing', async () => {
    const ticket = await s.aTicket()
    await append('Klart', 5, { from: s.kim.email, subject: `Re: [#${ticket.number}] WiFi nere` })
    await append('Klart', 4, { from: s.kim.email, subject: 'Ny skrivare' }, false)
    await append('INBOX', 3, { from: s.kim.email, subject: 'Ny skrivare' })
    await append('INBOX', 2, { from: 'ny@okand.example', subject: 'Offert' })
    await append('Klart', 1, {
      from: 'robot@kund.example',
      subject: 'Semester',
      headers: ['Auto-Submitted: auto-replied'],
    })
    await connectMailbox(s, dovecot, aVaultKey)
    const before = await s.q(
      'select (select count(*) from mail_messages) as mails, (select count(*) from tickets) as tickets',
    )
    const { problem, total, mails } = await tried()
    expect([problem, total]).toEqual([null, 5])
    expect(
      mails.map(({ subject, expected, authentication }) => [
        subject,
        expected?.outcome,
        expected?.reason,
        authentication,
      ]),
    ).toEqual([
      ['Semester', 'automatic', null, 'server'],
      ['Offert', 'enquiry', 'unknown', 'server'],
      ['Ny skrivare', 'ticket', null, 'server'],
      ['Ny skrivare', 'enquiry', 'no_proof', 'none'],
      [expect.stringContaining('WiFi nere'), 'comment', null, 'server'],
    ])
    const after = await s.q(
      'select (select count(*) from mail_messages) as mails, (select count(*) from tickets) as tickets',
    )
    expect(after).toEqual(before)
    const client = await dovecot.client()
    expect([
      await client.status('INBOX', { unseen: true }),
      await client.status('Klart', { unseen: true }),
    ]).toMatchObject([{ unseen: 2 }, { unseen: 3 }])
    await client.logout()
  })

  test('shows 20 mails at most, and only the sender and subject of a large one', async () => {
    await append('INBOX', 1, { from: s.kim.email, subject: 'Stort', text: 'x'.repeat(1_100_000) })
    for (let count = 0; count < 21; count++) await append('Klart', 2, { from: s.kim.email, subject: `Nr ${count}` })
    await connectMailbox(s, dovecot, aVaultKey)
    const { mails, total } = await tried()
    expect([total, mails.length]).toEqual([20, 20])
    expect(mails[0]).toEqual({ from: s.kim.email, subject: 'Stort', authentication: null, expected: null })
  })

  test('shows the mails tried so far when one takes too long', async () => {
    await append('INBOX', 3, { from: s.kim.email, subject: 'Äldre' })
    await append('INBOX', 2, { from: s.kim.email, subject: 'Tung' })
    await append('INBOX', 1, { from: s.kim.email, subject: 'Ny' })
    await connectMailbox(s, dovecot, aVaultKey)
    const heavy: ExamineMail = async (raw, receiver) => {
      const examined = await examine(raw, receiver)
      return examined.mail.subject === 'Tung' ? new Promise(() => undefined) : examined
    }
    const { problem, total, mails } = await tried({ examine: heavy, trialMs: 2_500 })
    expect([problem, total, mails.map(({ subject }) => subject)]).toEqual([null, 3, ['Ny']])
  })

  test('reports a wrong password and a missing folder at once', async () => {
    await connectMailbox(s, dovecot, aVaultKey, { password: 'fel' })
    expect((await tried({ trialMs: 600_000 })).problem).toMatch(/godkände inte inloggningen/)
    await connectMailbox(s, dovecot, aVaultKey)
    await changeMailbox(`folder = 'Saknas'`)
    expect((await tried({ trialMs: 600_000 })).problem).toBe('Mappen Saknas finns inte i brevlådan.')
  })
})

describe('A-491: Prova', () => {
  test('gives the same text at the same time for closed, idle and other ports, and private addresses', async () => {
    const idle = await aListener(createServer((socket) => socket.on('error', () => undefined)))
    const ssh = await aListener(
      createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.6\r\n')),
    )
    const cases = [
      { port: 1, guard: guardOfTests() },
      { port: idle.port, guard: guardOfTests() },
      { port: ssh.port, guard: guardOfTests() },
      { port: ssh.port, guard: guardOfTests({ allow: '' }) },
      { port: 993, guard: guardOfTests({ allow: '' }) },
    ]
    for (const { port, guard } of cases) {
      await connectMailbox(s, { port }, aVaultKey)
      const answer = tried({ guard, trialMs: 400 })
      expect(await Promise.race([answer, wait(200).then(() => 'waiting')])).toBe('waiting')
      expect((await answer).problem).toBe(
        'Servern 127.0.0.1 kan inte nås. Kontrollera namn, port och kryptering. En server i det egna nätet anges också i ALLOW_PRIVATE_HOSTS.',
      )
    }
  })

  test('does not connect to a private address', async () => {
    let connections = 0
    const { port } = await aListener(createServer(() => connections++))
    await connectMailbox(s, { port }, aVaultKey)
    await tried({ guard: guardOfTests({ allow: '' }), trialMs: 200 })
    expect(connections).toBe(0)
  })
})

/** A server that sends the same bytes for ever, from the start or once a folder is opened. */
function anEndlessServer(bytes: Buffer, isFirst: boolean) {
  return createServer((socket) => {
    const flood = () => {
      while (!socket.destroyed && socket.write(bytes));
      socket.once('drain', flood)
    }
    socket.on('error', () => undefined)
    if (isFirst) return flood()
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    socket.on('data', (data) => {
      const [tag, command] = data.toString().split(/\s/)
      if (command === 'EXAMINE' || command === 'SELECT') return flood()
      socket.write(`${command === 'CAPABILITY' ? '* CAPABILITY IMAP4rev1\r\n' : ''}${tag} OK done\r\n`)
    })
  })
}

describe('A-545: an endless response of a server', () => {
  const line = Buffer.alloc(65_536, 'a')
  const lines = Buffer.from('* OK x\r\n'.repeat(8_192))
  test.each([
    ['one line before the greeting', line, true],
    ['many lines before the greeting', lines, true],
    ['one line as the answer', line, false],
  ])('is not read to the end: %s', async (_what, bytes, isFirst) => {
    const server = anEndlessServer(bytes, isFirst)
    const { port } = await aListener(server)
    await connectMailbox(s, { port }, aVaultKey)
    const answer = tried({ trialMs: 4_000 })
    const [socket] = (await once(server, 'connection')) as [Socket]
    await new Promise((resolve) => socket.once('close', resolve))
    // Without the limit it would be a gigabyte.
    expect(socket.bytesWritten).toBeLessThan(200 * 1024 * 1024)
    expect((await answer).problem).not.toBeNull()
  })

  test('makes the reader close the connection and log it', async () => {
    const { port } = await aListener(anEndlessServer(Buffer.from(`* OK ${'x'.repeat(4_096)}\r\n`.repeat(16)), false))
    await connectMailbox(s, { port }, aVaultKey)
    const { promise, resolve } = Promise.withResolvers<object>()
    const readers = startReaders(h, aVaultKey, { warn: resolve })
    cleanups.push(() => readers.stop())
    expect(await promise).toMatchObject({ reason: 'Anslutningen till 127.0.0.1 bröts.' })
  })
})

test('A-492: an untrusted certificate is reported; SNI has the name, and no password is sent', async () => {
  const names: string[] = []
  const sent: string[] = []
  const { key, cert } = aCertificate('imap.nordnat.example')
  const onName = (name: string, done: (error: Error | null) => void) => {
    names.push(name)
    done(null)
  }
  const { port } = await aListener(
    createTlsServer({ key, cert, SNICallback: onName }, (socket) =>
      socket.on('data', (data) => sent.push(data.toString())),
    ),
  )
  await connectMailbox(s, { port }, aVaultKey)
  await changeMailbox(`host = 'imap.nordnat.example', tls = 'tls'`)
  const guard = guardOfTests({ allow: 'imap.nordnat.example', resolve: async () => ['127.0.0.1'] })
  const { problem } = await tried({ guard, trialMs: 600_000 })
  expect([problem, names, sent]).toEqual([
    expect.stringMatching(/^Certifikatet från imap\.nordnat\.example går inte att lita på\./),
    ['imap.nordnat.example'],
    [],
  ])
})
