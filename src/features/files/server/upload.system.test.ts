import { createHash, randomBytes } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { captureLog } from '#tests/harness/captured-log.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { aJpegFromAPhone, anApng, aPng, aWebp } from '../testing/sample-pictures.ts'

let h: Harness
let admin: Person
let technician: Person
const errors = captureLog('error')
beforeAll(async () => {
  h = await startHarness({ logger: errors.logger })
})
beforeEach(async () => {
  const { id: orgId } = await h.anOrganization()
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
})
afterAll(() => h.stop())

type Upload = { name?: string; use?: string; person?: Person | null; type?: string }

function upload(
  payload: Buffer | string,
  { name = 'bild.png', use = 'logo', person = admin, type = 'application/octet-stream' }: Upload = {},
) {
  return h.app.inject({
    method: 'POST',
    url: `/api/files?${new URLSearchParams({ name, use })}`,
    headers: { ...(person && { authorization: `Bearer ${person.token}` }), 'content-type': type },
    payload,
  })
}

const rows = async <T>(sql: string, ...values: unknown[]) => (await h.test.superuser.query(sql, values)).rows as T[]
const variantsOf = async (id: string) => {
  const found = await rows<{ variant: string; content: Buffer }>(
    `select variant, string_agg(content, '' order by position) as content from file_chunks where file_id = $1 group by 1 order by 1`,
    id,
  )
  return new Map(found.map(({ variant, content }) => [variant, content]))
}
const isEmpty = async () =>
  (await rows('select id from files where org_id = $1', admin.orgId)).length === 0 &&
  (await rows('select from file_chunks where org_id = $1', admin.orgId)).length === 0
const bytesUsed = async () =>
  (await rows<{ bytes: string }>('select bytes from file_usage where org_id = $1', admin.orgId))[0]?.bytes

