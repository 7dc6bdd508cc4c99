// Images rendered on request: the preview image of shared links, and the PNG icons.
import { join } from 'node:path'
import { Resvg, renderAsync } from '@resvg/resvg-js'
import type { Colors } from '#features/company/brand.contract.ts'
import { initialOf } from '#shared/names.rules.ts'
import { escapeHtml } from '#shared/text.rules.ts'
import { mark } from '#shared/theme-colors.rules.ts'
import { SLOGAN } from '../slogan.ts'
import { brandTokens } from './brand-stylesheet.ts'

const font = {
  // So that the image is the same on every machine.
  loadSystemFonts: false,
  fontFiles: [join(import.meta.dirname, '../../../shared/ui/fonts/hanken-grotesk-bold.ttf')],
  defaultFontFamily: 'Hanken Grotesk',
}
/** The background and foreground of the mark. */
export type MarkColors = { primary: string; accent: string }

/** The company's main colour, and its accent as shown on a dark ground. */
export const markColors = (colors: Colors): MarkColors => ({
  primary: colors.mainColor ?? mark.primary,
  accent: (colors.accentColor && brandTokens(colors).accent?.dark) || mark.accent,
})

const NAME_WIDTH = 900
const NAME_SIZE = { largest: 50, smallest: 30 }

/** Escapes text for XML; control characters, which XML does not allow, become spaces. */
const escapeXml = (text: string) => escapeHtml(text.replace(/\p{Cc}/gu, ' '))

const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" font-family="Hanken Grotesk" font-weight="700">${content}</svg>`

const widthOf = (text: string, size: number) =>
  new Resvg(svg(1, 1, `<text font-size="${size}">${escapeXml(text)}</text>`), { font }).getBBox()?.width ?? 0

/** The largest font size at which the name fits; a name too long for the smallest size is truncated. */
function fitName(name: string): { text: string; size: number } {
  const { largest, smallest } = NAME_SIZE
  const size = Math.floor(Math.min(largest, (largest * NAME_WIDTH) / Math.max(1, widthOf(name, largest))))
  if (size >= smallest) return { text: name, size }
  let text = name
  while (widthOf(`${text}…`, smallest) > NAME_WIDTH) text = text.slice(0, -1).trimEnd()
  return { text: `${text}…`, size: smallest }
}

/** The preview image of a shared link: PNG, 1200 × 630. */
export async function sharedPicture(name: string, colors: MarkColors): Promise<Buffer> {
  const { primary, accent } = colors
  const { text, size } = fitName(name)
  const [first, second] = [SLOGAN.slice(0, SLOGAN.indexOf(' inom')), SLOGAN.slice(SLOGAN.indexOf('inom'))]
  const content = `
    <rect width="1200" height="630" fill="${primary}"/>
    <g transform="translate(52 70) scale(3.2)">${drawnMark(name, 9, colors)}</g>
    <text x="168" y="${122 + size * 0.35}" font-size="${size}" fill="${mark.surface}">${escapeXml(text)}</text>
    <g font-size="88" fill="${mark.surface}" letter-spacing="-1.5">
      <text x="76" y="340">${escapeXml(first)}</text>
      <text x="76" y="446">${escapeXml(second)}</text>
    </g>
    <path d="M-10 560C220 560 250 600 380 596C500 592 480 536 396 536C320 536 312 592 400 596C560 604 640 540 820 540H1096" stroke="${accent}" stroke-width="6" stroke-linecap="round"/>
    <rect x="1096" y="512" width="56" height="56" rx="12" stroke="${accent}" stroke-width="6"/>`
  return (await renderAsync(svg(1200, 630, content), { font })).asPng()
}

/**
 * The company's mark, also the icon of the browser tab: the initial of its name. `LogoMark` shows the same in the app.
 */
export const markOf = (name: string, colors: MarkColors) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">${drawnMark(name, 9, colors)}</svg>`

const drawnMark = (name: string, radius: number, { primary, accent }: MarkColors) =>
  `<rect width="32" height="32" rx="${radius}" fill="${primary}"/>` +
  `<text x="16" y="22.75" text-anchor="middle" font-family="Hanken Grotesk, system-ui, sans-serif" font-weight="700" font-size="19" fill="${mark.surface}">${escapeXml(initialOf(name))}</text>` +
  `<circle cx="26" cy="25.5" r="2.4" fill="${accent}"/>`

/** The mark as PNG; square for home screens, which round the corners themselves. */
type IconOptions = { colors: MarkColors; isSquare: boolean }
export async function icon(name: string, size: number, { colors, isSquare }: IconOptions): Promise<Buffer> {
  const source = svg(32, 32, drawnMark(name, isSquare ? 0 : 9, colors))
  return (await renderAsync(source, { font, fitTo: { mode: 'width', value: size } })).asPng()
}
