// Mails that cannot be received do not block later ones, against a real Dovecot.
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeVaultKey } from '#features/vault/server/envelope.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../../enquiries.contract.ts'
import { type Dovecot, startDovecot, whyNoDovecot } from '../../testing/dovecot.ts'
import { countIn } from '../../testing/killed-readers.ts'
import { aMailboxScenario, type MailboxScenario } from '../../testing/mailbox-scenario.ts'
import { connectMailbox, startReaders } from '../../testing/reading.ts'
import { examineHere } from '../reading/examine-here.ts'

let h: Harness
let s: MailboxScenario
let dovecot: Dovecot
const key = makeVaultKey()
const cleanups: (() => unknown)[] = []
beforeAll(async () => {
  h = await startHarness()
  await h.test.superuser.query('insert into vault_keys (id) values ($1)', [key.id])
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
  await s.q('update mailboxes set is_active = false')
  if (whyNoDovecot) return
  dovecot = await startDovecot()
  cleanups.push(() => dovecot.remove())
  await connectMailbox(s, dovecot, key)
})
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step()
})
afterAll(() => h.stop())

const isReading = () =>
  until(async () => {
    const [state] = await s.q('select failure, seen_at from mailboxes where id = $1', s.mailbox.id)
    expect(state).toMatchObject({ failure: null, seen_at: expect.any(Date) })
  })

async function read(mails: Buffer[], options: Parameters<typeof startReaders>[2] = {}) {
  const readers = startReaders(h, key, options)
  cleanups.push(readers.stop)
  await isReading()
  const client = await dovecot.client()
  for (const mail of mails) await client.append('INBOX', mail)
  await client.logout()
  await until(async () => expect(await countIn(dovecot, 'Klart')).toBe(mails.length))
  await isReading()
}
const stored = () =>
  s.q('select subject, from_address, outcome, remarks, raw from mail_messages where org_id = $1 order by uid', s.orgId)
const aMail = (subject: string) => s.aMail({ from: 'ny@okand.example', subject })

async function refuse(condition: string, code: string) {
  await s.q(`create function refuse_poison() returns trigger language plpgsql as $$
    begin raise exception 'as it was made' using errcode = '${code}'; end $$`)
  await s.q(`create trigger refuse_poison before insert on mail_messages for each row when (${condition})
    execute function refuse_poison()`)
  cleanups.push(() => s.q('drop function refuse_poison() cascade'))
}

describe.skipIf(whyNoDovecot !== undefined)('A-395: a failing mail does not block later ones:', () => {
  test('one with a Message-ID too long for an index is read as one without', async () => {
    const signs = Array.from({ length: 990 }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000)))
    const long = Buffer.from(
      aMail('lång')
        .toString()
        .replace(/<[^<>]+@x\.example>/, `<${signs.join('')}>`),
    )
    await read([long, aMail('efter')])
    expect(await stored()).toMatchObject([
      { subject: 'lång', outcome: 'enquiry', remarks: [] },
      { subject: 'efter', remarks: [] },
    ])
  })

  test.each(['54000', 'XX000'])(
    'one that the database refuses with %s is stored as unreadable, with its original',
    async (code) => {
      await refuse(`new.subject = 'fel' and not 'unreadable' = any (new.remarks)`, code)
      const mail = aMail('fel')
      await read([mail, aMail('efter')])
      const [failing, next] = await stored()
      expect(failing).toMatchObject({ subject: 'fel', from_address: 'ny@okand.example', remarks: ['unreadable'] })
      expect(gunzipSync(failing?.raw).equals(mail)).toBe(true)
      expect(next).toMatchObject({ subject: 'efter', remarks: [] })
      const { rows } = await h.as(s.anna).call(enquiries.list, { query: { tab: 'open' } })
      expect(rows.map(({ excerpt }) => excerpt)).toContainEqual(expect.stringContaining('går inte att läsa'))
    },
  )

  test('one whose headers are refused too is stored without them', async () => {
    await refuse(`new.subject = 'fel'`, '54000')
    await read([aMail('fel'), aMail('efter')])
    expect(await stored()).toMatchObject([{ subject: '', remarks: ['unreadable'] }, { subject: 'efter' }])
  })

  test('one that makes the parser throw is tried again, and stored as unreadable in the end', async () => {
    let attempts = 0
    await read([aMail('fel'), aMail('hinder'), aMail('efter')], {
      examine: (raw, receiver) => {
        const text = Buffer.from(raw).toString()
        if (text.includes('Subject: fel')) attempts++
        if (text.includes('Subject: fel') || (text.includes('Subject: hinder') && attempts++ < 6))
          throw new TypeError('as it was made')
        return examineHere(raw, receiver, async () => [])
      },
    })
    expect(await stored()).toMatchObject([
      { subject: 'fel', remarks: ['unreadable'] },
      { subject: 'hinder', remarks: [] },
      { subject: 'efter', remarks: [] },
    ])
  })

  test('a mail is retried as long as the disk of the database is full', async () => {
    await refuse(`new.subject = 'fel'`, '53100')
    const reading = read([aMail('fel')])
    await until(async () => {
      const [{ failures }] = (await s.q('select failures from mailboxes where id = $1', s.mailbox.id)) as [
        { failures: number },
      ]
      expect(failures).toBeGreaterThan(5)
    })
    expect(await stored()).toEqual([])
    await s.q('drop trigger refuse_poison on mail_messages')
    await reading
    expect(await stored()).toMatchObject([{ subject: 'fel', remarks: [] }])
  })
})
