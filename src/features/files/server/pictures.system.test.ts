// Pictures in real processes, which wait for the end of their input for as long as the test withholds it.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '#shared/testing/until.ts'
import { CHUNK_BYTES } from '../files.contract.ts'
import { canBePreviewed, type PreviewType } from '../picture-types.rules.ts'
import { aJpeg, anApng, anAvif, aPng, aStillGif, aWebp, grainy } from '../testing/sample-pictures.ts'
import type { PictureSender } from './picture-turns.ts'
import { makePictures, type PicturePlan } from './pictures.ts'
import { typeOfContent } from './receive-file.ts'
import { makePreview } from './store-picture.ts'

const plan: PicturePlan = {
  decoders: ['VipsForeignLoadPng'],
  maxWidth: 100,
  maxHeight: 100,
  formats: ['webp'],
  widths: [],
  squares: [],
  iconRatioMax: 2,
}
const limitMs = 120_000

/** A picture whose decoding begins, but cannot end before `release`. */
async function aHeldPicture(sender: PictureSender) {
  const png = await aPng()
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  const picture = { hasBegun: false, release: () => held.resolve() }
  async function* content() {
    picture.hasBegun = true
    yield png.subarray(0, 20)
    await held.promise
    yield png.subarray(20)
  }
  const made = makePictures(content(), plan, { sender, limitMs })
  return Object.assign(picture, { made })
}

test('A-496: a staff picture is made while visitors’ pictures hold one process and wait for it', async () => {
  const first = await aHeldPicture('anonymous')
  await until(() => expect(first.hasBegun).toBe(true))
  const second = await aHeldPicture('anonymous')
  const png = await aPng()
  const made = await makePictures([png] as never as AsyncIterable<Buffer>, plan, { sender: 'staff', limitMs })
  expect([made.width, made.height]).toEqual([40, 30])
  await nextTurn()
  expect([first.hasBegun, second.hasBegun]).toEqual([true, false])
  first.release()
  await first.made
  second.release()
  expect((await second.made).width).toBe(40)
})

test('an anonymous picture of more than 25 megapixels is not decoded; one of staff is', async () => {
  const large = aPng(5100, 5000)
  async function* content() {
    yield await large
  }
  await expect(makePictures(content(), plan, { sender: 'anonymous', limitMs })).rejects.toMatchObject({
    message: expect.stringContaining('för många bildpunkter'),
  })
  expect(await makePictures(content(), plan, { sender: 'staff', limitMs })).toMatchObject({ width: 100, height: 98 })
})

const samples: Record<PreviewType, (...of: Parameters<typeof aPng>) => Promise<Buffer>> = {
  'image/png': aPng,
  'image/apng': anApng,
  'image/jpeg': aJpeg,
  'image/gif': aStillGif,
  'image/webp': aWebp,
  'image/avif': anAvif,
}

test.each(Object.entries(samples))('%s gets a preview', async (type, sample) => {
  const picture = await sample()
  expect(await typeOfContent(picture)).toBe(type)
  expect(canBePreviewed(type)).toBe(true)
  const content = () => [picture] as never as AsyncIterable<Buffer>
  expect(await makePreview(type, content, { sender: 'staff', limitMs })).toMatchObject({
    width: 40,
    height: 30,
    made: [{ variant: '40.webp' }],
  })
})

test.each(Object.entries(samples))('%s is recognized by the beginning of a large file', async (type, sample) => {
  const picture = await sample(1000, 800, grainy)
  expect(picture.length).toBeGreaterThan(CHUNK_BYTES)
  expect(await typeOfContent(picture.subarray(0, CHUNK_BYTES))).toBe(type)
})
