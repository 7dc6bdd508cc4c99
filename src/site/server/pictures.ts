// Pictures drawn when they are asked for: the one a shared link shows, and the icons that must be PNG.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Resvg, renderAsync } from '@resvg/resvg-js'
import { PROMISE } from '../promise.ts'
import { mark } from '../theme-colors.ts'

const font = {
  // The same picture on every machine.
  loadSystemFonts: false,
  fontFiles: [join(import.meta.dirname, '../../lib/ui/fonts/hanken-grotesk-bold.ttf')],
  defaultFontFamily: 'Hanken Grotesk',
}
const NAME_WIDTH = 900
const NAME_SIZE = { largest: 50, smallest: 30 }

/** XML has no place for control characters. */
const escaped = (text: string) =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" font-family="Hanken Grotesk" font-weight="700">${content}</svg>`

const widthOf = (text: string, size: number) =>
  new Resvg(svg(1, 1, `<text font-size="${size}">${escaped(text)}</text>`), { font }).getBBox()?.width ?? 0

/** The name as large as it has room; one that has none even in the smallest size loses its last words. */
function fitted(name: string): { text: string; size: number } {
  const { largest, smallest } = NAME_SIZE
  const size = Math.floor(Math.min(largest, (largest * NAME_WIDTH) / Math.max(1, widthOf(name, largest))))
  if (size >= smallest) return { text: name, size }
  let text = name
  while (widthOf(`${text}…`, smallest) > NAME_WIDTH) text = text.slice(0, -1).trimEnd()
  return { text: `${text}…`, size: smallest }
}

/** 1200 × 630, as PNG: what is shown where somebody shares a link to the site. */
export async function sharedPicture(name: string): Promise<Buffer> {
  const { text, size } = fitted(name)
  const [first, second] = [PROMISE.slice(0, PROMISE.indexOf(' inom')), PROMISE.slice(PROMISE.indexOf('inom'))]
  const content = `
    <rect width="1200" height="630" fill="${mark.pine}"/>
    <g transform="translate(52 70) scale(3.2)">${(await favicon()).replace(/<\/?svg[^>]*>/g, '')}</g>
    <text x="168" y="${122 + size * 0.35}" font-size="${size}" fill="${mark.paper}">${escaped(text)}</text>
    <g font-size="88" fill="${mark.paper}" letter-spacing="-1.5">
      <text x="76" y="340">${escaped(first)}</text>
      <text x="76" y="446">${escaped(second)}</text>
    </g>
    <path d="M-10 560C220 560 250 600 380 596C500 592 480 536 396 536C320 536 312 592 400 596C560 604 640 540 820 540H1096" stroke="${mark.copper}" stroke-width="6" stroke-linecap="round"/>
    <rect x="1096" y="512" width="56" height="56" rx="12" stroke="${mark.copper}" stroke-width="6"/>`
  return (await renderAsync(svg(1200, 630, content), { font })).asPng()
}

const favicon = () => readFile(join(import.meta.dirname, '../favicon.svg'), 'utf8')

/** The mark as PNG; on a phone's home screen it has no corners of its own. */
export async function icon(size: number, { isSquare }: { isSquare: boolean }): Promise<Buffer> {
  const drawn = await favicon()
  const source = isSquare ? drawn.replace(' rx="9"', '') : drawn
  return (await renderAsync(source, { fitTo: { mode: 'width', value: size } })).asPng()
}
