// The table of what proves a sender, with mails that are really signed. What a proof leads to are rows of the corpus.
import { describe, expect, test } from 'vitest'
import { microsoft, ownServer } from '#mailboxes/testing/corpus-world.ts'
import { dnsOfKeys, type SignatureOptions, signedMail, weakKeys } from '#mailboxes/testing/signed-mail.ts'
import { parseMail } from './parse-mail.ts'
import { proofOfSender } from './proof-of-sender.ts'

const header = {
  From: 'Kim <kim@kajen.example>',
  Sender: 'Kim <kim@kajen.example>',
  'Reply-To': 'Kim <kim@kajen.example>',
  To: 'support@nordnat.example',
  Cc: 'lo@kajen.example',
  Subject: '[#1234] WiFi',
  Date: 'Tue, 3 Nov 2026 10:40:00 +0100',
  'Message-ID': '<1@kajen.example>',
  'In-Reply-To': '<2@nordnat.example>',
  References: '<2@nordnat.example>',
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Transfer-Encoding': '8bit',
  'MIME-Version': '1.0',
}
const message = `${Object.entries(header)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')}\r\nNu blinkar det  rött. \r\n\r\n`
const received =
  'Received: from smtp.kajen.example (smtp.kajen.example [192.0.2.7]) by mx.nordnat.example (Postfix) with ESMTPS id 4B2F; Tue, 3 Nov 2026 10:40:02 +0100\r\n'
const lmtp =
  'Received: from mx.nordnat.example ([127.0.0.1]) by mx.nordnat.example with LMTP id 5C3A; Tue, 3 Nov 2026 10:40:03 +0100\r\n'

/** A header of the mailbox's own server. */
const own = (results: string) => `Authentication-Results: mx.nordnat.example; ${results}\r\n`
const arrived = (results: string, mail = message) => `${own(results)}${received}${mail}`
const signed = (options?: SignatureOptions) => signedMail(message, options)
const DMARC = 'dmarc=pass (p=none dis=none) header.from=kajen.example'
const SPF = 'spf=pass smtp.mailfrom=kim@kajen.example'
const DKIM = 'dkim=pass header.d=kajen.example header.s=s1'
const STRANGER = '"x; dkim=pass header.d=kajen.example "@evil.example'

const proofOf = async (raw: string, receiver = ownServer, lookup: typeof dnsOfKeys = dnsOfKeys) => {
  const bytes = Buffer.from(raw, 'utf8')
  return proofOfSender(await parseMail(bytes), bytes, receiver, lookup)
}

type Rows = [what: string, raw: string, proof: 'server' | 'dkim' | 'none'][]

const ofTheServer: Rows = [
  ['DMARC in line with From', arrived(DMARC), 'server'],
  ['SPF in line with From', arrived(SPF), 'server'],
  ['SPF of a host below the domain', arrived('spf=pass smtp.mailfrom=bounce@mail.kajen.example'), 'server'],
  ['SPF of another domain', arrived('spf=pass smtp.mailfrom=kim@evil.example'), 'none'],
  ['SPF of HELO alone', arrived('spf=pass smtp.helo=smtp.kajen.example'), 'none'],
  ['SPF that does not pass', arrived('spf=softfail smtp.mailfrom=kim@kajen.example'), 'none'],
  ['DMARC of another domain', arrived('dmarc=pass header.from=evil.example'), 'none'],
  ['DMARC that failed, beside SPF that passed', arrived(`dmarc=fail header.from=kajen.example; ${SPF}`), 'none'],
  [
    'A-394: what our own server refused is not saved by a signature',
    arrived('dmarc=fail header.from=kajen.example', signed()),
    'none',
  ],
  ['DMARC without a record, beside SPF', arrived(`dmarc=none header.from=kajen.example; ${SPF}`), 'server'],
  ['DMARC with a broken record, beside SPF', arrived(`dmarc=permerror header.from=kajen.example; ${SPF}`), 'server'],
  ['DMARC judged twice, differently', arrived(`dmarc=none header.from=kajen.example; ${DMARC}`), 'none'],
  ['no result', arrived('none'), 'none'],
  ['no result, of a mail that is signed', arrived('none', signed()), 'dkim'],
  ['nothing of the server, and no signature', `${received}${message}`, 'none'],
  ['DKIM of a mail that is signed', arrived(DKIM, signed()), 'server'],
  ['DKIM by its identity alone', arrived('dkim=pass header.i=@kajen.example', signed()), 'server'],
  [
    'DKIM by an identity below the signing domain',
    arrived('dkim=pass header.i=kim@mail.kajen.example', signed()),
    'server',
  ],
  ['DKIM of a mail without a signature', arrived(DKIM), 'none'],
  ['DKIM of a signature of another selector', arrived(DKIM.replace('s1', 's2'), signed()), 'dkim'],
  ['DKIM of another domain', arrived('dkim=pass header.d=evil.example', signed({ domain: 'evil.example' })), 'none'],
  [
    'the tenant of Microsoft instead of the domain',
    arrived('dkim=pass header.d=kajen.onmicrosoft.example', signed({ domain: 'kajen.onmicrosoft.example' })),
    'none',
  ],
]

