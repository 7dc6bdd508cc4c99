// Which mails authenticate their sender, with genuine DKIM signatures. The routes that follow are tested with the corpus.
import { describe, expect, test } from 'vitest'
import {
  ANONYMOUS,
  arrived,
  authenticationOf,
  DKIM,
  DMARC,
  lmtp,
  message,
  own,
  received,
  SPF,
  signed,
} from '../../testing/authentication-mails.ts'
import { signedMail, weakKeys } from '../../testing/signed-mail.ts'

type Rows = [what: string, raw: string, authentication: 'server' | 'dkim' | 'none'][]

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
    'A-394: not authenticated: a failure by our own server, in spite of a valid signature',
    arrived('dmarc=fail header.from=kajen.example', signed()),
    'none',
  ],
  ['DMARC without a record, beside SPF', arrived(`dmarc=none header.from=kajen.example; ${SPF}`), 'server'],
  ['DMARC with a broken record, beside SPF', arrived(`dmarc=permerror header.from=kajen.example; ${SPF}`), 'server'],
  ['two different DMARC results', arrived(`dmarc=none header.from=kajen.example; ${DMARC}`), 'none'],
  ['no result', arrived('none'), 'none'],
  ['no result, of a mail that is signed', arrived('none', signed()), 'dkim'],
  ['no results and no signature', `${received}${message}`, 'none'],
  ['DKIM of a mail that is signed', arrived(DKIM, signed()), 'server'],
  ['DKIM with header.i only', arrived('dkim=pass header.i=@kajen.example', signed()), 'server'],
  [
    'DKIM with header.i below the signing domain',
    arrived('dkim=pass header.i=kim@mail.kajen.example', signed()),
    'server',
  ],
  ['DKIM of a mail without a signature', arrived(DKIM), 'none'],
  ['DKIM of a signature of another selector', arrived(DKIM.replace('s1', 's2'), signed()), 'dkim'],
  ['DKIM of another domain', arrived('dkim=pass header.d=evil.example', signed({ domain: 'evil.example' })), 'none'],
  [
    'DKIM of the Microsoft tenant instead of the domain',
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
  ['a failure below a pass', `${own(SPF)}${own('dmarc=fail header.from=kajen.example')}${received}${message}`, 'none'],
  [
    'A-463: not authenticated: a header below the server’s Received',
    `${own('dmarc=none')}${received}${own(DMARC)}${message}`,
    'none',
  ],
  [
    'A-463: not authenticated: a forged header right below the server’s, with its Received on top',
    `${received}${own('dmarc=none')}${own(DMARC)}${message}`,
    'none',
  ],
  [
    'A-463: not authenticated: the same with a forged Received',
    `${received}${own('dmarc=none')}${own(DMARC)}${received}${message}`,
    'none',
  ],
  [
    'A-463: not authenticated: a HELO that looks like a local delivery',
    `${received.replace('smtp.kajen.example (', 'x by mx.nordnat.example with LMTP (')}${own('dmarc=none')}${own(DMARC)}${received}${message}`,
    'none',
  ],
  [
    'A-463: not authenticated: a header after one of another program',
    `${own('dmarc=none')}X-Mailer: x\r\n${own(DMARC)}${received}${message}`,
    'none',
  ],
  [
    'A-463: not authenticated: a header above the Received of another server',
    `${own('dmarc=none')}${own(DMARC)}${received.replace('by mx.nordnat', 'by mx.evil')}${message}`,
    'none',
  ],
  [
    'A-463: not authenticated: the id of another server',
    arrived(DMARC).replace('mx.nordnat.example;', 'mx.evil.example;'),
    'none',
  ],
  [
    'a header of another server above our server’s',
    `Authentication-Results: mx.evil.example; none\r\n${arrived(DMARC)}`,
    'server',
  ],
]

