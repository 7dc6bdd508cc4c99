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
} from 'culori/fn'

export { wcagContrast as contrastOf } from 'culori/fn'

for (const mode of [modeRgb, modeLrgb, modeOklab]) registerMode(mode)
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
