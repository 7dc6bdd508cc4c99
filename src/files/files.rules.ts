import { momentInStockholm } from '#lib/dates.rules.ts'
import { onOneLine } from '#lib/text.rules.ts'

/** A file's name without folders, control characters and characters that change the direction of text. */
export const baseName = (name: string): string => onOneLine(name.replace(/^.*[/\\]/s, ''))

/** A name with the moment in Stockholm: 'Skärmbild 2026-11-21 10.15.png'. */
export const timeStamped = (name: string, ending: string, now: Date): string =>
  `${name} ${momentInStockholm(now).replace(':', '.')}${ending}`

/** Pictures that are decoded and re-encoded. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Why a picture of another type is not accepted; undefined for one that is. */
export function refusedPicture(type: string, start: string): string | undefined {
  if (pictureTypes.some((accepted) => accepted === type)) return undefined
  if (/<svg[\s>]/i.test(start)) return 'SVG tas inte emot. Spara bilden som PNG och välj den i stället.'
  return 'Välj en bild i formatet PNG, JPEG eller WebP.'
}

/** The formats of which a preview is made. */
const previewTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const
export const canBePreviewed = (type: string): boolean => previewTypes.some((known) => known === type)

/** Also one of a phone that cannot be shown, and only saved. */
export const isPicture = (type: string): boolean => canBePreviewed(type) || /^image\/hei[cf]$/.test(type)

/** What a picture of each use is re-encoded to. */
export const storedTypes = { logo: 'image/png', photo: 'image/jpeg' } as const

/** The file name endings that a file picker offers. */
export const pictureEndings = ['.png', '.jpg', '.jpeg', '.webp']
