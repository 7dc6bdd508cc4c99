// Decodes one picture from standard input and writes it re-encoded to standard output. A process of its own, with limits of
// memory and time, because decoders of pictures are the code that a hostile file attacks. Plain JavaScript: the process runs
// without a compiler, and so without the one that strips types.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

sharp.cache(false)
sharp.concurrency(1)

/** See ProcessPlan in pictures.ts. */
const plan = JSON.parse(process.argv[2] ?? '{}')

// Whatever the file is: no decoder but these.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: plan.decoders })

/** Decoded once, upright, without metadata and within the largest size; everything else is made from that. */
async function makeAll(/** @type {Buffer} */ input) {
  const size = { width: plan.maxWidth, height: plan.maxHeight, fit: 'inside', withoutEnlargement: true }
  const { data, info } = await sharp(input, { limitInputPixels: plan.pixelsMax, failOn: 'error' })
    .autoOrient()
    .resize(size)
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const made = []
  for (const format of plan.formats) {
    for (const width of widthsOf(info.width)) {
      const content = await encoders[format](sharp(data).resize({ width })).toBuffer()
      made.push({ variant: `${width}.${format}`, content })
    }
  }
  for (const side of isAlmostSquare(info) ? plan.squares : []) made.push(await square(data, side))
  return { made, width: info.width, height: info.height }
}

/** The planned widths below the picture's own, and its own. */
const widthsOf = (own) => [...plan.widths.filter((width) => width < own), own]

/** By the formats of `encodedTypes` in picture-types.rules.ts. */
const encoders = {
  avif: (picture) => picture.avif({ quality: 50, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 75 }),
  jpeg: (picture) => picture.flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
}

/** A wide logo would be too small to be seen as an icon. */
const isAlmostSquare = ({ width, height }) => Math.max(width, height) / Math.min(width, height) <= plan.iconRatioMax

/** An icon: the whole picture on white, with a margin. */
async function square(data, side) {
  const inner = Math.round(side * 0.84)
  const margin = { background: '#fff', top: Math.floor((side - inner) / 2), left: Math.floor((side - inner) / 2) }
  const content = await sharp(data)
    .resize({ width: inner, height: inner, fit: 'contain', background: '#fff' })
    .flatten({ background: '#fff' })
    .extend({ ...margin, bottom: side - inner - margin.top, right: side - inner - margin.left })
    .png({ compressionLevel: 9 })
    .toBuffer()
  return { variant: `square-${side}.png`, content }
}

try {
  const { made, width, height } = await makeAll(await buffer(process.stdin))
  const parts = made.map(({ variant, content }) => ({ variant, bytes: content.length }))
  process.stdout.write(`${JSON.stringify({ width, height, parts })}\n`)
  for (const { content } of made) process.stdout.write(content)
} catch (error) {
  const problem = /pixel limit/.test(String(error)) ? 'too_many_pixels' : 'unreadable'
  process.stdout.write(`${JSON.stringify({ problem })}\n`)
}
