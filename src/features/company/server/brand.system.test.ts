import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FileUse } from '#features/files/files.contract.ts'
import { aJpeg, aPng } from '#features/files/testing/sample-pictures.ts'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import { defaultColors } from '#shared/theme-colors.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { brand } from '../brand.contract.ts'
import type { PicturePlace } from '../picture.contract.ts'

let h: Harness
let admin: Person
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
})
afterAll(() => h.stop())

const uploaded = (use: FileUse, payload: Buffer) => anUploadedFile(h, admin, use, payload)
const set = (place: PicturePlace, fileId: string, person = admin) =>
  h.as(person).call(brand.setPicture, { query: { place }, body: { fileId } })
const files = async () =>
  (await h.test.superuser.query('select id from files where org_id = $1 order by id', [admin.orgId])).rows.map(
    ({ id }) => id,
  )

test('a logo and a photo are shown, replaced and removed, and no file is left behind', async () => {
  const logo = await uploaded('logo', await aPng(40, 40))
  const photo = await uploaded('photo', await aJpeg(600, 300))
  await set('logo', logo.id)
  const both = await set('founder', photo.id)
  expect(both.pictures.logo).toMatchObject({ id: logo.id, width: 40, height: 40 })
  expect(both.pictures.founder).toMatchObject({ id: photo.id, width: 600 })
  expect(both.usage.bytes).toBeGreaterThan(0)
  expect(await h.as(admin).call(brand.get, {})).toEqual(both)

  const next = await uploaded('logo', await aPng(50, 40))
  expect((await set('logo', next.id)).pictures.logo?.id).toBe(next.id)
  expect(await files()).toEqual([photo.id, next.id].sort())

  const removed = await h.as(admin).call(brand.removePicture, { query: { place: 'logo' } })
  expect(Object.keys(removed.pictures)).toEqual(['founder'])
  expect(await files()).toEqual([photo.id])
  expect(await h.as(admin).call(brand.removePicture, { query: { place: 'logo' } })).toEqual(removed)
})

test('A-319: a file is shown once, in a place of its kind, and only by its uploader', async () => {
  const gone = { status: 422, fields: { file: 'Filen finns inte längre. Välj den igen.' } }
  const photo = await uploaded('photo', await aJpeg(100, 100))
  await expect(set('logo', photo.id)).rejects.toMatchObject(gone)
  const colleague = await h.anAdmin({ orgId: admin.orgId ?? '' })
  await expect(set('van', photo.id, colleague)).rejects.toMatchObject(gone)
  const outsider = await h.anAdmin({ orgId: (await h.anOrganization()).id })
  await expect(set('van', photo.id, outsider)).rejects.toMatchObject(gone)
  await set('van', photo.id)
  await expect(set('team', photo.id)).rejects.toMatchObject(gone)
})

test('two concurrent replacements of a picture leave one picture and one file', async () => {
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map(async () => (await uploaded('logo', await aPng(20, 20))).id),
  )
  await set('logo', first ?? '')
  await Promise.all([set('logo', second ?? ''), set('logo', third ?? '')])
  expect(await files()).toEqual([(await h.as(admin).call(brand.get, {})).pictures.logo?.id])
})

test('A-320: colours are stored as #rrggbb; blank ones are the product’s own', async () => {
  const change = (mainColor: string, accentColor: string) =>
    h.as(admin).call(brand.changeColors, { body: { mainColor, accentColor } })
  expect(await change(' 1A4F8B ', '#a50')).toMatchObject({ mainColor: '#1a4f8b', accentColor: '#aa5500' })
  expect(await change('', '')).toMatchObject({ mainColor: null, accentColor: null })
  const refused = (field: string, message: unknown) => ({ status: 422, fields: { [field]: message } })
  await expect(change('blå', '')).rejects.toMatchObject(
    refused('mainColor', `Ange en färg med sex tecken, som ${defaultColors.mainColor}`),
  )
  const tooLight = /^Färgen är för ljus för att läsas \(kontrast 1,3, minst 4,5\)\. Närmaste som går är #[0-9a-f]{6}\.$/
  await expect(change('', '#ffcc00')).rejects.toMatchObject(refused('accentColor', expect.stringMatching(tooLight)))
})