const ofOrders: Rows = [
  ['OpenDMARC above OpenDKIM', `${own('dmarc=none')}${own(DKIM)}${received}${signed()}`, 'server'],
  ['OpenDKIM above OpenDMARC', `${own(DKIM)}${own('dmarc=none')}${received}${signed()}`, 'server'],
  ['SPF below both', `${own('dmarc=none')}${own('dkim=none')}${own(SPF)}${received}${message}`, 'server'],
  [
    'with the headers of the filters between them',
    `DMARC-Filter: x\r\n${own('dmarc=none')}Received-SPF: pass\r\nDKIM-Filter: x\r\n${own(SPF)}${received}${message}`,
    'server',
  ],
  ['below the Received of LMTP', `${lmtp}${own('dmarc=none')}${own(SPF)}${received}${message}`, 'server'],
  [
    'a refusal below what passed',
    `${own(SPF)}${own('dmarc=fail header.from=kajen.example')}${received}${message}`,
    'none',
  ],
  ['A-463: one below the server’s Received', `${own('dmarc=none')}${received}${own(DMARC)}${message}`, 'none'],
  [
    'A-463: one of the sender right below the server’s, its Received on top',
    `${received}${own('dmarc=none')}${own(DMARC)}${message}`,
    'none',
  ],
  [
    'A-463: the same with a made-up Received',
    `${received}${own('dmarc=none')}${own(DMARC)}${received}${message}`,
    'none',
  ],
  [
    'A-463: a HELO that reads as LMTP',
    `${received.replace('smtp.kajen.example (', 'x by mx.nordnat.example with LMTP (')}${own('dmarc=none')}${own(DMARC)}${received}${message}`,
    'none',
  ],
  [
    'A-463: one after a header of somebody else',
    `${own('dmarc=none')}X-Mailer: x\r\n${own(DMARC)}${received}${message}`,
    'none',
  ],
  [
    'A-463: one above the Received of another server',
    `${own('dmarc=none')}${own(DMARC)}${received.replace('by mx.nordnat', 'by mx.evil')}${message}`,
    'none',
  ],
  ['A-463: the id of another server', arrived(DMARC).replace('mx.nordnat.example;', 'mx.evil.example;'), 'none'],
  ['another server’s above the own', `Authentication-Results: mx.evil.example; none\r\n${arrived(DMARC)}`, 'server'],
]

