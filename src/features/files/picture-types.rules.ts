// The types of pictures that files are recognized as by their first bytes, and what is done with each.

type PictureType = {
  /** What libvips decodes it by; null for one that is a picture, but can only be saved. */
  decoder: `VipsForeignLoad${string}` | null
  /** Whether a browser shows it as it is. */
  isShownByBrowsers: boolean
  /** The name of the format and the file name endings that a company chooses its own pictures by; null where it is refused. */
  ofCompany: { format: string; endings: readonly string[] } | null
  /** Whether the file picker of the public form offers it: others are accepted, but a phone converts what it does not offer. */
  isOfferedInForm: boolean
}

/** One row a type. A picture that moves shows its first frame. */
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
/** The types of which a preview is made. */
export type PreviewType = { [Type in keyof Types]: Types[Type]['decoder'] extends null ? never : Type }[keyof Types]
export type PictureDecoder = Types[PreviewType]['decoder']

const known: readonly (PictureType & { type: string; decoder: PictureDecoder | null })[] = Object.entries(
  pictureTypes,
).map(([type, row]) => ({ type, ...row }))
const rowOf = (type: string) => known.find((one) => one.type === type)
const decodersOf = (rows: typeof known) => unique(rows.flatMap(({ decoder }) => decoder ?? []))
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

export const isPicture = (type: string): boolean => rowOf(type) !== undefined
export const canBePreviewed = (type: string): type is PreviewType => Boolean(rowOf(type)?.decoder)
export const isShownByBrowsers = (type: string): boolean => rowOf(type)?.isShownByBrowsers ?? false
/** Of previews. */
export const previewDecoders = decodersOf(known)

const ofCompany = known.flatMap((row) => (row.ofCompany ? [{ ...row, ...row.ofCompany }] : []))
export const companyDecoders = decodersOf(ofCompany)
/** The file name endings that a file picker offers for the company's own pictures. */
export const pictureEndings = unique(ofCompany.flatMap(({ endings }) => endings))
const companyFormats = new Intl.ListFormat('sv', { type: 'disjunction' }).format(
  unique(ofCompany.map(({ format }) => format)),
)

/** Why a company's own picture is not accepted; undefined for one that is. */
export function refusedPicture(type: string, start: string): string | undefined {
  if (ofCompany.some((row) => row.type === type)) return undefined
  if (/<svg[\s>]/i.test(start)) return 'SVG tas inte emot. Spara bilden som PNG och välj den i stället.'
  return `Välj en bild i formatet ${companyFormats}.`
}

/** The types that the file picker of the public form offers. */
export const typesOfferedInForm = known.filter((row) => row.isOfferedInForm).map(({ type }) => type)

/** The formats that pictures are re-encoded to, and their types. */
export const encodedTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  png: 'image/png',
} as const
export type EncodedFormat = keyof typeof encodedTypes

/** What is shown of an attached picture. */
export const PREVIEW_FORMAT = 'webp' satisfies EncodedFormat
/** What a picture of each use is re-encoded to. */
export const storedFormats = { logo: 'png', photo: 'jpeg' } as const satisfies Record<string, EncodedFormat>
export const storedType = (use: keyof typeof storedFormats) => encodedTypes[storedFormats[use]]
