import type { PictureUse } from '#features/files/files.contract.ts'
import { storedType } from '#features/files/picture-types.rules.ts'

/** Twice the largest side that the server produces. */
const SIDE_MAX = 4096
const QUALITY = 0.92

/**
 * Scales a picture down on the device when it is larger than the server needs, as those of phones are. A picture that the
 * browser cannot decode is returned unchanged, so that the server can explain what is wrong.
 */
export async function scaledPicture(file: File, use: PictureUse): Promise<File> {
  if (typeof createImageBitmap === 'undefined') return file
  try {
    const whole = await createImageBitmap(file)
    const { width, height } = whole
    const scale = SIDE_MAX / Math.max(width, height)
    if (scale >= 1) return file
    const blob = await drawn(
      whole,
      { width: Math.round(width * scale), height: Math.round(height * scale) },
      storedType(use),
    )
    return new File([blob], file.name, { type: blob.type })
  } catch {
    return file
  }
}

function drawn(
  picture: ImageBitmap,
  { width, height }: { width: number; height: number },
  type: string,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  picture.close()
  return canvas.convertToBlob({ type, quality: QUALITY })
}