const ofForwarding: Rows = [
  ['a signature of the sender’s domain', signed(), 'dkim'],
  ['a signature of a host below it', signed({ domain: 'mail.kajen.example' }), 'dkim'],
  ['a forwarder that added headers on top', `${received}X-Forwarded-To: c@d.example\r\n${signed()}`, 'dkim'],
  ['a forwarder whose server fails SPF', arrived('spf=fail smtp.mailfrom=kim@kajen.example', signed()), 'dkim'],
  ['a list that changed the subject', signed().replace('[#1234] WiFi', '[Lista] [#1234] WiFi'), 'none'],
  ['a list that added a footer', `${signed()}-- \r\nLista\r\n`, 'none'],
  [
    'a list that added its own signature, the first still valid',
    signedMail(signed(), { domain: 'lista.example' }),
    'dkim',
  ],
  [
    'a list that signed what it changed',
    signedMail(`${signed()}-- \r\nLista\r\n`, { domain: 'lista.example' }),
    'none',
  ],
  ['two signatures of the domain', signedMail(signed(), { domain: 'mail.kajen.example' }), 'dkim'],
  ['a bad one above a good one', `${signed().split(message)[0]?.replace('bh=', 'bh=A')}${signed()}`, 'dkim'],
  ['one that cannot be read above a good one', `DKIM-Signature: nonsense\r\n${signed()}`, 'dkim'],
  ['a good one above a bad one', signedMail(`DKIM-Signature: nonsense\r\n${message}`), 'dkim'],
]

const gmail =
  'to:subject:message-id:date:from:in-reply-to:references:mime-version:from:to:cc:subject:date:message-id:reply-to'
const listsOfProviders: [string, string][] = [
  ['Gmail', gmail],
  [
    'Gmail, of a first mail',
    'to:subject:message-id:date:from:mime-version:from:to:cc:subject:date:message-id:reply-to',
  ],
  ['Microsoft 365', 'From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck'],
  ['iCloud', 'from:Content-Type:Mime-Version:Subject:Date:Message-Id:To:x-icloud-hme'],
  ['Postfix with OpenDKIM', 'From:To:Subject:Date:In-Reply-To:References:From'],
  ['OpenDKIM as Debian sets it up', 'Date:From:To:Subject:In-Reply-To:References'],
  [
    'one.com',
    'content-transfer-encoding:content-type:in-reply-to:mime-version:subject:references:to:from:date:message-id',
  ],
  ['Loopia', 'Subject:To:References:From:Message-ID:Date:MIME-Version:In-Reply-To:Content-Type'],
  [
    'Rspamd',
    'from:from:reply-to:subject:subject:date:date:message-id:message-id:to:to:cc:mime-version:mime-version:content-type:content-type',
  ],
]

const ofCover: Rows = [
  ['A-462: From and Date alone are signed', signed({ fields: 'From:Date' }), 'none'],
  ['A-462: Subject is not signed', signed({ fields: 'From:To:Date:Message-ID' }), 'none'],
  ['A-462: Date is not signed', signed({ fields: 'From:To:Subject' }), 'none'],
  ['A-462: the server’s DKIM, Subject is not signed', arrived(DKIM, signed({ fields: 'From:Date' })), 'none'],
  [
    'A-462: the server’s DKIM of one that covers little, and one that pretends to cover',
    arrived(
      DKIM,
      `DKIM-Signature: v=1; d=kajen.example; s=s1; h=From:Subject:Date; b=AAAA\r\n${signed({ fields: 'From:Date' })}`,
    ),
    'none',
  ],
  [
    'A-462: the same, and the server names the one it means by a part that both have',
    arrived(`${DKIM} header.b=AAAA`, `DKIM-Signature: v=1; d=kajen.example; s=s1; h=From:Date; b=AAAA\r\n${signed()}`),
    'dkim',
  ],
  [
    'A-462: the server’s DKIM beside one that cannot be read',
    arrived(DKIM, `DKIM-Signature: x\r\n${signed()}`),
    'dkim',
  ],
  ['DMARC of a signature that covers little', arrived(DMARC, signed({ fields: 'From' })), 'server'],
  ['SPF of a mail whose signature covers little', arrived(SPF, signed({ fields: 'From' })), 'server'],
  ['l= of the whole body', signed({ bytesLess: 0 }), 'dkim'],
  ['l= of the whole body, simple', signed({ bytesLess: 0, canonicalization: 'simple/simple' }), 'dkim'],
  ['the server’s DKIM, l= of the whole body', arrived(DKIM, signed({ bytesLess: 0 })), 'server'],
  ['A-462: l= of less', signed({ bytesLess: 2 }), 'none'],
  ['A-462: l= of less, simple', signed({ bytesLess: 2, canonicalization: 'relaxed/simple' }), 'none'],
  ['A-462: the server’s DKIM, l= of less', arrived(DKIM, signed({ bytesLess: 2 })), 'none'],
  ['A-462: text added below l=', `${signed({ bytesLess: 0 })}Betala\r\n`, 'none'],
  ['A-462: the server’s DKIM, text added below l=', arrived(DKIM, `${signed({ bytesLess: 0 })}Betala\r\n`), 'none'],
  ['A-462: h= given twice', signed({ tags: 'h=From:Subject:Date; ', fields: 'From:Date' }), 'none'],
  ['A-394: another domain', signed({ domain: 'evil.example' }), 'none'],
  ['A-394: other words', signed().replace('Nu blinkar', 'Betala'), 'none'],
  ['A-394: another sender', signed().replace('Kim <kim@', 'Lo <lo@'), 'none'],
  ['A-394: a weak key', signed({ selector: 'weak', key: weakKeys.privateKey }), 'none'],
  ['A-394: a key that is not in the DNS', signed({ selector: 's2' }), 'none'],
]

