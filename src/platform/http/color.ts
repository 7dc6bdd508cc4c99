// Colours as lightness, chroma and hue (OKLCH), and the contrast of two of them.
import {
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  parse,
  useMode as registerMode,
  toGamut,
  wcagContrast,
} from 'culori/fn'

for (const mode of [modeRgb, modeLrgb, modeOklab]) registerMode(mode)

/** The contrast of two colours by WCAG 2, 1 to 21. */
export const contrastOf = (one: string, other: string): number => wcagContrast(one, other)
const toOklch = registerMode(modeOklch)
const inRgb = toGamut('rgb', 'oklch')

/** Throws for a text that is no colour. */
export function oklchOf(color: string): Oklch {
  const found = toOklch(parse(color))
  if (!found) throw new Error(`${color} is not a colour`)
  return found
}

/** '#rrggbb', of a colour outside sRGB the nearest in it. */
export const hexOf = (color: Oklch): string => formatHex(inRgb(color))
