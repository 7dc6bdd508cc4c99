// Reads the text of PDFs that the product draws, without another program: streams by zlib, glyphs by each font's ToUnicode.
import { inflateSync } from 'node:zlib'

type Objects = Map<string, { head: string; stream: Buffer | undefined }>

/** The texts of each page, in the order in which they were drawn. */
export function textsOfPdf(pdf: Uint8Array): string[][] {
  const objects = objectsIn(Buffer.from(pdf))
  const at = (reference = '') => objects.get(reference)
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => {
      const fontList = at(/\/Resources (\d+) 0 R/.exec(head)?.[1])?.head ?? ''
      const fonts = new Map(
        [...fontList.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', reference]) => {
          const toUnicode = at(/\/ToUnicode (\d+) 0 R/.exec(at(reference)?.head ?? '')?.[1])?.stream
          return [name, unicodesOf(String(toUnicode ?? ''))]
        }),
      )
      return textsOf(String(at(/\/Contents (\d+) 0 R/.exec(head)?.[1])?.stream ?? ''), fonts)
    })
}

/** All text with ordinary spaces, one drawn line a line. */
export const textOfPdf = (pdf: Uint8Array): string => textsOfPdf(pdf).flat().join('\n').replaceAll('\u00a0', ' ')

function objectsIn(pdf: Buffer): Objects {
  const text = pdf.toString('latin1')
  const objects: Objects = new Map()
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = found.index + found[0].length
    const begins = text.indexOf('stream\n', start)
    const ends = text.indexOf('endobj', start)
    const hasStream = begins >= 0 && begins < ends
    const head = text.slice(start, hasStream ? begins : ends)
    objects.set(found[1] ?? '', { head, stream: hasStream ? streamAt(pdf, begins + 7, head) : undefined })
  }
  return objects
}

function streamAt(pdf: Buffer, from: number, head: string) {
  const bytes = pdf.subarray(from, from + Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0))
  return head.includes('/FlateDecode') && !head.includes('/Subtype /Image') ? inflateSync(bytes) : bytes
}

/** The characters of a font's glyph codes, which begin at 0 and are listed in order. */
function unicodesOf(toUnicode: string): string[] {
  const lists = [...toUnicode.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/gi)]
  return lists.flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  )
}

function textsOf(content: string, fonts: Map<string, string[]>): string[] {
  let font: string[] = []
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(([, name, shown]) => {
    if (name) font = fonts.get(name) ?? []
    if (shown === undefined) return []
    const codes = [...shown.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    return [codes.map((code) => font[Number.parseInt(code, 16)] ?? '\ufffd').join('')]
  })
}
