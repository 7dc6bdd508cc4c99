import { expect, test } from 'vitest'
import { areAligned } from './sender-domain.ts'

test.each([
  ...[['kajen.example', 'kajen.example'] as const, ['post.kajen.co.uk', 'kajen.co.uk'] as const],
  ...[
    ['kunda.onmicrosoft.com', 'kunda.onmicrosoft.com'] as const,
    ['a.kunda.zendesk.com', 'kunda.zendesk.com'] as const,
  ],
  ...[['kunda.mail.onmicrosoft.com', 'kunda.mail.onmicrosoft.com'] as const],
  ...[['onmicrosoft.com', 'onmicrosoft.com'] as const, ['kund.herokuapp.com', 'a.kund.herokuapp.com'] as const],
])('%s and %s belong to one organization', (one, other) => expect(areAligned(one, other)).toBe(true))

test.each([
  ...['onmicrosoft.com', 'mail.onmicrosoft.com', 'onmicrosoft.us', 'partner.onmschina.cn', 'test-google-a.com'],
  ...['zendesk.com', 'freshdesk.com', 'atlassian.net', 'wordpress.com'],
  ...['co.uk', 'pp.se', 'herokuapp.com', 'github.io', 'azurewebsites.net', 'myshopify.com', 'no-ip.org'],
])('two domains below %s belong to two organizations', (suffix) => {
  expect(areAligned(`evil.${suffix}`, `kunda.${suffix}`)).toBe(false)
  expect(areAligned(suffix, `kunda.${suffix}`)).toBe(false)
})
