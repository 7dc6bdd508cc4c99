// Forms are accepted only from the site's own pages: another site could use up its visitors' rate limits.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FormPath } from '#features/inbox/forms.contract.ts'
import { aNetwork, contact, type FormSite, fault, startFormSite } from '#features/inbox/testing/form-site.ts'

let site: FormSite
beforeAll(async () => {
  site = await startFormSite()
})
beforeEach(() => site.empty())
afterAll(() => site.stop())

type Headers = Record<string, string>
const PROXY = '10.9.9.9'
const statusOf = async (headers: Headers, ip?: string) =>
  (await site.send('/kontakt', contact, { headers, ...(ip && { ip }) })).statusCode

/** `appUrl` of every test is https://support.nordnat.se. */
const own: [string, Headers][] = [
  ['a browser that sends same-origin', { 'sec-fetch-site': 'same-origin', origin: 'https://support.nordnat.se' }],
  ['an address typed by the visitor', { 'sec-fetch-site': 'none' }],
  ['a same-origin page by Sec-Fetch-Site, whatever Origin is', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ['an old browser that sends neither header', {}],
  [
    'an older browser at APP_URL, with the Host of a proxy',
    { origin: 'https://support.nordnat.se', host: '127.0.0.1:3000' },
  ],
  ['an older browser on the requested host', { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }],
  ['capital letters in Host', { origin: 'http://server.local', host: 'Server.LOCAL' }],
  ['a default port', { origin: 'https://server.local', host: 'server.local:443' }],
]
const foreign: [string, Headers][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://ond.example' }],
  ['another subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://blogg.nordnat.se' }],
  ['another site with our Origin', { 'sec-fetch-site': 'cross-site', origin: 'https://support.nordnat.se' }],
  ['an unknown value', { 'sec-fetch-site': 'own' }],
  ['two values', { 'sec-fetch-site': 'same-origin, cross-site' }],
  ['an older browser at another site', { origin: 'https://ond.example' }],
  ['a page with an opaque origin', { origin: 'null' }],
  ['a host that begins like ours', { origin: 'https://support.nordnat.se.ond.example' }],
  ['a host that ends like ours', { origin: 'https://ond-support.nordnat.se' }],
  ['another port', { origin: 'http://192.168.1.5:8080', host: '192.168.1.5:3000' }],
  ['another scheme', { origin: 'ftp://support.nordnat.se' }],
  ['a value that is no URL', { origin: 'support.nordnat.se' }],
  [
    'a forwarded host from a client that is not the proxy',
    { origin: 'https://ond.example', 'x-forwarded-host': 'ond.example' },
  ],
]

describe('A-207: a form from', () => {
  test.each(own)('%s is accepted', async (_what, headers) => {
    expect(await statusOf(headers)).toBe(303)
    expect(await site.count('enquiries')).toBe(1)
  })

  test.each(foreign)('%s is refused', async (_what, headers) => {
    expect(await statusOf(headers)).toBe(403)
    expect([await site.count('enquiries'), await site.count('form_counters')]).toEqual([0, 0])
  })

  test('the host that the configured proxy forwards is accepted', async () => {
    const headers = { origin: 'https://www.nordnat.se', host: '127.0.0.1', 'x-forwarded-host': 'www.nordnat.se' }
    expect([await statusOf(headers, PROXY), await statusOf(headers)]).toEqual([303, 403])
  })
})

test('A-207: the refusal says what to do, and the form retains its values', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  const text =
    'Formuläret skickades från en annan webbplats och togs inte emot. Kontrollera texten och skicka igen härifrån.'
  for (const [path, fields] of [
    ['/kontakt', contact],
    ['/support', { ...fault, urgent: 'on' }],
  ] as [FormPath, Headers][]) {
    const page = await site.send(path, fields, { headers })
    expect([page.statusCode, page.headers['cache-control']]).toEqual([403, 'no-store'])
    expect(page.json()).toMatchObject({ path, form: { values: fields, errors: {}, problem: text } })
    const json = await site.send(path, fields, { headers, script: true })
    expect([json.statusCode, json.json().error]).toMatchObject([403, { code: 'other_site', message: text }])
  }
})

test('A-207: a form from another site does not count for the visitor’s limits', async () => {
  const ip = aNetwork()
  for (let n = 0; n < 30; n++) {
    const fields = { ...contact, message: `nr ${n}` }
    expect((await site.send('/kontakt', fields, { ip, headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(
      403,
    )
  }
  for (let n = 0; n < 5; n++)
    expect((await site.send('/kontakt', { ...contact, message: `nr ${n}` }, { ip })).statusCode).toBe(303)
})