describe('a picture', () => {
  test('is stored re-encoded, and its row describes it', async () => {
    const answer = await upload(await aPng(40, 30), { name: 'C:\\Bilder\\Vår logotyp.png' })
    expect(answer.statusCode).toBe(201)
    const { id, ...file } = answer.json()
    expect(file).toMatchObject({ name: 'Vår logotyp.png', type: 'image/png', width: 40, height: 30 })
    const variants = await variantsOf(id)
    expect([...variants.keys()]).toEqual([
      ...['original', 'square-180.png', 'square-192.png', 'square-512.png', 'square-64.png'],
    ])
    const [row] = await rows<{ sha256: Buffer; bytes: string; state: string }>(
      'select sha256, bytes, state from files where id = $1',
      id,
    )
    const original = variants.get('original') ?? Buffer.alloc(0)
    expect(row?.sha256).toEqual(createHash('sha256').update(original).digest())
    expect([Number(row?.bytes), row?.state]).toEqual([original.length, 'ready'])
    expect(await sharp(variants.get('square-512.png')).metadata()).toMatchObject({ width: 512, height: 512 })
    expect(Number(await bytesUsed())).toBe([...variants.values()].reduce((sum, { length }) => sum + length, 0))
  })

  test('that is a wide logo gets no icons, in which it would be too small', async () => {
    const { id } = (await upload(await aPng(400, 100))).json()
    expect([...(await variantsOf(id)).keys()]).toEqual(['320.png', 'original'])
  })

  test('that is a photo is stored in three formats and in the widths that it has', async () => {
    const answer = await upload(await aWebp(1200, 600), { use: 'photo', name: 'bil.webp' })
    expect(answer.json()).toMatchObject({ type: 'image/jpeg', width: 1200, height: 600 })
    const variants = await variantsOf(answer.json().id)
    expect([...variants.keys()].sort()).toEqual(
      [
        ...['1200.avif', '1200.webp', '480.avif', '480.jpeg', '480.webp'],
        ...['960.avif', '960.jpeg', '960.webp', 'original'],
      ].sort(),
    )
    expect(await sharp(variants.get('480.jpeg')).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 240 })
  })

  test('A-310: is rotated upright and loses its position and all other metadata', async () => {
    const sent = await aJpegFromAPhone(60, 40)
    expect(sent.includes('hemlig-fotograf')).toBe(true)
    const answer = await upload(sent, { use: 'photo', name: 'mobil.jpg' })
    expect(answer.json()).toMatchObject({ width: 40, height: 60 })
    for (const content of (await variantsOf(answer.json().id)).values()) {
      expect(content.includes('hemlig-fotograf')).toBe(false)
      const { exif, iptc, xmp, orientation } = await sharp(content).metadata()
      expect([exif, iptc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
    }
  })

  test('that is animated becomes its first frame', async () => {
    const sent = await anApng(120, 100)
    expect((await fileTypeFromBuffer(sent))?.mime).toBe('image/apng')
    const answer = await upload(sent, { name: 'logotyp.png' })
    expect(answer.json()).toMatchObject({ type: 'image/png', width: 120, height: 100 })
    const original = (await variantsOf(answer.json().id)).get('original')
    expect((await sharp(original).raw().toBuffer()).subarray(0, 3)).toEqual(Buffer.from([0x33, 0x66, 0xaa]))
  })

  test('with a name of more than 200 characters is stored under a shortened one', async () => {
    const answer = await upload(await aPng(), { name: `${'å'.repeat(250)}.png`, use: 'attachment' })
    expect(answer.json().name).toBe(`${'å'.repeat(196)}.png`)
  })

  test('of several megabytes is received in chunks', async () => {
    const noise = await sharp(randomBytes(1200 * 900 * 3), { raw: { width: 1200, height: 900, channels: 3 } })
      .png()
      .toBuffer()
    expect(noise.length).toBeGreaterThan(3_000_000)
    expect((await upload(noise)).statusCode).toBe(201)
  })
})

describe('a refused upload leaves nothing:', () => {
  test('an empty file, one without a name, and one for an unknown use', async () => {
    expect((await upload('')).json().error.fields).toEqual({ file: 'Filen är tom. Välj en annan fil.' })
    const nameless = await upload(await aPng(), { name: '/' })
    expect([nameless.statusCode, nameless.json().error.fields]).toEqual([422, { name: 'Filens namn krävs' }])
    expect((await upload(await aPng(), { use: 'avatar' })).statusCode).toBe(422)
    expect(await isEmpty()).toBe(true)
  })

  test('A-318: a file of more than 25 MB, whatever length it declares', async () => {
    const answer = await upload(Buffer.alloc(25 * 1024 * 1024 + 1))
    expect([answer.statusCode, answer.json().error.fields]).toEqual([
      413,
      { file: 'Filen är för stor. Den får vara högst 25 MB.' },
    ])
    expect(await isEmpty()).toBe(true)
  })

  test('a body of another type (415)', async () => {
    expect((await upload('{}', { type: 'application/json' })).statusCode).toBe(415)
    expect((await upload('x', { type: 'multipart/form-data; boundary=x' })).statusCode).toBe(415)
  })

  test('A-318: a file that exceeds the quota, declared or re-encoded', async () => {
    await h.test.superuser.query('insert into file_usage (org_id, quota) values ($1, 3000)', [admin.orgId])
    const declared = await upload(Buffer.concat([await aPng(), Buffer.alloc(4000)]))
    expect([declared.statusCode, declared.json().error.fields.file]).toEqual([
      422,
      expect.stringContaining('Utrymmet för filer är slut'),
    ])
    // Within the quota as sent, but beyond it once re-encoded.
    const made = await upload(await aPng(500, 400))
    expect([made.statusCode, made.json().error.fields.file]).toEqual([
      422,
      expect.stringContaining('Utrymmet för filer är slut'),
    ])
    expect([await isEmpty(), await bytesUsed()]).toEqual([true, '0'])
  })

  test('a picture of the company from a technician', async () => {
    expect((await upload('x', { person: technician })).statusCode).toBe(403)
    expect((await upload('x', { person: null })).statusCode).toBe(401)
  })
})

test('unattached files are removed after 24 hours, with their chunks', async () => {
  const { removeUnattachedFiles } = await import('./files.queries.ts')
  const [old, young, attached] = [await aPng(10, 10), await aPng(11, 11), await aPng(12, 12)]
  const ids: string[] = []
  for (const png of [old, young, attached]) ids.push((await upload(png)).json().id)
  await h.test.superuser.query(`update files set created_at = now() - interval '25 hours' where id = any($1)`, [
    [ids[0], ids[2]],
  ])
  await h.test.superuser.query('update files set is_company = true, attached_at = now() where id = $1', [ids[2]])
  await h.database.as('jobs', removeUnattachedFiles)
  const left = await rows<{ id: string }>('select id from files where org_id = $1 order by id', admin.orgId)
  expect(left.map(({ id }) => id)).toEqual(ids.slice(1))
  expect(await variantsOf(ids[0] ?? '')).toEqual(new Map())
  expect(errors.text()).toBe('')
})
