import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brand } from '#features/company/brand.contract.ts'
import type { PicturePlace } from '#features/company/picture.contract.ts'
import { aJpeg, aPng } from '#features/files/testing/sample-pictures.ts'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import * as render from '../render.tsx'

let h: Harness
let admin: Person
beforeAll(async () => {
  h = await startHarness({ frontend: aFrontend(render) })
  admin = await h.anAdmin({ orgId: (await h.anOrganization('Nordnät AB')).id })
})
afterAll(() => h.stop())

const get = (url: string) => h.app.inject({ url })
const show = async (place: PicturePlace, fileId: string) =>
  h.as(admin).call(brand.setPicture, { query: { place }, body: { fileId } })

test('A-319: a picture is public only while shown, in every size and format, cached for ever', async () => {
  const { id } = await anUploadedFile(h, admin, 'photo', await aJpeg(600, 400))
  expect((await get(`/media/${id}/original`)).statusCode).toBe(404)
  await show('van', id)
  for (const [variant, format] of [
    ['original', 'jpeg'],
    ['480.webp', 'webp'],
    ['480.avif', 'heif'],
    ['600.webp', 'webp'],
  ] as const) {
    const { statusCode, headers, rawPayload } = await get(`/media/${id}/${variant}`)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(headers['content-type']).toBe(`image/${format === 'heif' ? 'avif' : format}`)
    expect((await sharp(rawPayload).metadata()).format).toBe(format)
  }
  for (const url of [`/media/${id}/960.webp`, `/media/${id}/x`, '/media/x/original', `/media/${admin.userId}/original`])
    expect((await get(url)).statusCode).toBe(404)
  await h.as(admin).call(brand.removePicture, { query: { place: 'van' } })
  expect((await get(`/media/${id}/original`)).statusCode).toBe(404)
})

test('A-360: only a picture that the company shows is public, even if row-level security allows more', async () => {
  const { id: shown } = await anUploadedFile(h, admin, 'photo', await aJpeg(60, 40))
  await show('team', shown)
  const { id: unattached } = await anUploadedFile(h, admin, 'photo', await aJpeg(60, 40))
  const { id: unplaced } = await anUploadedFile(h, admin, 'photo', await aJpeg(60, 40))
  await h.test.superuser.query('update files set is_company = true, attached_at = now() where id = $1', [unplaced])
  await h.test.superuser.query('alter policy site_read on files using (true)')
  try {
    for (const [id, status] of [
      [shown, 200],
      [unattached, 404],
      [unplaced, 404],
    ] as const)
      expect([id, (await get(`/media/${id}/original`)).statusCode]).toEqual([id, status])
  } finally {
    await h.test.superuser.query('alter policy site_read on files using (is_company)')
  }
})

test('the site, the sign-in pages and the manifest have the logo and colours at once', async () => {
  const { id } = await anUploadedFile(h, admin, 'logo', await aPng(120, 100))
  await show('logo', id)
  await h.as(admin).call(brand.changeColors, { body: { mainColor: '#1a4f8b', accentColor: '' } })
  const home = (await get('/')).body
  expect(home).toContain(`<img src="/media/${id}/original" alt="" width="120" height="100"`)
  const stylesheet = /<link rel="stylesheet" href="(\/brand\/1a4f8b--[0-9a-f]{8}\.css)"\/>/.exec(home)?.[1] ?? ''
  expect(home).toContain(`<link rel="icon" href="/media/${id}/square-64.png"`)
  const login = (await get('/customer-login')).body
  expect(login).toContain(`data-logo="/media/${id}/original 120 100" data-icon="/media/${id}/square-64.png"`)
  expect(login).toContain(`<link rel="stylesheet" href="${stylesheet}">`)
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({
    theme_color: '#1a4f8b',
    icons: [{ src: `/media/${id}/square-192.png` }, { src: `/media/${id}/square-512.png` }],
  })
  expect((await get('/favicon.svg')).body).toContain('fill="#1a4f8b"')
  const css = await get(stylesheet)
  expect([css.statusCode, css.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  expect(css.headers['cache-control']).toContain('immutable')
  expect(css.body).toContain('--c-primary:light-dark(#1a4f8b,')
})

test.each(['1a4f8b-.css', '1a4f8b--00000000.css'])(
  '%s, without the hash of its content, is not cached',
  async (name) => {
    const { statusCode, headers, body } = await get(`/brand/${name}`)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(body).toContain('--c-primary:light-dark(#1a4f8b,')
  },
)

test('a logo of another company is not on the pages of this one', async () => {
  const other = await h.anAdmin({ orgId: (await h.anOrganization('Östnät AB')).id })
  const { id } = await anUploadedFile(h, other, 'logo', await aPng(100, 100))
  await h.as(other).call(brand.setPicture, { query: { place: 'logo' }, body: { fileId: id } })
  expect((await get('/')).body).not.toContain(id)
})

test('A-320: no other address below /brand/ is a stylesheet', async () => {
  for (const name of ['x.css', '-.css', '1a4f8b.css', '1a4f8b-12345.css', '%7D-.css', '1A4F8B-.css'])
    expect((await get(`/brand/${name}`)).statusCode, name).toBe(404)
})
