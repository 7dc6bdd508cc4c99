// Pictures that attack the decoder, its memory or the viewer.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureLog } from '#tests/harness/captured-log.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { aGif, aHeavyPng, aJpeg, aPng, aPngOfSize } from '../testing/sample-pictures.ts'

let h: Harness
let admin: Person
const errors = captureLog('error')
beforeAll(async () => {
  h = await startHarness({ logger: errors.logger })
  admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
})
afterAll(() => h.stop())

async function upload(payload: Buffer | string, use = 'photo') {
  const answer = await h.app.inject({
    method: 'POST',
    url: `/api/files?${new URLSearchParams({ name: 'bild.png', use })}`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
    payload,
  })
  return { status: answer.statusCode, message: answer.json().error?.fields?.file, id: answer.json().id }
}
const stored = async () => (await h.test.superuser.query('select id from files')).rows
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test.each([
  ['A-311: a PNG of 30 000 × 30 000 is refused', () => aPngOfSize(30_000, 30_000), 'Bilden har för många bildpunkter'],
  ['A-311: a PNG that ends before its pixels is refused', () => aPngOfSize(9000, 9000), 'Bilden går inte att läsa'],
  ['A-312: a GIF of 10 000 frames is refused', () => aGif(10_000), 'Välj en bild i formatet PNG, JPEG eller WebP'],
  ['A-313: an SVG with a script is refused', () => svg, 'SVG tas inte emot'],
  [
    'A-313: an SVG behind an XML declaration is refused',
    () => `<?xml version="1.0"?>\n<!-- x -->${svg}`,
    'SVG tas inte emot',
  ],
  [
    'A-314: HTML named .png is refused',
    () => '<!doctype html><script>alert(1)</script>',
    'Välj en bild i formatet PNG',
  ],
  [
    'A-314: a program named .png is refused',
    () => Buffer.from(`\x7fELF${'\0'.repeat(500)}`, 'latin1'),
    'Välj en bild i formatet PNG',
  ],
  [
    'A-315: a truncated JPEG is refused',
    async () => (await aJpeg(300, 300)).subarray(0, 700),
    'Bilden går inte att läsa',
  ],
  [
    'A-315: a PNG with only its signature is refused',
    async () => (await aPng()).subarray(0, 24),
    'Bilden går inte att läsa',
  ],
])('%s at its field, and nothing is stored', async (_what, make, message) => {
  const answer = await upload(await make())
  expect([answer.status, answer.message]).toEqual([422, expect.stringContaining(message)])
  expect(await stored()).toEqual([])
  expect(errors.text()).toBe('')
})

test('A-311: a picture that needs too much memory or time ends only its own process', async () => {
  const answer = await upload(await aHeavyPng(), 'logo')
  expect([201, 422]).toContain(answer.status)
  expect((await upload(await aPng())).status).toBe(201)
  await h.test.superuser.query('delete from files')
  expect(errors.text()).toBe('')
})

test('A-316: of a picture that is also something else only the picture is stored', async () => {
  const marker = '<script>alert("polyglott")</script>PK\x03\x04'
  const png = await aPng(50, 50)
  for (const polyglot of [
    Buffer.concat([png, Buffer.from(marker, 'latin1')]),
    Buffer.concat([(await aJpeg(50, 50)).subarray(0, 2), comment(marker), (await aJpeg(50, 50)).subarray(2)]),
  ]) {
    const { id, status } = await upload(polyglot)
    expect(status).toBe(201)
    const { rows } = await h.test.superuser.query<{ content: Buffer }>(
      'select content from file_chunks where file_id = $1',
      [id],
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.filter(({ content }) => content.includes('polyglott') || content.includes('PK\x03\x04'))).toEqual([])
  }
})

/** A comment segment of a JPEG. */
function comment(content: string): Buffer {
  const header = Buffer.from([0xff, 0xfe, 0, 0])
  header.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([header, Buffer.from(content, 'latin1')])
}
