import { createHash } from 'node:crypto'
import { AppError } from '#platform/http/app-error.ts'
import type { Transaction } from '#platform/http/serve.ts'
import { ICON_RATIO_MAX, LOGO_WIDTH_IN_MAIL } from '#shared/logo.rules.ts'
import { type PictureUse, PREVIEW_SIDE_MAX, type StoredFile } from '../files.contract.ts'
import {
  canBePreviewed,
  companyDecoders,
  type EncodedFormat,
  PREVIEW_FORMAT,
  previewDecoders,
  storedFormats,
  storedType,
} from '../picture-types.rules.ts'
import { type CheckReceived, requireClean } from './check-file.ts'
import { readChunks, splitIntoChunks } from './chunks.ts'
import { addChunk, FILE_GONE, type FileKey, finishFile, removeReceived } from './files.queries.ts'
import { makePictures, type PicturePlan, type PictureWork } from './pictures.ts'

type Plans = { main: PicturePlan; further?: PicturePlan }

const photo = {
  decoders: companyDecoders,
  maxWidth: 1440,
  maxHeight: 1920,
  widths: [480, 960],
  squares: [],
  iconRatioMax: ICON_RATIO_MAX,
}
/** The variants of each use; the stored format in the picture's own width becomes the file's 'original'. */
const plans: Record<PictureUse, Plans> = {
  // PNG, which every mail program displays, in a width for mail. Icons of 64 to 512 for tabs and home screens.
  logo: {
    main: {
      decoders: companyDecoders,
      maxWidth: 640,
      maxHeight: 320,
      formats: ['png'],
      widths: [LOGO_WIDTH_IN_MAIL],
      squares: [512, 192, 180, 64],
      iconRatioMax: ICON_RATIO_MAX,
    },
  },
  photo: {
    main: { ...photo, formats: ['webp', 'jpeg'] },
    // AVIF is by far the slowest, and the only format that a browser can do without.
    further: { ...photo, formats: ['avif'] },
  },
}

/** The preview of an attached picture. */
const preview: PicturePlan = {
  decoders: previewDecoders,
  maxWidth: PREVIEW_SIDE_MAX,
  maxHeight: PREVIEW_SIDE_MAX,
  formats: [PREVIEW_FORMAT],
  widths: [],
  squares: [],
  iconRatioMax: ICON_RATIO_MAX,
}

type ReceivedPicture = { transaction: Transaction; file: FileKey; chunks: number; work: PictureWork }
type ReceivedAttachment = Omit<ReceivedPicture, 'work'> & {
  /** Undefined for no preview. */
  work: PictureWork | undefined
  type: string
  bytes: number
  sha256: Buffer
  /** Undefined when files are ready without a check. */
  check: CheckReceived | undefined
}

/** The preview of a file; undefined if its type has none or the limits are exceeded. */
export const makePreview = async (type: string, content: () => AsyncIterable<Buffer>, work: PictureWork) =>
  canBePreviewed(type) ? makePictures(content(), preview, work).catch(ignoreRefusal) : undefined

/**
 * Stores the file unchanged, with a preview if it is a picture that can be decoded within the limits. Throws 422 for one in which
 * the virus scanner finds something; it stays 'checking' while the scanner does not answer.
 */
export async function storeAttachment(received: ReceivedAttachment): Promise<StoredFile> {
  const { transaction, file, chunks, work, type, bytes, sha256, check } = received
  const content = () => readChunks(transaction, file, chunks, justRemoved)
  const pictures = work && (await makePreview(type, content, work))
  const made = pictures?.made ?? []
  for (const { variant, content } of made) await storeVariant(transaction, file, variant, content)
  const size = { width: pictures?.width ?? null, height: pictures?.height ?? null }
  const variants = made.map(({ variant }) => variant)
  const state = check ? 'checking' : 'ready'
  const stored = await transaction((db) => finishFile(db, file, { type, bytes, sha256, ...size, variants, state }))
  const verdict = await check?.({ ...file, bytes })
  requireClean(verdict)
  return { ...stored, state: verdict?.state ?? state }
}

/** Replaces a received picture by its re-encoded forms, so that none of the sent bytes remain. */
export async function storePicture(
  { transaction, file, chunks, work }: ReceivedPicture,
  use: PictureUse,
): Promise<StoredFile> {
  const { main, further } = plans[use]
  const format: EncodedFormat = storedFormats[use]
  const make = (plan: PicturePlan) => makePictures(readChunks(transaction, file, chunks, justRemoved), plan, work)
  const pictures = await make(main)
  const more = further ? await make(further).catch(ignoreRefusal) : undefined
  const { width, height } = pictures
  const original = pictures.made.find(({ variant }) => variant === `${width}.${format}`)
  if (!original) throw new Error(`There is no picture of the format ${format}`)
  const variants = [...pictures.made, ...(more?.made ?? [])].filter((made) => made !== original)
  await transaction((db) => removeReceived(db, file))
  for (const { variant, content } of [{ ...original, variant: 'original' }, ...variants])
    await storeVariant(transaction, file, variant, content)
  const sha256 = createHash('sha256').update(original.content).digest()
  const names = variants.map(({ variant }) => variant)
  const state = 'ready' as const
  const stored = await transaction((db) =>
    finishFile(db, file, {
      type: storedType(use),
      bytes: original.content.length,
      sha256,
      width,
      height,
      variants: names,
      state,
    }),
  )
  return { ...stored, state }
}

const justRemoved = () => new AppError(409, 'just_removed', FILE_GONE)

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

async function storeVariant(transaction: Transaction, file: FileKey, variant: string, content: Buffer) {
  for (const chunk of splitIntoChunks(content)) await transaction((db) => addChunk(db, file, { variant, ...chunk }))
}
