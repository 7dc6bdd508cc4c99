// Which styles of HTML show nothing, as newsletters hide the text for the list of mails.
import { commentInStyles, withoutBlock } from './html-blocks.ts'

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
export function hides(css: string): boolean {
  const styles = compact(css)
  if (hiding.some((pattern) => pattern.test(styles))) return true
  const [, colour] = /;color:([^;]{1,40});/.exec(styles) ?? []
  const [, ground] = /;background(?:-color)?:([^;]{1,40});/.exec(styles) ?? []
  return colour !== undefined && colour === ground
}

/** Whether its text has no size; its elements may have one. */
export const isSizeless = (css: string) => noSize.test(compact(css))

type Rule = { selectors: string; declarations: string }

/** The rules of a style sheet; one of '@media' has rules inside. */
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
 * The classes that style sheets hide by a rule of their own. Of one that they also show, or name in other rules, as for
 * screens of a certain size, it is unknown whether it is seen: its words stay.
 */
export function hiddenClasses(sheets: readonly string[]): Set<string> {
  const hidden = new Set<string>()
  const inDoubt = new Set<string>()
  const rules = sheets.flatMap((sheet) => rulesIn(withoutBlock(sheet, commentInStyles).html))
  for (const { selectors, declarations } of rules) {
    if (selectors.startsWith('@')) for (const name of classesIn(declarations)) inDoubt.add(name)
    else if (ofSight.test(declarations)) {
      for (const selector of selectors.split(',')) {
        const [, name] = oneClass.exec(selector.trim()) ?? []
        if (name !== undefined && hides(declarations)) hidden.add(name)
        else for (const one of classesIn(selector)) inDoubt.add(one)
      }
    }
  }
  return hidden.difference(inDoubt)
}

const classesIn = (css: string) => [...css.matchAll(/\.([a-z_-][\w-]*)/gi)].map(([, name = '']) => name)

const classAttribute = /\sclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** Whether an element with these attributes, `css` its own style, has a class that is hidden. */
export function isHiddenByClass(attributes: string, css: string | undefined, hidden: ReadonlySet<string>): boolean {
  if (hidden.size === 0 || (css !== undefined && ofSight.test(css))) return false
  const [, double, single, bare] = classAttribute.exec(attributes) ?? []
  return (double ?? single ?? bare ?? '').split(/\s+/).some((name) => hidden.has(name))
}
