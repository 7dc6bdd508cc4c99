// The company's public pictures; a file of its own, since every page with the logo loads it.
import { z } from 'zod'
import { Id } from '#shared/contract.ts'

export const picturePlaces = ['logo', 'founder', 'team', 'van', 'premises'] as const
export type PicturePlace = (typeof picturePlaces)[number]

/** A picture that is public: `variants` are its other sizes and formats, as '480.webp' or 'square-192.png'. */
export const PublicPicture = z.object({ id: Id, width: z.int(), height: z.int(), variants: z.array(z.string()) })
export type PublicPicture = z.infer<typeof PublicPicture>
export type PublicPictures = { [Place in PicturePlace]?: PublicPicture }
