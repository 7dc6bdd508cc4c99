// Finds text that HTML hides by styles, such as the preview text of newsletters.
import { commentInStyles, withoutBlock } from './html-blocks.ts'

/** The style without spaces: ';display:none;color:#fff;'. */
const compact = (css: string) => `;${css.toLowerCase().replace(/\s+|!important/g, '')};`

/** What an element hides: all its content, or only its own text, since elements in it may be visible again. */
export type Hiding = 'all' | 'text'

const hidingAll = [/;display:none;/, /;mso-hide:all;/, /;opacity:0(?:\.0+)?;/]
const noHeight = /;max-height:0(?:px|pt|em|%)?;/
const hidingText = [noHeight, /;visibility:hidden;/, /;color:transparent;/, /;font-size:(?:0(?:px|pt|em|rem|%)?|1px);/]

/** What mail programs do not show of an element with this style. */
export function hidingOf(css: string): Hiding | undefined {
  const styles = compact(css)
  if (
    hidingAll.some((pattern) => pattern.test(styles)) ||
    (noHeight.test(styles) && styles.includes(';overflow:hidden;'))
  )
    return 'all'
  if (hidingText.some((pattern) => pattern.test(styles))) return 'text'
  const [, colour] = /;color:([^;]{1,40});/.exec(styles) ?? []
  const [, ground] = /;background(?:-color)?:([^;]{1,40});/.exec(styles) ?? []
  return colour !== undefined && colour === ground ? 'text' : undefined
}

type Rule = { selectors: string; declarations: string }

/** The top-level rules of a style sheet; the declarations of '@media' are rules themselves. */
function rulesIn(css: string): Rule[] {
  const rules: Rule[] = []
  let depth = 0
  let start = 0
  let selectors = ''
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    if (brace === '{') {
      depth++
      if (depth > 1) continue
      selectors = css.slice(start, index)
      start = index + 1
    } else {
      depth = Math.max(0, depth - 1)
      if (depth > 0) continue
      rules.push({
        selectors: selectors.slice(selectors.lastIndexOf(';') + 1).trim(),
        declarations: css.slice(start, index),
      })
      start = index + 1
      selectors = ''
    }
  }
  return rules
}

const oneClass = /^\.([\w-]+)$/
const ofSight = /(?:^|[;\s])(?:display|visibility|opacity|max-height|color|background(?:-color)?|mso-hide)\s*:/i

/**
 * The classes that a style sheet hides by a rule for the class alone. A class that other rules may show, such as those of
 * '@media', is left out, so that its text is shown.
 */
export function hiddenClasses(sheets: readonly string[]): Map<string, Hiding> {
  const hidden = new Map<string, Hiding>()
  const inDoubt = new Set<string>()
  const rules = sheets.flatMap((sheet) => rulesIn(withoutBlock(sheet, commentInStyles).html))
  for (const { selectors, declarations } of rules) {
    if (selectors.startsWith('@')) for (const name of classesIn(declarations)) inDoubt.add(name)
    else if (ofSight.test(declarations)) {
      for (const selector of selectors.split(',')) {
        const [, name] = oneClass.exec(selector.trim()) ?? []
        const hiding = hidingOf(declarations)
        if (name !== undefined && hiding) hidden.set(name, hidden.get(name) === 'all' ? 'all' : hiding)
        else for (const one of classesIn(selector)) inDoubt.add(one)
      }
    }
  }
  for (const name of inDoubt) hidden.delete(name)
  return hidden
}

const classesIn = (css: string) => [...css.matchAll(/\.([a-z_-][\w-]*)/gi)].map(([, name = '']) => name)

const classAttribute = /\sclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** What the classes of an element hide; `css` is its own style, which takes precedence. */
export function hidingByClass(
  attributes: string,
  css: string | undefined,
  hidden: ReadonlyMap<string, Hiding>,
): Hiding | undefined {
  if (hidden.size === 0 || (css !== undefined && ofSight.test(css))) return undefined
  const [, double, single, bare] = classAttribute.exec(attributes) ?? []
  const hidings = (double ?? single ?? bare ?? '').split(/\s+/).flatMap((name) => hidden.get(name) ?? [])
  return hidings.includes('all') ? 'all' : hidings[0]
}
