// `npm run docs:security-cases`: writes docs/security-cases.md, the list of attacks that tests cover. The title of a
// test, or of a row of its table, is a case if it begins with ids ('A-05: …'); the titles of the groups around it are
// prepended.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

type Title = { indent: number; text: string; ids: string[]; isGroup: boolean }
type Case = { ids: string[]; text: string; file: string }

const root = new URL('../', import.meta.url)
const target = new URL('docs/security-cases.md', root)

const introduction = `# Security cases
Generated from the titles of the tests by \`npm run docs:security-cases\`; a test compares the two. Each test carries the ids of the attacks that it covers, which are stable; \`…\` stands for each value of a table in the test. [Security](security.md) says what holds in general.
`

/** The text of docs/security-cases.md: a section for each folder of tests, a row for each test. */
export function securityCases(): string {
  const folders = Map.groupBy(allCases(), ({ file }) => dirname(file))
  const sections = [...folders].sort(([a], [b]) => (a < b ? -1 : 1)).map(([folder, cases]) => section(folder, cases))
  return [introduction, ...sections].join('\n')
}

/** Every id in the titles of tests. */
export const securityCaseIds = (): Set<string> => new Set(allCases().flatMap(({ ids }) => ids))

function section(folder: string, cases: Case[]): string {
  const rows = cases
    .toSorted((a, b) => number(a) - number(b))
    .map(({ ids, text, file }) => `| ${ids.join(', ')} | ${asCell(text)} | ${basename(file)} |`)
  return [`## ${folder}`, '| Case | The test shows | File |', '|---|---|---|', ...new Set(rows), ''].join('\n')
}

const number = ({ ids: [id = ''] }: Case) => Number(id.slice('A-'.length))

const asCell = (text: string) => text.replace(/[|<*_]/g, '\\$&')

function allCases(): Case[] {
  const files = globSync('{src,e2e,tests,tools}/**/*.{test,spec}.{ts,tsx}', { cwd: root.pathname }).sort()
  return files.flatMap((file) => {
    const found = casesIn(readFileSync(new URL(file, root), 'utf8'))
    return found.map(({ ids, text }) => ({ ids, text, file }))
  })
}

/** The tests of a file that have an id, in their own title or in that of a group around them. */
function casesIn(source: string): Omit<Case, 'file'>[] {
  const groups: Title[] = []
  return titlesIn(source).flatMap((title) => {
    while (groups.length > 0 && (groups.at(-1)?.indent ?? 0) >= title.indent) groups.pop()
    const around = [...groups, title]
    if (title.isGroup) groups.push(title)
    const ids = [...new Set(around.flatMap((each) => each.ids))]
    return title.isGroup || ids.length === 0 ? [] : [{ ids, text: joined(around) }]
  })
}

/** For example 'a comment: is sent with Ctrl+Enter too'. */
const joined = (titles: Title[]) =>
  titles
    .map(({ text }) => text)
    .reduce((before, text) => (/[:,]$/.test(before) ? `${before} ${text}` : `${before}: ${text}`))

// The title after the start of a call, the end of a test's table, or the first line of a call's arguments.
const titlePattern =
  /^( *)(?:(describe|test)\b(?:.*\)\(|[.\w]*\()(?:\n *)?|\S*\]\)\((?:\n *)?|\[?(?:\n *)?(?=.(?:[AM]-\d)))(['"`])((?:\\.|(?!\3)[^\\\n])+)\3/gm

/** The titles of groups, tests and rows, in the order of the file. */
function titlesIn(source: string): Title[] {
  return [...source.matchAll(titlePattern)].map(([, indent = '', call, , literal = '']) => {
    const [, ids = '', text = ''] = /^((?:[AM]-\d+(?:, |: ?))*)(.*)$/.exec(literal) ?? []
    return {
      indent: indent.length,
      text: text.replace(/\$\{[^}]*\}|\$\w+|%[sjidfo#%]/g, '…').replace(/\\(.)/g, '$1'),
      ids: ids.match(/[AM]-\d+/g) ?? [],
      isGroup: call === 'describe',
    }
  })
}

if (import.meta.main) writeFileSync(target, securityCases())