const ofQuoting: Rows = [
  ['a quoted value', arrived('spf=pass smtp.mailfrom="kim@kajen.example"'), 'server'],
  ['a quoted local part', arrived('spf=pass smtp.mailfrom="kim; x"@kajen.example'), 'server'],
  [
    'a local part in quotes that are quoted',
    arrived('spf=pass smtp.mailfrom="\\"k\\\\\\"m\\"@kajen.example"'),
    'server',
  ],
  ['a reason', arrived('dmarc=pass reason="aligned; (really)" header.from=kajen.example'), 'server'],
  ['versions', arrived(DMARC.replace('=', '/1=')).replace('example;', 'example 1;'), 'server'],
  [
    'comments everywhere',
    arrived('(a) dmarc (b) = (c) pass (d (e) \\) f) header (g) . (h) from (i) = (j) kajen.example (k)'),
    'server',
  ],
  ['folded lines', arrived('\r\n\tdmarc=pass\r\n\t(p=none\r\n\t dis=none)\r\n header.from=kajen.example'), 'server'],
  ['a semicolon at the end', arrived(`${DMARC};`), 'server'],
  [
    'no space between',
    arrived('dmarc=pass(p=NONE)header.from=kajen.example').replace('example; ', 'example;'),
    'server',
  ],
  ['an id in quotes', arrived(DMARC).replace('mx.nordnat.example;', '"MX.nordnat.example";'), 'server'],
  ['a base64 value without quotes', arrived(`${SPF}; dkim=fail header.b=a/b+c==`), 'server'],
  ['A-460: an envelope address in quotes', arrived(`spf=pass smtp.mailfrom=${STRANGER}`), 'none'],
  [
    'A-460: the same, quoted as a whole',
    arrived('spf=pass smtp.mailfrom="\\"x; dkim=pass header.d=kajen.example \\"@evil.example"'),
    'none',
  ],
  [
    'A-460: the same without its quotes',
    arrived('spf=pass smtp.mailfrom=x; dmarc=pass header.from=kajen.example @evil.example'),
    'none',
  ],
  [
    'A-460: a comment that quotes it',
    arrived(`spf=pass (of ${STRANGER} is allowed) smtp.mailfrom=evil.example`),
    'none',
  ],
  [
    'A-460: a comment that quotes a parenthesis',
    arrived(
      'spf=pass (of "x); dmarc=pass header.from=kajen.example ("@evil.example is allowed) smtp.mailfrom=evil.example',
    ),
    'none',
  ],
  [
    'A-460: a nested comment',
    arrived('dmarc=none (a (b) ; dmarc=pass header.from=kajen.example ) header.from=kajen.example'),
    'none',
  ],
  [
    'A-460: an escaped parenthesis in a comment',
    arrived('dmarc=none (a \\) ; dmarc=pass header.from=kajen.example )'),
    'none',
  ],
  ['A-460: a comment that does not end', arrived(`${DMARC} (x`), 'none'],
  ['A-460: a parenthesis that closes nothing', arrived(`spf=none x) ; ${DMARC}`), 'none'],
  ['A-460: a quotation that does not end', arrived(`spf=pass smtp.mailfrom="x; ${DMARC}`), 'none'],
  ['A-460: a method without a semicolon before it', arrived(`spf=none ${DMARC}`), 'none'],
  ['A-460: no semicolon after the id', arrived(DMARC).replace('mx.nordnat.example;', 'mx.nordnat.example'), 'none'],
  ['A-460: a property given twice', arrived('dmarc=pass header.from=evil.example header.from=kajen.example'), 'none'],
  ['A-460: a value in a quoted reason', arrived('dmarc=none reason="; dmarc=pass header.from=kajen.example"'), 'none'],
  [
    'A-460: an id with the result in it',
    `Authentication-Results: "mx.nordnat.example; ${DMARC}"\r\n${received}${message}`,
    'none',
  ],
  ['A-460: an address in the local part', arrived('spf=pass smtp.mailfrom="kim@kajen.example"@evil.example'), 'none'],
  ['A-460: an address that is two', arrived('spf=pass smtp.mailfrom=kim@evil.example,x@kajen.example'), 'none'],
  ['A-460: a signed mail below an unknown shape', arrived(`${DMARC} (x`, signed()), 'dkim'],
  ['A-460: one of a stranger below an unknown shape', `${own(`spf=none (x`)}${arrived(DMARC)}`, 'none'],
]

describe('a sender is proven by', () => {
  test.each(listsOfProviders)('the fields that %s signs', async (_provider, fields) => {
    expect(await proofOf(signed({ fields }))).toBe('dkim')
    expect(await proofOf(arrived(DKIM, signed({ fields })))).toBe('server')
  })
})

describe.each([
  ['what the server found', ofTheServer],
  ['the order of headers', ofOrders],
  ['forwarders and lists', ofForwarding],
  ['what a signature covers', ofCover],
  ['quotations and comments', ofQuoting],
] as const)('%s:', (_kind, rows) => {
  test.each(rows)('%s', async (_what, raw, expected) => {
    expect(await proofOf(raw)).toBe(expected)
  })
})

describe('A-461: a header that stands once stands twice:', () => {
  const proofs = { server: arrived(DMARC), 'server ': arrived(SPF), dkim: signed() }
  test.each(Object.entries(header))('%s', async (name, value) => {
    for (const [proof, raw] of Object.entries(proofs)) {
      const at = raw.indexOf('From: Kim')
      const withTop = (line: string) => `${raw.slice(0, at)}${line}\r\n${raw.slice(at)}`
      expect(await proofOf(withTop(`${name}: stranger <x@evil.example>`))).toBe('none')
      expect(await proofOf(`${name}: stranger <x@evil.example>\r\n${raw}`)).toBe('none')
      expect(await proofOf(raw.replace('\r\n\r\n', `\r\n${name}:\r\n\r\n`))).toBe('none')
      expect(await proofOf(withTop(`${name.toUpperCase()} :\r\n  ${value.replace(' ', '\r\n\t ')}`))).toBe(proof.trim())
    }
  })
  test('A-461: two headers of which one is read, since an empty line with CR stands between them, are two', async () => {
    const inner = signed()
    const outer = `From: Kim <kim@kajen.example>\r\nSubject: [#1234] WiFi\r\nDate: ${header.Date}\r\nContent-Type: text/plain\r\n\r\r\n`
    expect(await proofOf(`${outer}${inner}`)).toBe('none')
    expect(await proofOf(inner.replace('\r\n\r\nNu', '\r\n\r\r\nX-Text: Betala\r\n\r\nNu'))).toBe('none')
  })
})

describe('what Microsoft found:', () => {
  const hop = (from: string, by: string) => `Received: from ${from} (2603::1) by ${by} with HTTPS; x\r\n`
  const hops = hop('DB9PR07MB1.eurprd07.prod.outlook.com', 'AM0PR07MB4.eurprd07.prod.outlook.com')
  const atMicrosoft = (results: string, mail = message) =>
    `${hops}Authentication-Results: ${results}\r\n${received}${mail}`
  const rows: [string, string, 'microsoft' | 'dkim' | 'none'][] = [
    [
      'all three',
      atMicrosoft(
        'spf=pass (sender IP is 192.0.2.7) smtp.mailfrom=kajen.example; dkim=pass (signature was verified) header.d=kajen.example;dmarc=pass action=none header.from=kajen.example;compauth=pass reason=100',
      ),
      'microsoft',
    ],
    [
      'with the recipient’s domain between',
      atMicrosoft(
        'spf=none (sender IP is 192.0.2.7) smtp.mailfrom=kajen.example; nordnat.example; dkim=none (message not signed) header.d=none;nordnat.example; dmarc=bestguesspass action=none header.from=kajen.example;',
      ),
      'microsoft',
    ],
    [
      'DKIM alone, of a signed mail',
      atMicrosoft('dkim=pass (signature was verified) header.d=kajen.example', signed()),
      'microsoft',
    ],
    [
      'A-462: DKIM alone, Subject is not signed',
      atMicrosoft('dkim=pass header.d=kajen.example', signed({ fields: 'From:Date' })),
      'none',
    ],
    [
      'a refusal',
      atMicrosoft('spf=pass smtp.mailfrom=kajen.example;dmarc=fail action=oreject header.from=kajen.example', signed()),
      'none',
    ],
    [
      'nothing, within a tenant',
      atMicrosoft('dkim=none (message not signed) header.d=none;dmarc=none action=none header.from=kajen.example;'),
      'none',
    ],
    [
      'A-460: an envelope address in quotes',
      atMicrosoft(`spf=pass (sender IP is 192.0.2.7) smtp.mailfrom=${STRANGER}`),
      'none',
    ],
    [
      'A-460: an unknown shape above one of the sender',
      atMicrosoft('spf=pass (x', `Authentication-Results: ${DMARC}\r\n${message}`),
      'none',
    ],
    ['A-463: another server above it', `${received}${atMicrosoft(DMARC)}`, 'none'],
    ['A-463: nothing above it', `Authentication-Results: ${DMARC}\r\n${message}`, 'none'],
    ['nothing, of a signed mail', signed(), 'dkim'],
    ['A-461: all three, and a second subject', `Subject: Betala\r\n${atMicrosoft(DMARC)}`, 'none'],
  ]
  test.each(rows)('%s', async (_what, raw, expected) => {
    expect(await proofOf(raw, microsoft)).toBe(expected)
  })
})

test('A-394: without an answer of the DNS, or with one that is no key, nothing is proven and nothing fails', async () => {
  const answers = (lookup: () => Promise<string[][]>) => proofOf(signed(), ownServer, lookup)
  expect(await answers(() => Promise.reject(Object.assign(new Error('x'), { code: 'ETIMEOUT' })))).toBe('none')
  expect(await answers(async () => [['v=DKIM1; p=nonsense']])).toBe('none')
  expect(await answers(async () => [])).toBe('none')
})

test('A-394: keys of signatures that cannot prove the sender are not looked up', async () => {
  const asked: string[] = []
  const lookup = async (name: string) => {
    asked.push(name)
    return dnsOfKeys(name)
  }
  for (const options of [{ domain: 'evil.example' }, { fields: 'From:Date' }])
    expect(await proofOf(signed(options), ownServer, lookup)).toBe('none')
  expect(asked).toEqual([])
  expect(await proofOf(signed(), ownServer, lookup)).toBe('dkim')
})
