// The types of pictures that files are recognized as by their first bytes, and how each is processed.

type PictureType = {
  /** The libvips loader that decodes it; null for a picture that can only be saved. */
  decoder: `VipsForeignLoad${string}` | null
  /** Whether browsers display the original. */
  isShownByBrowsers: boolean
  /** The format and extensions of the company's own pictures; null where such pictures are refused. */
  ofCompany: { format: string; endings: readonly string[] } | null
  /** Whether the file picker of the public form offers it. Others are accepted too, but phones convert pictures to an offered type. */
  isOfferedInForm: boolean
}

/** One row per type. The preview of an animated picture is its first frame. */
const pictureTypes = {
  'image/png': {
    decoder: 'VipsForeignLoadPng',
    isShownByBrowsers: true,
    ofCompany: { format: 'PNG', endings: ['.png'] },
    isOfferedInForm: true,
  },
  'image/apng': {
    decoder: 'VipsForeignLoadPng',
    isShownByBrowsers: true,
    ofCompany: { format: 'PNG', endings: ['.png'] },
    isOfferedInForm: false,
  },
  'image/jpeg': {
    decoder: 'VipsForeignLoadJpeg',
    isShownByBrowsers: true,
    ofCompany: { format: 'JPEG', endings: ['.jpg', '.jpeg'] },
    isOfferedInForm: true,
  },
  'image/gif': {
    decoder: 'VipsForeignLoadNsgif',
    isShownByBrowsers: true,
    ofCompany: null,
    isOfferedInForm: true,
  },
  'image/webp': {
    decoder: 'VipsForeignLoadWebp',
    isShownByBrowsers: true,
    ofCompany: { format: 'WebP', endings: ['.webp'] },
    isOfferedInForm: true,
  },
  'image/avif': { decoder: 'VipsForeignLoadHeif', isShownByBrowsers: true, ofCompany: null, isOfferedInForm: false },
  'image/heic': { decoder: null, isShownByBrowsers: false, ofCompany: null, isOfferedInForm: false },
  'image/heif': { decoder: null, isShownByBrowsers: false, ofCompany: null, isOfferedInForm: false },
} as const satisfies Record<string, PictureType>

type Types = typeof pictureTypes
/** The types that get a preview. */
export type PreviewType = { [Type in keyof Types]: Types[Type]['decoder'] extends null ? never : Type }[keyof Types]
export type PictureDecoder = Types[PreviewType]['decoder']

const known: readonly (PictureType & { type: string; decoder: PictureDecoder | null })[] = Object.entries(
  pictureTypes,
).map(([type, row]) => ({ type, ...row }))
const rowOf = (type: string) => known.find((one) => one.type === type)
const decodersOf = (rows: typeof known) => unique(rows.flatMap(({ decoder }) => decoder ?? []))
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** The public form accepts all of these, also those that its file picker does not offer. */
export const isPicture = (type: string): boolean => rowOf(type) !== undefined
export const canBePreviewed = (type: string): type is PreviewType => Boolean(rowOf(type)?.decoder)
export const isShownByBrowsers = (type: string): boolean => rowOf(type)?.isShownByBrowsers ?? false
/** The decoders for previews. */
export const previewDecoders = decodersOf(known)

const ofCompany = known.flatMap((row) => (row.ofCompany ? [{ ...row, ...row.ofCompany }] : []))
export const companyDecoders = decodersOf(ofCompany)
/** The extensions that a file picker offers for the company's own pictures. */
export const pictureEndings = unique(ofCompany.flatMap(({ endings }) => endings))
const companyFormats = new Intl.ListFormat('sv', { type: 'disjunction' }).format(
  unique(ofCompany.map(({ format }) => format)),
)

/** Why a picture is refused as the company's own; undefined for an accepted one. */
export function refusedPicture(type: string, start: string): string | undefined {
  if (ofCompany.some((row) => row.type === type)) return undefined
  if (/<svg[\s>]/i.test(start)) return 'SVG tas inte emot. Spara bilden som PNG och välj den i stället.'
  return `Välj en bild i formatet ${companyFormats}.`
}

/** The types that the file picker of the public form offers. */
export const typesOfferedInForm = known.filter((row) => row.isOfferedInForm).map(({ type }) => type)

/** The formats in which pictures are re-encoded, and their types. */
export const encodedTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  png: 'image/png',
} as const
export type EncodedFormat = keyof typeof encodedTypes

/** The format of previews. */
export const PREVIEW_FORMAT = 'webp' satisfies EncodedFormat
/** The format in which a picture of each use is re-encoded. */
export const storedFormats = { logo: 'png', photo: 'jpeg' } as const satisfies Record<string, EncodedFormat>
export const storedType = (use: keyof typeof storedFormats) => encodedTypes[storedFormats[use]]
