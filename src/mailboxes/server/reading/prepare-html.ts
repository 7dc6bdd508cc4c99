// HTML before it is read: pictures that stand in it become files, what it hides is marked, and what shows nothing goes. Each
// step looks at every character once.

import { countNesting } from './nesting.ts'

export type Prepared = { html: string; pictures: Picture[] }
export type Picture = { type: string; extension: string; content: Uint8Array }

/** Of data URIs; others are no pictures. */
const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/svg+xml': 'svg',
}
/** Smaller ones are drawn as space between others. */
const SPACER_BYTES = 100

const tag = /<(\/?)([a-z][a-z0-9:]*)([^<>]*)>/gi
const style = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i
const dataUri =
  /(\s(?:src|srcset|background|href|xlink:href|poster)\s*=\s*)(?:"\s*data:([^"]*)"|'\s*data:([^']*)'|data:([^\s>]*))/gi

/** The HTML without data URIs, comments and styles; an element that is not shown has the attribute `hidden`. */
export function prepareHtml(written: string): Prepared {
  const pictures: Picture[] = []
  const nesting = countNesting()
  const html = withoutBlocks(written).replace(tag, (whole, end: string, name: string, attributes: string, at, all) => {
    const element = name.toLowerCase()
    if (end !== '') return nesting.closes(element) ? whole : ' '
    const kept = withoutData(attributes, pictures)
    const { isKept, ends } = nesting.opens(element)
    if (!isKept) return `${ends} `
    const [, double, single] = style.exec(kept) ?? []
    const css = double ?? single
    if (css === undefined) return `${ends}<${name}${kept}>`
    const isHidden = hides(css) || (isSizeless(css) && hasOnlyText(all, at + whole.length, element))
    return `${ends}<${name}${kept.replace(style, isHidden ? ' hidden' : '')}>`
  })
  return { html, pictures }
}

const withoutData = (attributes: string, pictures: Picture[]) =>
  attributes.replace(dataUri, (_all, attribute: string, ...values: (string | undefined)[]) => {
    const picture = pictureOf(values.slice(0, 3).find((value) => value !== undefined) ?? '')
    if (picture) pictures.push(picture)
    return `${attribute}""`
  })

const blocks: [open: RegExp, close: RegExp][] = [
  [/<!--/g, /-->/g],
  [/<style\b[^<>]*>/gi, /<\/style\s*>/gi],
  [/<script\b[^<>]*>/gi, /<\/script\s*>/gi],
]

/** Without comments, styles and scripts. One that has no end stays as it is. */
function withoutBlocks(html: string): string {
  let left = html
  for (const [open, close] of blocks) left = withoutBlock(left, open, close)
  return left
}

function withoutBlock(html: string, open: RegExp, close: RegExp): string {
  const kept: string[] = []
  let from = 0
  for (;;) {
    open.lastIndex = from
    const begins = open.exec(html)
    if (!begins) break
    close.lastIndex = open.lastIndex
    if (!close.exec(html)) break
    kept.push(html.slice(from, begins.index))
    from = close.lastIndex
  }
  return kept.length === 0 ? html : kept.join('') + html.slice(from)
}

function pictureOf(uri: string): Picture | undefined {
  const comma = uri.indexOf(',')
  if (comma < 0 || comma > 200) return undefined
  const [type = '', ...parameters] = uri.slice(0, comma).toLowerCase().split(';')
  const extension = extensions[type.trim()]
  if (extension === undefined) return undefined
  const isBase64 = parameters.some((parameter) => parameter.trim() === 'base64')
  const content = Buffer.from(
    isBase64 ? uri.slice(comma + 1) : decoded(uri.slice(comma + 1)),
    isBase64 ? 'base64' : 'utf8',
  )
  return content.length < SPACER_BYTES ? undefined : { type: type.trim(), extension, content: new Uint8Array(content) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A style in the form 'display:none;color:#fff;'. */
const compact = (css: string) => `;${css.toLowerCase().replace(/\s+|!important/g, '')};`

const hiding = [
  /;display:none;/,
  /;visibility:hidden;/,
  /;mso-hide:all;/,
  /;opacity:0(?:\.0+)?;/,
  /;max-height:0(?:px|pt|em|%)?;/,
  /;color:transparent;/,
]
const noSize = /;font-size:(?:0(?:px|pt|em|rem|%)?|1px);/

/** Whether mail programs show nothing of an element with this style, as newsletters hide the text for the list of mails. */
function hides(css: string): boolean {
  const styles = compact(css)
  if (hiding.some((pattern) => pattern.test(styles))) return true
  const [, colour] = /;color:([^;]{1,40});/.exec(styles) ?? []
  const [, ground] = /;background(?:-color)?:([^;]{1,40});/.exec(styles) ?? []
  return colour !== undefined && colour === ground
}

const isSizeless = (css: string) => noSize.test(compact(css))

/** Newsletters have columns in elements of no size, whose children have one: only text right inside is hidden. */
function hasOnlyText(html: string, from: number, name: string): boolean {
  const next = html.indexOf('<', from)
  return next >= 0 && html.slice(next, next + 2 + name.length).toLowerCase() === `</${name}`
}