const ofForwarding: Rows = [
  ['a signature of the sender’s domain', signed(), 'dkim'],
  ['a signature of a host below it', signed({ domain: 'mail.kajen.example' }), 'dkim'],
  ['a forwarder that added headers on top', `${received}X-Forwarded-To: c@d.example\r\n${signed()}`, 'dkim'],
  ['a forwarder whose server fails SPF', arrived('spf=fail smtp.mailfrom=kim@kajen.example', signed()), 'dkim'],
  ['a list that changed the subject', signed().replace('[#1234] WiFi', '[Lista] [#1234] WiFi'), 'none'],
  ['a list that added a footer', `${signed()}-- \r\nLista\r\n`, 'none'],
  [
    'a list that added its own signature; the first is still valid',
    signedMail(signed(), { domain: 'lista.example' }),
    'dkim',
  ],
  [
    'a list that changed and signed the mail',
    signedMail(`${signed()}-- \r\nLista\r\n`, { domain: 'lista.example' }),
    'none',
  ],
  ['two signatures of the domain', signedMail(signed(), { domain: 'mail.kajen.example' }), 'dkim'],
  [
    'an invalid signature above a valid one',
    `${signed().split(message)[0]?.replace('bh=', 'bh=A')}${signed()}`,
    'dkim',
  ],
  ['an unreadable signature above a valid one', `DKIM-Signature: nonsense\r\n${signed()}`, 'dkim'],
  ['a valid signature above an invalid one', signedMail(`DKIM-Signature: nonsense\r\n${message}`), 'dkim'],
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
  ['A-462: not authenticated: From and Date alone are signed', signed({ fields: 'From:Date' }), 'none'],
  ['A-462: not authenticated: Subject is not signed', signed({ fields: 'From:To:Date:Message-ID' }), 'none'],
  ['A-462: not authenticated: Date is not signed', signed({ fields: 'From:To:Subject' }), 'none'],
  [
    'A-462: not authenticated: the server’s DKIM, Subject is not signed',
    arrived(DKIM, signed({ fields: 'From:Date' })),
    'none',
  ],
  [
    'A-462: not authenticated: the server’s DKIM, a signature of few fields and a forged one of enough',
    arrived(
      DKIM,
      `DKIM-Signature: v=1; d=kajen.example; s=s1; h=From:Subject:Date; b=AAAA\r\n${signed({ fields: 'From:Date' })}`,
    ),
    'none',
  ],
  [
    'A-462: the same with header.b, which is a part of both signatures',
    arrived(`${DKIM} header.b=AAAA`, `DKIM-Signature: v=1; d=kajen.example; s=s1; h=From:Date; b=AAAA\r\n${signed()}`),
    'dkim',
  ],
  [
    'A-462: the server’s DKIM, with an unreadable signature too',
    arrived(DKIM, `DKIM-Signature: x\r\n${signed()}`),
    'dkim',
  ],
  ['DMARC with a signature of few fields', arrived(DMARC, signed({ fields: 'From' })), 'server'],
  ['SPF with a signature of few fields', arrived(SPF, signed({ fields: 'From' })), 'server'],
  ['l= of the whole body', signed({ bytesLess: 0 }), 'dkim'],
  ['l= of the whole body, simple', signed({ bytesLess: 0, canonicalization: 'simple/simple' }), 'dkim'],
  ['the server’s DKIM, l= of the whole body', arrived(DKIM, signed({ bytesLess: 0 })), 'server'],
  ['A-462: not authenticated: l= of a part of the body', signed({ bytesLess: 2 }), 'none'],
  [
    'A-462: not authenticated: l= of a part of the body, simple',
    signed({ bytesLess: 2, canonicalization: 'relaxed/simple' }),
    'none',
  ],
  [
    'A-462: not authenticated: the server’s DKIM, l= of a part of the body',
    arrived(DKIM, signed({ bytesLess: 2 })),
    'none',
  ],
  ['A-462: not authenticated: text added below l=', `${signed({ bytesLess: 0 })}Betala\r\n`, 'none'],
  [
    'A-462: not authenticated: the server’s DKIM, text added below l=',
    arrived(DKIM, `${signed({ bytesLess: 0 })}Betala\r\n`),
    'none',
  ],
  [
    'A-462: not authenticated: the server’s DKIM, h= given again after many tags',
    arrived(
      DKIM,
      signed({ tags: `h=From:Subject:Date; ${'x=1; '.repeat(60)}`, fields: 'From:Date' }).replaceAll(
        /x=1/g,
        (_tag, at) => `x${at}=1`,
      ),
    ),
    'none',
  ],
  ['A-462: not authenticated: h= given twice', signed({ tags: 'h=From:Subject:Date; ', fields: 'From:Date' }), 'none'],
  ['A-394: not authenticated: another domain', signed({ domain: 'evil.example' }), 'none'],
  ['A-394: not authenticated: changed text', signed().replace('Nu blinkar', 'Betala'), 'none'],
  ['A-394: not authenticated: another sender', signed().replace('Kim <kim@', 'Lo <lo@'), 'none'],
  ['A-394: not authenticated: a weak key', signed({ selector: 'weak', key: weakKeys.privateKey }), 'none'],
  ['A-394: not authenticated: a key that is not in the DNS', signed({ selector: 's2' }), 'none'],
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
  ['A-460: not authenticated: an envelope address in quotes', arrived(`spf=pass smtp.mailfrom=${ANONYMOUS}`), 'none'],
  [
    'A-460: not authenticated: the same, quoted as a whole',
    arrived('spf=pass smtp.mailfrom="\\"x; dkim=pass header.d=kajen.example \\"@evil.example"'),
    'none',
  ],
  [
    'A-460: not authenticated: the same without its quotes',
    arrived('spf=pass smtp.mailfrom=x; dmarc=pass header.from=kajen.example @evil.example'),
    'none',
  ],
  [
    'A-460: not authenticated: a comment with such an address',
    arrived(`spf=pass (of ${ANONYMOUS} is allowed) smtp.mailfrom=evil.example`),
    'none',
  ],
  [
    'A-460: not authenticated: a comment with a parenthesis in quotes',
    arrived(
      'spf=pass (of "x); dmarc=pass header.from=kajen.example ("@evil.example is allowed) smtp.mailfrom=evil.example',
    ),
    'none',
  ],
  [
    'A-460: not authenticated: a nested comment',
    arrived('dmarc=none (a (b) ; dmarc=pass header.from=kajen.example ) header.from=kajen.example'),
    'none',
  ],
  [
    'A-460: not authenticated: an escaped parenthesis in a comment',
    arrived('dmarc=none (a \\) ; dmarc=pass header.from=kajen.example )'),
    'none',
  ],
  ['A-460: not authenticated: a comment that does not end', arrived(`${DMARC} (x`), 'none'],
  ['A-460: not authenticated: a parenthesis that closes nothing', arrived(`spf=none x) ; ${DMARC}`), 'none'],
  ['A-460: not authenticated: a quotation that does not end', arrived(`spf=pass smtp.mailfrom="x; ${DMARC}`), 'none'],
  ['A-460: not authenticated: a method without a semicolon before it', arrived(`spf=none ${DMARC}`), 'none'],
  [
    'A-460: not authenticated: no semicolon after the id',
    arrived(DMARC).replace('mx.nordnat.example;', 'mx.nordnat.example'),
    'none',
  ],
  [
    'A-460: not authenticated: a property given twice',
    arrived('dmarc=pass header.from=evil.example header.from=kajen.example'),
    'none',
  ],
  [
    'A-460: not authenticated: a value in a quoted reason',
    arrived('dmarc=none reason="; dmarc=pass header.from=kajen.example"'),
    'none',
  ],
  [
    'A-460: not authenticated: an id with the result in it',
    `Authentication-Results: "mx.nordnat.example; ${DMARC}"\r\n${received}${message}`,
    'none',
  ],
  [
    'A-460: not authenticated: an address in the local part',
    arrived('spf=pass smtp.mailfrom="kim@kajen.example"@evil.example'),
    'none',
  ],
  [
    'A-460: not authenticated: two addresses in one',
    arrived('spf=pass smtp.mailfrom=kim@evil.example,x@kajen.example'),
    'none',
  ],
  ['A-460: a signed mail with a header outside the grammar', arrived(`${DMARC} (x`, signed()), 'dkim'],
  [
    'A-460: not authenticated: a forged header below one outside the grammar',
    `${own(`spf=none (x`)}${arrived(DMARC)}`,
    'none',
  ],
]

describe('a sender is authenticated by', () => {
  test.each(listsOfProviders)('the fields that %s signs', async (_provider, fields) => {
    expect(await authenticationOf(signed({ fields }))).toBe('dkim')
    expect(await authenticationOf(arrived(DKIM, signed({ fields })))).toBe('server')
  })
})

describe.each([
  ['results of the server', ofTheServer],
  ['the order of headers', ofOrders],
  ['forwarders and lists', ofForwarding],
  ['coverage of signatures', ofCover],
  ['quoted strings and comments', ofQuoting],
] as const)('%s:', (_kind, rows) => {
  test.each(rows)('%s', async (_what, raw, expected) => {
    expect(await authenticationOf(raw)).toBe(expected)
  })
})

test('the tables have at least sixty rows', () => {
  const rows = [ofTheServer, ofOrders, ofForwarding, listsOfProviders, ofCover, ofQuoting].flat()
  expect(rows.length).toBeGreaterThanOrEqual(60)
})
