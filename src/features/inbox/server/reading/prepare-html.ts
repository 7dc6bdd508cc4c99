// Prepares HTML for conversion to text, in linear time: pictures in data URIs become files, hidden elements are marked, and
// comments, styles and scripts are removed.
import { hiddenClasses, hidingByClass, hidingOf } from './hidden-styles.ts'
import { comment, scripts, styles, title, withoutBlock } from './html-blocks.ts'
import { countNesting } from './nesting.ts'

export type Prepared = { html: string; pictures: Picture[] }
export type Picture = { type: string; extension: string; content: Uint8Array }

/** The extensions of picture types in data URIs. */
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
/** Smaller pictures are spacers and are left out. */
const SPACER_BYTES = 100

const tag = /<(\/?)([a-z][a-z0-9:]*)([^<>]*)>/gi
/** An attribute value that contains '>'. */
const quotedEnd = /=\s*(?:"[^"<>]*>[^"<]*"|'[^'<>]*>[^'<]*')/g
/** Replaced, since text outside the body is shown too: programs write an answer above the whole page that they quote. */
const roots = new Set(['html', 'head', 'body'])
const style = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i
const struck = /text-decoration(?:-line)?\s*:[^;]*line-through/i
const dataUri =
  /(\s(?:src|srcset|background|href|xlink:href|poster)\s*=\s*)(?:"\s*data:([^"]*)"|'\s*data:([^']*)'|data:([^\s>]*))/gi

/** The HTML without data URIs, comments and styles; an element that is not shown has the attribute `hidden`. */
export function prepareHtml(written: string): Prepared {
  const pictures: Picture[] = []
  const nesting = countNesting()
  const { html: styled, blocks } = withoutBlock(withoutBlock(withoutBlock(written, comment).html, title).html, styles)
  const hidden = hiddenClasses(blocks)
  const plain = withoutBlock(styled, scripts).html.replace(quotedEnd, (value) => value.replaceAll('>', '&gt;'))
  const html = plain.replace(tag, (whole, end: string, name: string, attributes: string, at, all) => {
    const element = name.toLowerCase()
    if (roots.has(element)) {
      withoutData(attributes, pictures)
      return element === 'body' && end === '' && nesting.opens('div').isKept ? '<div>' : '<br>'
    }
    if (end !== '') return nesting.closes(element) ? whole : ' '
    const cleaned = withoutData(attributes, pictures)
    const { isKept, ends } = nesting.opens(element)
    if (!isKept) return `${ends} `
    const [, double, single] = style.exec(cleaned) ?? []
    const css = double ?? single
    const hiding = hidingByClass(cleaned, css, hidden) ?? (css === undefined ? undefined : hidingOf(css))
    const isHidden = hiding === 'all' || (hiding === 'text' && hasOnlyText(all, at + whole.length, element))
    const isStruck = css !== undefined && struck.test(css)
    return `${ends}<${name}${isHidden ? ' hidden' : isStruck ? ' data-struck' : ''}${cleaned.replace(style, '')}>`
  })
  return { html, pictures }
}

const withoutData = (attributes: string, pictures: Picture[]) =>
  attributes.replace(dataUri, (_all, attribute: string, ...values: (string | undefined)[]) => {
    const picture = pictureOf(values.slice(0, 3).find((value) => value !== undefined) ?? '')
    if (picture) pictures.push(picture)
    return `${attribute}""`
  })

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

/** Whether an element contains only text. Elements inside an invisible one may be visible, as the columns of newsletters. */
function hasOnlyText(html: string, from: number, name: string): boolean {
  const next = html.indexOf('<', from)
  return next >= 0 && html.slice(next, next + 2 + name.length).toLowerCase() === `</${name}`
}
