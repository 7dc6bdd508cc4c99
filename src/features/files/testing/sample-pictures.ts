// Pictures for tests, made by the same library that decodes them.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366aa' } })

/** Noise, which no format can compress. */
export const grainy = (width: number, height: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
}

export const aPng = (width = 40, height = 30, picture = plain) => picture(width, height).png().toBuffer()
export const aWebp = (width = 40, height = 30, picture = plain) => picture(width, height).webp().toBuffer()
export const aStillGif = (width = 40, height = 30, picture = plain) =>
  picture(width, height).gif({ effort: 1 }).toBuffer()
export const anAvif = (width = 40, height = 30, picture = plain) =>
  picture(width, height).avif({ effort: 0 }).toBuffer()
export const aJpeg = (width = 40, height = 30, picture = plain) => picture(width, height).jpeg().toBuffer()

/** A rotated JPEG with the position where it was taken and a comment. */
export const aJpegFromAPhone = (width: number, height: number) =>
  plain(width, height)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'hemlig-fotograf' }, IFD3: { GPSLatitude: '59/1 51/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** An animated PNG: the first frame is the picture, the second has no pixels of its own. */
export async function anApng(width = 40, height = 30, picture = plain): Promise<Buffer> {
  const png = await aPng(width, height, picture)
  const data = png.indexOf('IDAT') - 4
  const frame = (sequence: number) => {
    const control = Buffer.alloc(26)
    for (const [at, value] of [sequence, width, height].entries()) control.writeUInt32BE(value, at * 4)
    return pngChunk('fcTL', control)
  }
  const animation = Buffer.alloc(8)
  animation.writeUInt32BE(2, 0)
  const [end, second] = [png.indexOf('IEND') - 4, Buffer.alloc(4)]
  second.writeUInt32BE(2)
  const frames = [pngChunk('acTL', animation), frame(0), png.subarray(data, end), frame(1)]
  const pixels = Buffer.concat([second, deflateSync(Buffer.alloc((width * 3 + 1) * height))])
  return Buffer.concat([png.subarray(0, data), ...frames, pngChunk('fdAT', pixels), png.subarray(end)])
}

/** A small file that claims to be a picture of this size. */
export function aPngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(Buffer.alloc(1024 * 1024))
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A GIF of many frames. */
export function aGif(frames: number): Buffer {
  const header = Buffer.from('474946383961010001008000000000000000ff', 'hex')
  const frame = Buffer.from('2c000000000100010000020244010', 'hex')
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

/** An interlaced PNG, which must be decoded as a whole. */
export const aHeavyPng = (width = 10_000, height = 9900) =>
  plain(width, height).png({ progressive: true, compressionLevel: 1 }).toBuffer()

/** A JPEG with about as much detail as a photo: soft shapes in many colours, and grain. */
export async function aPhoto(width = 2400, height = 1600): Promise<Buffer> {
  const shapes = Array.from({ length: 160 }, (_, at) => {
    const [x, y, size] = [at * 389 + 11, at * 631 + 97, at * 53].map((value) => value % 1000) as [
      number,
      number,
      number,
    ]
    return `<ellipse cx="${x / 10}%" cy="${y / 10}%" rx="${2 + size / 90}%" ry="${1 + size / 120}%" fill="hsl(${(at * 47) % 360} 35% ${25 + (size % 50)}%)" opacity="0.8"/>`
  })
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#8a97a0"/>${shapes.join('')}</svg>`
  const grain = { type: 'gaussian', mean: 128, sigma: 14 } as const
  const noise = sharp({ create: { width, height, channels: 3, background: '#808080', noise: grain } })
  return sharp(Buffer.from(scene))
    .flatten()
    .composite([{ input: await noise.png().toBuffer(), blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toBuffer()
}
