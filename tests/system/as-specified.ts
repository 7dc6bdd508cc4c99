// The part 'As specified' of docs/specification.md: sections 2, 8 and 9 of the specification, verbatim.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const document = readFileSync(join(import.meta.dirname, '../../docs/specification.md'), 'utf8')

/** The part with the heading levels of the specification, which are one level deeper in the document. */
export const specified = sectionOf(document, '## As specified', '\n## ').replace(/^#(?=#+ )/gm, '')

/** The paths of the route table, and the screen of each. */
export const specifiedRoutes: { path: string; screen: string }[] = [
  ...sectionOf(specified, '### Route table', '\n### ').matchAll(/^\| (\/.*?) \| (.+) \|$/gm),
].flatMap(([, paths = '', screen = '']) => paths.split(' and ').map((path) => ({ path, screen })))

/** The texts of the error catalogue; 'N' and '...' stand for values that the product fills in. */
export const specifiedTexts: string[] = [
  ...new Set(
    [...sectionOf(specified, '## 8. Error catalogue', '\n## ').matchAll(/(?<!\p{L})'([^']+)'(?!\p{L})/gu)].map(
      ([, text = '']) => text.trim(),
    ),
  ),
]

/** The lines of constants and limits. */
export const specifiedConstants: string[] = [
  ...sectionOf(specified, '## 9. Business constants and limits', '\n## ').matchAll(/^- (.+)$/gm),
].map(([, line = '']) => line)

function sectionOf(text: string, heading: string, end: string): string {
  const [, after = ''] = text.split(`${heading}\n`)
  return (after.split(end)[0] ?? '').trim()
}
