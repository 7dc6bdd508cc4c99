// Results by Exchange Online, without an id, below the Received headers of its own servers.
import { describe, expect, test } from 'vitest'
import { ANONYMOUS, authenticationOf, DMARC, message, received, signed } from '../../testing/authentication-mails.ts'
import { microsoft } from '../../testing/corpus-world.ts'

describe('results of Microsoft:', () => {
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
      'below the hop of its front end, for mail of an unsigned domain',
      [
        hop('CH2PR05CA0050.namprd05.prod.outlook.com', 'AM0PR07MB4.eurprd07.prod.outlook.com'),
        hop('BN8NAM11FT047.eop-nam11.prod.protection.outlook.com', 'CH2PR05CA0050.outlook.office365.com'),
        'Authentication-Results: spf=pass (sender IP is 192.0.2.7) smtp.mailfrom=kajen.example; dkim=none (message not signed) header.d=none;dmarc=pass action=none header.from=kajen.example;\r\n',
        `${received}${message}`,
      ].join(''),
      'microsoft',
    ],
    [
      'DKIM alone, of a signed mail',
      atMicrosoft('dkim=pass (signature was verified) header.d=kajen.example', signed()),
      'microsoft',
    ],
    [
      'A-462: not authenticated: DKIM alone, Subject is not signed',
      atMicrosoft('dkim=pass header.d=kajen.example', signed({ fields: 'From:Date' })),
      'none',
    ],
    [
      'a failure',
      atMicrosoft('spf=pass smtp.mailfrom=kajen.example;dmarc=fail action=oreject header.from=kajen.example', signed()),
      'none',
    ],
    [
      'nothing, within a tenant',
      atMicrosoft('dkim=none (message not signed) header.d=none;dmarc=none action=none header.from=kajen.example;'),
      'none',
    ],
    [
      'A-460: not authenticated: an envelope address in quotes',
      atMicrosoft(`spf=pass (sender IP is 192.0.2.7) smtp.mailfrom=${ANONYMOUS}`),
      'none',
    ],
    [
      'A-460: not authenticated: a header outside the grammar above a forged one',
      atMicrosoft('spf=pass (x', `Authentication-Results: ${DMARC}\r\n${message}`),
      'none',
    ],
    ['A-463: not authenticated: another server above it', `${received}${atMicrosoft(DMARC)}`, 'none'],
    ['A-463: not authenticated: nothing above it', `Authentication-Results: ${DMARC}\r\n${message}`, 'none'],
    ['nothing, of a signed mail', signed(), 'dkim'],
    ['A-461: not authenticated: all three, and a second subject', `Subject: Betala\r\n${atMicrosoft(DMARC)}`, 'none'],
  ]
  test.each(rows)('%s', async (_what, raw, expected) => {
    expect(await authenticationOf(raw, microsoft)).toBe(expected)
  })
})
