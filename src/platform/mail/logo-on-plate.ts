import { PNG } from 'pngjs'
import { mark } from '#shared/theme-colors.rules.ts'

const plate = [1, 3, 5].map((at) => Number.parseInt(mark.surface.slice(at, at + 2), 16))

/**
 * Replaces a logo's transparency with a light background: a mail program in dark mode darkens the page but not pictures, and would
 * hide a dark logo. Takes a PNG made by the product; one that cannot be read is returned unchanged.
 */
export function logoOnPlate(logo: Buffer): Buffer {
  try {
    const picture = PNG.sync.read(logo)
    const { data } = picture
    for (let at = 0; at < data.length; at += 4) {
      const alpha = (data[at + 3] ?? 255) / 255
      plate.forEach((paper, of) => {
        data[at + of] = Math.round((data[at + of] ?? 0) * alpha + paper * (1 - alpha))
      })
      data[at + 3] = 255
    }
    return PNG.sync.write(picture, { colorType: 2 })
  } catch {
    return logo
  }
}
