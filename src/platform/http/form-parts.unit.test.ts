import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type FilePart, readFormParts } from './form-parts.ts'

const limits = { fieldBytes: 1000, files: 3, bytes: 1024 * 1024 }

async function sent(form: FormData) {
  const request = new Request('http://x', { method: 'POST', body: form })
  const body = Buffer.from(await request.arrayBuffer())
  return { headers: { 'content-type': request.headers.get('content-type') ?? '' }, body }
}

/** In pieces of `size`, as a network delivers them. */
const inPieces = (body: Buffer, size: number) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
    })(),
    { objectMode: false },
  )

const aForm = (...files: [name: string, content: string][]) => {
  const form = new FormData()
  form.append('name', 'Åsa Öberg')
  for (const [name, content] of files) form.append('pictures', new File([content], name))
  return form
}

/** Records what it receives of each file. */
function collector() {
  const taken: [string, string, string | null][] = []
  const take = async ({ name, content }: FilePart, fields: URLSearchParams) => {
    const parts: Buffer[] = []
    for await (const part of content) parts.push(part)
    await turn()
    taken.push([name, Buffer.concat(parts).toString(), fields.get('name')])
  }
  return { taken, take }
}

test.each([1, 7, 100_000])('fields and files arrive in order and whole, in pieces of %i bytes', async (size) => {
  const { headers, body } = await sent(aForm(['åska.png', 'x'.repeat(300)], ['två.png', 'yy']))
  const { taken, take } = collector()
  const { fields, hasMoreFiles } = await readFormParts(inPieces(body, size), headers, limits, take)
  expect([...fields]).toEqual([['name', 'Åsa Öberg']])
  expect(taken).toEqual([
    ['åska.png', 'x'.repeat(300), 'Åsa Öberg'],
    ['två.png', 'yy', 'Åsa Öberg'],
  ])
  expect(hasMoreFiles).toBe(false)
})

test('a file field without a chosen file is ignored', async () => {
  const { headers, body } = await sent(aForm(['', '']))
  const { taken, take } = collector()
  await readFormParts(inPieces(body, 50), headers, limits, take)
  expect(taken).toEqual([])
})

test('the unread rest of a file is skipped, and the next file is read', async () => {
  const { headers, body } = await sent(aForm(['stor.png', 'x'.repeat(400_000)], ['liten.png', 'y']))
  const names: string[] = []
  await readFormParts(inPieces(body, 10_000), headers, limits, async ({ name, content }) => {
    for await (const _ of content) break
    names.push(name)
  })
  expect(names).toEqual(['stor.png', 'liten.png'])
})

test('a form with more files than the limit is reported', async () => {
  const { headers, body } = await sent(aForm(['1', '1'], ['2', '2'], ['3', '3'], ['4', '4']))
  const { taken, take } = collector()
  const { hasMoreFiles } = await readFormParts(inPieces(body, 100), headers, limits, take)
  expect([taken.length, hasMoreFiles]).toEqual([3, true])
})

test('a form that is too long, truncated or malformed is refused, and its open file fails', async () => {
  const { headers, body } = await sent(aForm(['stor.png', 'x'.repeat(400_000)]))
  const outcomes: unknown[] = []
  const read = (content: Buffer, sentHeaders: Record<string, string>, bytes = limits.bytes) => {
    let part: 'none' | 'whole' | 'broken' = 'none'
    const take = async ({ content: file }: FilePart) => {
      part = 'broken'
      for await (const _ of file);
      part = 'whole'
    }
    return readFormParts(inPieces(content, 10_000), sentHeaders, { ...limits, bytes }, take).then(
      () => outcomes.push([200, part]),
      ({ status }) => outcomes.push([status, part]),
    )
  }
  await read(body, headers)
  await read(body, headers, 100_000)
  await read(body.subarray(0, 200_000), headers)
  await read(body, { 'content-type': 'multipart/form-data' })
  expect(outcomes).toEqual([
    [200, 'whole'],
    [413, 'broken'],
    [422, 'broken'],
    [422, 'none'],
  ])
})

test('an error while a file is received is thrown', async () => {
  const { headers, body } = await sent(aForm(['1', '1'], ['2', '2']))
  const take = async () => {
    throw new Error('no database')
  }
  await expect(readFormParts(inPieces(body, 100), headers, limits, take)).rejects.toThrow('no database')
})

test('a stalled upload is refused with 408', async () => {
  const { headers, body } = await sent(aForm(['1', 'x'.repeat(10_000)]))
  const stuck = new Readable({ read: () => undefined })
  stuck.push(body.subarray(0, 5000))
  const { take } = collector()
  await expect(readFormParts(stuck, headers, { ...limits, stalledMs: 20 }, take)).rejects.toMatchObject({ status: 408 })
})
