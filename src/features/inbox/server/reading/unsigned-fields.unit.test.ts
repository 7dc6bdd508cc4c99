// Fields that anybody added to a mail signed by the sender's domain are not trusted.
import { describe, expect, test } from 'vitest'
import { arrived, DKIM, DMARC, header, message, SPF, senderOf, signed } from '../../testing/authentication-mails.ts'
import { ownServer } from '../../testing/corpus-world.ts'
import { dnsOfKeys, signedMail } from '../../testing/signed-mail.ts'
import { examineHere } from './examine-here.ts'

const FEW = 'From:Subject:Date'
const ALL = 'From:Subject:Date:To:Cc:Reply-To'
const addable = ['reply-to', 'to', 'cc']

describe('A-462: fields that the authentication does not cover:', () => {
  test.each([
    ['a signature of few fields', signed({ fields: FEW }), 'dkim', addable],
    ['a signature of all fields', signed({ fields: ALL }), 'dkim', []],
    ['the server’s DKIM, a signature of few fields', arrived(DKIM, signed({ fields: FEW })), 'server', addable],
    ['DMARC with a signature of few fields', arrived(DMARC, signed({ fields: FEW })), 'server', addable],
    [
      'a signature of few fields below one of all',
      signedMail(signed({ fields: FEW }), { fields: ALL }),
      'dkim',
      addable,
    ],
    [
      'a signature of all fields below an unreadable one',
      `DKIM-Signature: x\r\n${signed({ fields: ALL })}`,
      'dkim',
      addable,
    ],
    ['SPF with a signature of few fields', arrived(`${DMARC}; ${SPF}`, signed({ fields: FEW })), 'server', []],
    ['DMARC without a signature', arrived(DMARC), 'server', []],
    ['not authenticated', message, 'none', []],
  ])('%s', async (_what, raw, authentication, unsigned) => {
    expect(await senderOf(raw)).toEqual({ authentication, unsigned })
  })
})

test('A-462: an added Reply-To, To or Cc is marked, and gives no copies', async () => {
  const { 'Reply-To': _replyTo, To: _to, Cc: _cc, ...own } = header
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`)
  const raw = signedMail(`${lines.join('')}\r\nHej.\r\n`, { fields: FEW })
  const added = raw.replace(
    '\r\nSubject:',
    '\r\nReply-To: evil@evil.example\r\nTo: lo@kajen.example\r\nCc: pia@kajen.example\r\nSubject:',
  )
  const { mail, authentication } = await examineHere(Buffer.from(added), ownServer, dnsOfKeys)
  expect(authentication).toBe('dkim')
  expect(mail).toMatchObject({
    replyTo: [{ address: 'evil@evil.example' }],
    copied: [],
    cc: [{ address: 'pia@kajen.example' }],
  })
  expect(mail.remarks).toEqual(['unsigned_reply_to', 'unsigned_copies'])
  const whole = await examineHere(Buffer.from(signed({ fields: ALL })), ownServer, dnsOfKeys)
  expect(whole.mail.replyTo.map(({ address }) => address)).toEqual(['kim@kajen.example'])
  expect(whole.mail.copied.map(({ address }) => address)).toEqual(['support@nordnat.example', 'lo@kajen.example'])
  expect(whole.mail.remarks).toEqual([])
})

test.each(['base64', 'quoted-printable', 'x-unknown'])(
  'A-462: an added Content-Transfer-Encoding of %s does not change the text',
  async (encoding) => {
    const { 'Content-Transfer-Encoding': _encoding, ...own } = header
    const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`)
    for (const words of ['Hej, nu blinkar det rött.', 'Ja\r\n\r\nKom i dag.', 'Jatack']) {
      const raw = signedMail(`${lines.join('')}\r\n${words}\r\n`, { fields: FEW })
      const added = raw.replace('\r\nSubject:', `\r\nContent-Transfer-Encoding: ${encoding}\r\nSubject:`)
      const { mail, authentication } = await examineHere(Buffer.from(added), ownServer, dnsOfKeys)
      expect([authentication, mail.text]).toEqual(['dkim', words.replaceAll('\r\n', '\n')])
    }
  },
)
