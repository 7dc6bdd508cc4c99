import { afterAll, beforeAll, expect, test } from 'vitest'
import { appPaths } from '#app/browser/paths.ts'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { sitePaths } from '../paths.ts'
import { servicePath, servicesOf } from '../services.rules.ts'
import { markColors, markOf, sharedPicture } from './drawn-pictures.ts'

const ours = markColors({ mainColor: null, accentColor: null })
const APP_URL = 'https://support.nordnat.se'
let h: Harness
let orgId: string

beforeAll(async () => {
  h = await startHarness({ frontend: aFrontend() })
  orgId = (await h.anOrganization('Nordnät AB')).id
})
afterAll(() => h.stop())

const get = (url: string, headers: Record<string, string> = {}) => h.app.inject({ url, headers })
/** Width and height, from a PNG's header chunk. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('robots.txt disallows the pages behind a login and names the sitemap', async () => {
  const { body, headers } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain(`Sitemap: ${APP_URL}/sitemap.xml`)
  const closed = [...body.matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path)
  const isClosed = (path: string) =>
    closed.some((one) => (one.endsWith('$') ? `${path}$` === one : path.startsWith(one)))
  expect([...appPaths, '/api/me', '/auth/v1/token'].filter((path) => !isClosed(path))).toEqual([])
  expect(sitePaths.filter(isClosed)).toEqual([])
})

test('the sitemap has the absolute URL of every public page', async () => {
  const { body, headers } = await get('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual(
    [...sitePaths, ...servicesOf(null).map(servicePath)].map((path) => APP_URL + path),
  )
})

test('security.txt has a contact and expires within a year', async () => {
  expect((await get('/.well-known/security.txt')).body).toContain(`Contact: ${APP_URL}/kontakt`)
  await h.test.superuser.query(
    `update company_facts set email = 'hej@nordnat.se', phone = '018-12 34 56' where org_id = $1`,
    [orgId],
  )
  const { body } = await get('/.well-known/security.txt')
  expect(body).toMatch(/^Contact: mailto:hej@nordnat\.se\nContact: tel:\+4618123456\n/)
  const days = (Date.parse(/Expires: (.*)/.exec(body)?.[1] ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(100)
  expect(days).toBeLessThan(365)
})

test('the manifest has the company’s name and existing icons', async () => {
  const { headers, body } = await get('/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  const manifest = JSON.parse(body)
  expect(manifest).toMatchObject({ name: 'Nordnät AB', lang: 'sv', start_url: '/' })
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await get(src)
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, type])
    if (type === 'image/png') expect(sizeOf(icon.rawPayload).join('x')).toBe(sizes)
  }
  expect(sizeOf((await get('/apple-touch-icon.png')).rawPayload)).toEqual([180, 180])
})

test('the icon is the initial of the company’s name', async () => {
  const { body, headers } = await get('/favicon.svg')
  expect(headers['content-type']).toBe('image/svg+xml')
  expect(body).toMatch(/<text[^>]*>N<\/text>/)
  expect(body).not.toContain('Stödpunkt')
  expect(markOf('<Åke>', ours)).toMatch(/<text[^>]*>Å<\/text>/)
})

test('the preview image is cached for a day, embeddable anywhere, and has the company’s name', async () => {
  const first = await get('/og.png', { 'accept-encoding': 'br' })
  expect(sizeOf(first.rawPayload)).toEqual([1200, 630])
  expect(first.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(first.headers['content-encoding']).toBeUndefined()
  expect((await get('/og.png', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
  await h.test.superuser.query(`update organizations set name = 'Sydnät AB' where id = $1`, [orgId])
  expect((await get('/og.png')).headers.etag).not.toBe(first.headers.etag)
})

test.each(['A', 'Å'.repeat(200), '<&">\u0007', 'Företaget med det långa namnet som ingen orkar läsa till slutet AB'])(
  'a company named %j has a preview image',
  async (name) => {
    expect(sizeOf(await sharedPicture(name, ours))).toEqual([1200, 630])
  },
)
