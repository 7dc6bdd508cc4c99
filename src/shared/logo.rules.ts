// How a company's logo is shown, and how the build leaves room for one that only the server knows.

/** Wider than this, a logo has the company's name in it, and no icon is made of it. */
export const ICON_RATIO_MAX = 1.6

/** Mail carries the logo in this width, or in its own when that is smaller. */
export const LOGO_WIDTH_IN_MAIL = 320

export type Logo = { url: string; width: number; height: number }

/** Of a wide logo the name is not written beside it. */
export const isWide = ({ width, height }: Pick<Logo, 'width' | 'height'>): boolean => width / height > ICON_RATIO_MAX

/** What the build writes where the logo belongs: three forms, of which the server keeps one. */
export const logoPlaceholders = {
  mark: '{{mark}}',
  wide: '{{wide}}',
  square: '{{square}}',
  end: '{{end}}',
  url: '{{logo}}',
  width: '{{logo-width}}',
  height: '{{logo-height}}',
} as const

const forms = /\{\{mark\}\}(.*?)\{\{wide\}\}(.*?)\{\{square\}\}(.*?)\{\{end\}\}/gs

/** React preloads every picture of a page that it writes as a string. */
const preload = /<link rel="preload"[^>]*\{\{logo\}\}[^>]*>/g

/** Replaces the placeholders in a page that the build wrote. */
export function withLogo(html: string, logo: Logo | undefined): string {
  const { url, width, height } = logoPlaceholders
  return (logo ? html : html.replace(preload, ''))
    .replace(forms, (_all, mark: string, wide: string, square: string) => {
      if (!logo) return mark
      return isWide(logo) ? wide : square
    })
    .replaceAll(url, () => logo?.url ?? '')
    .replaceAll(width, () => String(logo?.width))
    .replaceAll(height, () => String(logo?.height))
}
