// How a company's logo is shown, and the placeholders in built pages for the logo, which only the server knows.

/** A wider logo is assumed to contain the company's name, and no icon is made from it. */
export const ICON_RATIO_MAX = 1.6

/** The width of the logo in mail; a narrower logo has its own width. */
export const LOGO_WIDTH_IN_MAIL = 320

export type Logo = { url: string; width: number; height: number }

/** Whether a logo is wide; the company's name is then not shown beside it. */
export const isWide = ({ width, height }: Pick<Logo, 'width' | 'height'>): boolean => width / height > ICON_RATIO_MAX

/** What the build writes in place of the logo: three forms, two of which the server removes. */
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

/** React adds a preload for every picture of a page that it renders to a string. */
const preload = /<link rel="preload"[^>]*\{\{logo\}\}[^>]*>/g

/** Replaces the placeholders in a built page. */
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
