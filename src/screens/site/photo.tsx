import { pictureUrl, sourceSet } from '#features/company/brand.rules.ts'
import type { PublicPicture } from '#features/company/picture.contract.ts'

type Props = { picture: PublicPicture; alt: string; sizes: string; className?: string }

/** A photo in the format and width that the browser chooses; its fixed dimensions prevent layout shift. */
export function Photo({ picture, alt, sizes, className = '' }: Props) {
  const { width, height } = picture
  return (
    <picture>
      {(['avif', 'webp'] as const).map((format) => {
        const srcSet = sourceSet(picture, format)
        return srcSet && <source key={format} type={`image/${format}`} srcSet={srcSet} sizes={sizes} />
      })}
      <img
        src={pictureUrl(picture)}
        srcSet={sourceSet(picture, 'jpeg')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={className}
      />
    </picture>
  )
}
