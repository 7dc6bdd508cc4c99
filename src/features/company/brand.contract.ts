// The company's branding: logo, photos and two colours.
import { z } from 'zod'
import { del, get, Id, optionalLine, put } from '#shared/contract.ts'
import { defaultColors } from '#shared/theme-colors.rules.ts'
import { readColor } from './brand.rules.ts'
import { PublicPicture, picturePlaces } from './picture.contract.ts'

/** Null means the product's own colour. The server also requires enough contrast on a light page (server/contrast.ts). */
const color = optionalLine(20).transform((text, context) => {
  const color = text && readColor(text)
  if (color !== undefined) return color || null
  context.addIssue({ code: 'custom', message: `Ange en färg med sex tecken, som ${defaultColors.mainColor}` })
  return z.NEVER
})
export const ColorsForm = z.strictObject({ mainColor: color, accentColor: color })
export type Colors = z.output<typeof ColorsForm>

export const Brand = z.object({
  mainColor: z.string().nullable(),
  accentColor: z.string().nullable(),
  pictures: z.partialRecord(z.enum(picturePlaces), PublicPicture),
  /** Bytes used by all files of the organization, and its quota. */
  usage: z.object({ bytes: z.int(), quota: z.int() }),
})
export type Brand = z.infer<typeof Brand>

const Place = z.strictObject({ place: z.enum(picturePlaces) })

export const brand = {
  get: get('/api/settings/brand', { allow: 'staff', summary: 'Logo, photos and colours', returns: Brand }),
  changeColors: put('/api/settings/colors', {
    allow: 'admin',
    summary: 'Changes the two colours; null means the default',
    body: ColorsForm,
    returns: Brand,
  }),
  setPicture: put('/api/settings/pictures', {
    allow: 'admin',
    summary:
      'Sets the picture of a place to an uploaded file and deletes the previous one; 422 for a file that is gone or of the wrong kind',
    query: Place,
    body: z.strictObject({ fileId: Id }),
    returns: Brand,
  }),
  removePicture: del('/api/settings/pictures', {
    allow: 'admin',
    summary: 'Deletes the picture of a place, if there is one',
    query: Place,
    returns: Brand,
  }),
}
