// Addresses of a company's pictures and colours. The content of an address never changes, so it can be cached for ever; of a
// stylesheet only with the hash of its content.
import type { PictureUse } from '#features/files/files.contract.ts'
import type { Colors } from './brand.contract.ts'
import type { PicturePlace, PublicPicture } from './picture.contract.ts'

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
export const CONTRAST_MIN = 4.5

export const MEDIA_PATH = '/media'
export const BRAND_PATH = '/brand'

export const pictureUrl = ({ id }: Pick<PublicPicture, 'id'>, variant = 'original'): string =>
  `${MEDIA_PATH}/${id}/${variant}`

/** The use that a picture of this place is uploaded for, which decides how it is re-encoded. */
export const usageOf = (place: PicturePlace): PictureUse => placeUses[place]
const placeUses: Record<PicturePlace, PictureUse> = {
  logo: 'logo',
  founder: 'photo',
  team: 'photo',
  van: 'photo',
  premises: 'photo',
}

/** The icon of this side length, if the logo has one. */
export function iconUrl(logo: PublicPicture | undefined, side: 64 | 180 | 192 | 512): string | undefined {
  const variant = `square-${side}.png`
  return logo?.variants.includes(variant) ? pictureUrl(logo, variant) : undefined
}

/** `srcset` of a photo in one format: its variants by width, and for JPEG the original, which is the widest. */
export function sourceSet(picture: PublicPicture, format: 'avif' | 'webp' | 'jpeg'): string {
  const widths = picture.variants.flatMap((variant) => {
    const [, width, type] = /^(\d+)\.(\w+)$/.exec(variant) ?? []
    return type === format && width ? [[Number(width), pictureUrl(picture, variant)] as const] : []
  })
  if (format === 'jpeg') widths.push([picture.width, pictureUrl(picture)])
  return widths
    .sort(([one], [other]) => one - other)
    .map(([width, url]) => `${url} ${width}w`)
    .join(', ')
}

const stylesheetName = /^([0-9a-f]{6})?-([0-9a-f]{6})?(?:-[0-9a-f]{8})?\.css$/

/** The stylesheet of a company's colours; undefined when it has none of its own. */
export function brandStylesheetUrl({ mainColor, accentColor }: Colors, hash?: string): string | undefined {
  if (!mainColor && !accentColor) return undefined
  const colors = [mainColor, accentColor].map((color) => color?.slice(1) ?? '')
  return `${BRAND_PATH}/${[...colors, ...(hash ? [hash] : [])].join('-')}.css`
}

/** The colours in the last part of such an address. */
export function colorsOfStylesheet(name: string): Colors | undefined {
  const found = stylesheetName.exec(name)
  const color = (hex: string | undefined) => (hex ? `#${hex}` : null)
  return found ? { mainColor: color(found[1]), accentColor: color(found[2]) } : undefined
}

/** The logo and its icon as the screens show them. */
export const logoOf = (picture: PublicPicture | null | undefined) => ({
  logo: picture ? { url: pictureUrl(picture), width: picture.width, height: picture.height } : undefined,
  icon: iconUrl(picture ?? undefined, 64),
})

/** '#rrggbb' for typed text such as '1A4F8B' or '#abc'; undefined for anything else. */
export function readColor(text: string): string | undefined {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (hex?.length === 3) return `#${hex.replace(/./g, '$&$&')}`
  return hex && `#${hex}`
}
