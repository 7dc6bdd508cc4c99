// Whether a company's own colours are readable (WCAG 2.2, 1.4.3), and the nearest colour that is.
import { invalid } from '#platform/http/app-error.ts'
import { contrastOf, hexOf, oklchOf } from '#platform/http/color.ts'
import { background } from '#shared/theme-colors.rules.ts'
import type { Colors } from '../brand.contract.ts'
import { CONTRAST_MIN } from '../brand.rules.ts'

/** The contrast of a colour as text on the darkest light background; that of light text on the colour is nearly the same. */
export const contrastOnLight = (color: string): number => contrastOf(color, background.light)

/** The colour itself when it is readable on a light page, otherwise the nearest darker one of its hue. */
export function readableColor(color: string): string {
  const start = oklchOf(color)
  let readable = color
  for (let l = start.l; contrastOnLight(readable) < CONTRAST_MIN && l > 0; l -= 0.005) readable = hexOf({ ...start, l })
  return readable
}

const decimal = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Throws 422 for each colour that is not readable on a light page, and suggests the nearest that is. */
export function requireReadable(colors: Colors) {
  const problems = Object.entries(colors).flatMap(([field, color]) => {
    const problem = color === null ? undefined : problemOf(color)
    return problem ? [[field, problem] as const] : []
  })
  const [first] = problems
  if (first) throw invalid(first[1], Object.fromEntries(problems))
}

function problemOf(color: string): string | undefined {
  const contrast = contrastOnLight(color)
  if (contrast >= CONTRAST_MIN) return undefined
  const found = decimal.format(Math.floor(contrast * 10) / 10)
  const comparison = `kontrast ${found}, minst ${decimal.format(CONTRAST_MIN)}`
  return `Färgen är för ljus för att läsas (${comparison}). Närmaste som går är ${readableColor(color)}.`
}
