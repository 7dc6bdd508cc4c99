import { describe, expect, test } from 'vitest'
import { readAuthenticationResults } from './authentication-results.ts'

const read = (value: string) => {
  const { authservId, results } = readAuthenticationResults(value)
  const found = results?.map(({ method, result, properties }) => [method, result, Object.fromEntries(properties)])
  return { authservId, found }
}

// Examples from RFC 8601 (appendix B) and from servers.
const readable: Record<string, [value: string, authservId: string | null, ...results: [string, string, object][]]> = {
  'no result': ['example.org 1; none', 'example.org'],
  'an id alone': ['example.org', 'example.org'],
  'RFC 8601, B.4': [
    'example.com; auth=pass (cram-md5) smtp.auth=sender@example.net; spf=pass smtp.mailfrom=example.net',
    'example.com',
    ['auth', 'pass', { 'smtp.auth': 'sender@example.net' }],
    ['spf', 'pass', { 'smtp.mailfrom': 'example.net' }],
  ],
  'RFC 8601, B.7': [
    "foo.example.net (foobar) 1 (baz); dkim (Because I like it) / 1 (One yay) = (wait for it) fail policy (A dot can go here) . (like that) expired (this surprised me) = (as I wasn't expecting it) 1362471462",
    'foo.example.net',
    ['dkim', 'fail', { 'policy.expired': '1362471462' }],
  ],
  Google: [
    'mx.google.com; dkim=pass header.i=@kajen.example header.s=s1 header.b=EvN/8h4T; spf=pass (google.com: domain of kim@kajen.example designates 192.0.2.7 as permitted sender) smtp.mailfrom=kim@kajen.example; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=kajen.example',
    'mx.google.com',
    ['dkim', 'pass', { 'header.i': '@kajen.example', 'header.s': 's1', 'header.b': 'EvN/8h4T' }],
    ['spf', 'pass', { 'smtp.mailfrom': 'kim@kajen.example' }],
    ['dmarc', 'pass', { 'header.from': 'kajen.example' }],
  ],
  OpenDKIM: [
    'mx.example; dkim=pass (2048-bit key; unprotected) header.d=kajen.example header.i=@kajen.example header.b="TXuC/lsq"; dkim-atps=neutral',
    'mx.example',
    ['dkim', 'pass', { 'header.d': 'kajen.example', 'header.i': '@kajen.example', 'header.b': 'TXuC/lsq' }],
    ['dkim-atps', 'neutral', {}],
  ],
  'an SPF filter of Postfix': [
    'mx.example; spf=pass (sender SPF authorized) smtp.mailfrom=kajen.example (client-ip=192.0.2.7; helo=smtp.kajen.example; envelope-from=kim@kajen.example; receiver=<UNKNOWN>)',
    'mx.example',
    ['spf', 'pass', { 'smtp.mailfrom': 'kajen.example' }],
  ],
  Rspamd: [
    'mx.example; dkim=none; dmarc=fail reason="SPF not aligned (relaxed), No valid DKIM" header.from=kajen.example (policy=none); spf=pass (mx.example: domain of x@y.example designates 192.0.2.7 as permitted sender) smtp.mailfrom=x@y.example',
    'mx.example',
    ['dkim', 'none', {}],
    ['dmarc', 'fail', { reason: 'SPF not aligned (relaxed), No valid DKIM', 'header.from': 'kajen.example' }],
    ['spf', 'pass', { 'smtp.mailfrom': 'x@y.example' }],
  ],
  Exim: [
    'mx.example; iprev=pass (smtp.kajen.example) smtp.remote-ip=2001:db8::7; arc=none',
    'mx.example',
    ['iprev', 'pass', { 'smtp.remote-ip': '2001:db8::7' }],
    ['arc', 'none', {}],
  ],
  Fastmail: [
    'mx.example; dkim=pass (2048-bit rsa key sha256) header.d=kajen.example header.a=rsa-sha256 header.s=s1 x-bits=2048; x-csa=none; bimi=skipped (DMARC Policy is not at enforcement)',
    'mx.example',
    ['dkim', 'pass', { 'header.d': 'kajen.example', 'header.a': 'rsa-sha256', 'header.s': 's1', 'x-bits': '2048' }],
    ['x-csa', 'none', {}],
    ['bimi', 'skipped', {}],
  ],
  Microsoft: [
    'spf=none (sender IP is 192.0.2.7) smtp.mailfrom=; nordnat.example; dkim=none (message not signed) header.d=none;nordnat.example; dmarc=none action=none header.from=kajen.example;compauth=pass reason=100',
    null,
    ['spf', 'none', { 'smtp.mailfrom': '' }],
    ['dkim', 'none', { 'header.d': 'none' }],
    ['dmarc', 'none', { action: 'none', 'header.from': 'kajen.example' }],
    ['compauth', 'pass', { reason: '100' }],
  ],
  'quoted pairs': [
    'mx.example; spf=pass reason="a \\"b\\" \\\\ ; c" smtp.mailfrom="k; \\"im"@kajen.example',
    'mx.example',
    ['spf', 'pass', { reason: 'a "b" \\ ; c', 'smtp.mailfrom': '"k; \\"im"@kajen.example' }],
  ],
}

describe('reads the results in the form of each server:', () => {
  test.each(Object.entries(readable))('%s', (_name, [value, authservId, ...results]) => {
    expect(read(value)).toEqual({ authservId, found: results })
    // Folded lines do not change the id.
    expect(read(value.replaceAll(' ', '\r\n\t'))).toMatchObject({ authservId })
  })
})

const unknown: Record<string, string> = {
  'another version': 'mx.example 2; dkim=pass header.d=kajen.example',
  'a method of another version': 'mx.example 1; dkim/2=pass header.d=kajen.example',
  'no semicolon after the id': 'mx.example dkim=pass',
  'no semicolon between methods': 'mx.example; spf=pass dkim=pass',
  'two semicolons': 'mx.example; spf=pass;; dkim=pass',
  'a method without a result': 'mx.example; dkim',
  'a result without a method': 'mx.example; =pass',
  'a property without a value': 'mx.example; dkim=pass header.d',
  'a property without a type': 'mx.example; dkim=pass d=kajen.example',
  'a closing parenthesis without a comment': 'mx.example; dkim=pass )',
  'an unclosed comment': 'mx.example; dkim=pass (',
  'an unclosed comment around another': 'mx.example; dkim=pass (a (b)',
  'an unclosed quoted string': 'mx.example; spf=pass smtp.mailfrom="a',
  'an unclosed quotation in a comment': 'mx.example; spf=pass (of "a)',
  'a parenthesis in a quotation in a comment': 'mx.example; spf=pass (of "a)" b)',
  'text after a quoted string': 'mx.example; spf=pass smtp.mailfrom="a"b',
  'a quoted string after text': 'mx.example; spf=pass smtp.mailfrom=a"b"@c.example',
  'an escape outside a quoted string': 'mx.example; spf=pass smtp.mailfrom=a\\;b',
  'a property given twice': 'mx.example; dkim=pass header.d=a.example header.d=b.example',
  'a control character': 'mx.example; dkim=pass header.d=a\0b',
  'too many characters': `mx.example; dkim=pass ${' '.repeat(20_000)}`,
}

test.each(Object.entries(unknown))('A-460: a header with %s has no result', (_name, value) => {
  expect(read(value)).toEqual({ authservId: 'mx.example', found: undefined })
})

test.each(['', ';', '"', '(', '=pass', '; dkim=pass'])('A-460: %j has neither id nor result', (value) => {
  expect(read(value)).toEqual({ authservId: null, found: undefined })
})
