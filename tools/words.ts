// `node tools/words.ts`: refuses private vocabulary in file names, identifiers and prose, and prints the standard term to use
// instead. Exits with 1 when it finds any.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** `code` is identifiers and keywords, `prose` is comments, texts in quotes and Markdown. A file name counts as code. */
type Part = 'code' | 'prose'
type Rule = {
  /** Matched against a line whose camelCase and snake_case names are split into words. */
  pattern: RegExp
  write: string
  /** Only in this part; in both by default. */
  only?: Part
  /** Contexts in which the word has its everyday or technical meaning. They are blanked out before matching. */
  allowed?: RegExp
  /** Only in these files. */
  files?: RegExp
}
export type Finding = { file: string; line: number; word: string; write: string }

const rules: Rule[] = [
  { pattern: /\bwires\b/i, write: 'pool sockets', allowed: /\bwires (?:up|together|it)\b/gi },
  { pattern: /\bpulses?\b/i, write: 'connection watchdog, heartbeat', allowed: /animate-pulse|keyframes pulse/g },
  {
    pattern: /\bsilen(?:ce|ces|t)\b/i,
    write: 'heartbeat timeout, idle, no traffic',
    allowed: /['"]silent['"]|\b(?:trace|debug),? (?:or )?silent\b/g,
  },
  { pattern: /\baway\b/, write: 'unavailable', only: 'code', allowed: /\bdatabase away\b/g }, // the JSON error code
  {
    pattern:
      /\b(?:database|server|postgresql|replica) (?:is|was|were|being|stays?|goes|went) away\b|\bis Database Away\b/i,
    write: 'unavailable, isUnavailable',
  },
  { pattern: /\boutlets?\b|\b[a-z]+ Outlets?\b/, write: 'event queue', allowed: /\b(?:import|use|return) Outlet\b/g },
  { pattern: /\bkept[- ]statements?\b/i, write: 'prepared query' },
  { pattern: /\bkept[- ](?:sums?|counts?)\b/i, write: 'aggregates' },
  { pattern: /\bspaced\b/i, write: 'throttle', allowed: /\b(?:evenly|letter|double)[- ]spaced\b/gi },
  { pattern: /\bask(?:s|ed|ing)?[- ]again\b/i, write: 'refetch, retry' },
  { pattern: /\banew\b/i, write: 'refetch, again, re-encrypt' },
  { pattern: /\bstay(?:s|ed|ing)?[- ]listening\b/i, write: 'reconnect' },
  { pattern: /\bdeeds?\b/i, write: 'action, request, audit entry, access log' },
  { pattern: /\bone-way\b|\bone Way\b/, write: 'token hash' },
  { pattern: /\barrivals?\b|\bis Arriving\b/i, write: 'post-login', only: 'code' },
  { pattern: /\bturn(?:s|ed|ing)?[- ]away\b/i, write: 'wrong portal, redirect' },
  { pattern: /\bleaving\b/, write: 'sign-out, abort', only: 'code' },
  { pattern: /\bleave\b/, write: 'sign out', only: 'code', files: /^src\/(?:auth|app\/browser)\// },
  { pattern: /\bwhy-not\b|\bwhy Not\b/, write: 'user permissions' },
  {
    pattern:
      /\b(?:mail|invit\w+|welcome|reset|reply|receipt|comment|ticket|enquiry|login|link|backup)[- ]letters?\b|^letters?$|\btype Letter\b/i,
    write: 'mail, mail template',
  },
  { pattern: /\bletters? (?:to|from) (?:a |the )?(?:customers?|staff|senders?|administrators?)\b/i, write: 'mail' },
  {
    pattern: /\b(?:has|create|read|open) Book\b|\bmigrations? book\b|\bbook of migrations\b/i,
    write: 'migrations table',
  },
  {
    pattern: /(?:\b(?:type|interface|as|extends|satisfies) |[:<|&] ?)(?:Told|Happening|Given|Sent)\b(?! ?[.(])/,
    write: 'Notification, ChangeEvent, HandlerInput, ClientInput',
    only: 'code',
  },
  { pattern: /\bundone\b/i, write: 'rolled back' },
  {
    pattern:
      /\b(?:transaction|savepoint|deadlock)s?\b.{0,30}\bund(?:o|oes|id)\b|\bund(?:o|oes|id)\b.{0,30}\b(?:transaction|savepoint)/i,
    write: 'roll back, rollback',
  },
  { pattern: /\bquiet[- ]log\b/i, write: 'what the log does: level, filter' },
  { pattern: /\bknown[- ]facts\b/i, write: 'cached company facts' },
  { pattern: /\bstolen\b/i, write: 'reused', only: 'code' },
  {
    pattern: /\bbusy\b/i,
    write: 'overloaded; isPending or isLoading for a button',
    only: 'code',
    allowed: /\b(?:aria|data)[- ]busy\b|\bbusy: (?=\s|$)/gi, // `busy:` maps the code of an error response
  },
  { pattern: /\bwarm\b(?![- ]?up)/i, write: 'prefetch', only: 'code' },
  {
    pattern: /(?<![\w.-])encoded\b/,
    write: 'compressed, contentEncoding',
    only: 'code',
    allowed: /.*(?:encode URI|base64|Buffer|btoa).*|\bencoded Data Length\b/g,
  },
  { pattern: /\bstanding\b/i, write: 'current, conflict', allowed: /\blong-standing\b/gi },
  {
    pattern: /(?<![/|])\bcredentials\b/,
    write: 'vault',
    only: 'code',
    allowed: /\b(?:customer|invalid|keep) credentials\b|\bcredentials: (?=\s|$)/gi,
  },
]

const roots = 'src,bin,tools,tests,bench,e2e,docs,migrations'
/** The files that must name the refused words. */
const isExempt = (file: string) => /^tools\/words\.(?:unit\.test\.)?ts$/.test(file)

/** `deniedDeeds` and `denied_deeds` as `denied Deeds` and `denied deeds`. */
const splitNames = (line: string) => line.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ')

/** Every refused word of a file, in its name (line 0) and in its text. */
export function findWords(file: string, text: string): Finding[] {
  if (isExempt(file)) return []
  const stem = basename(file).split('.')[0] ?? ''
  const lines = partsOf(file, text)
  return [
    ...matches(file, 0, 'code', stem),
    ...lines.code.flatMap((line, index) => matches(file, index + 1, 'code', line)),
    ...lines.prose.flatMap((line, index) => matches(file, index + 1, 'prose', line)),
  ].sort((one, other) => one.line - other.line)
}

function matches(file: string, line: number, part: Part, text: string): Finding[] {
  if (text.trim() === '') return []
  const words = splitNames(text)
  return rules
    .filter(({ only, files }) => (only ?? part) === part && (files?.test(file) ?? true))
    .flatMap(({ pattern, write, allowed }) => {
      const [word] = pattern.exec(allowed ? words.replace(allowed, ' ') : words) ?? []
      return word === undefined ? [] : [{ file, line, word: word.trim(), write }]
    })
}

/** The text's lines twice: with only its code and with only its prose, the rest replaced by spaces. */
export function partsOf(file: string, text: string): Record<Part, string[]> {
  if (file.endsWith('.md')) return { code: [], prose: text.split('\n') }
  const inProse = file.endsWith('.sql') ? proseOfSql(text) : proseOfScript(text)
  const keep = (part: 0 | 1) =>
    text.replace(/[^\n]/g, (character, index: number) => (inProse[index] === part ? character : ' ')).split('\n')
  return { code: keep(0), prose: keep(1) }
}

function proseOfSql(text: string): Uint8Array {
  const inProse = new Uint8Array(text.length)
  for (const { index, 0: found } of text.matchAll(/--.*|'(?:[^']|'')*'/g)) inProse.fill(1, index, index + found.length)
  return inProse
}

/** In code: what begins or is prose, and the braces that end a template's `${}`. Quotes end with their line. */
const codeToken = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\\.|[`{}]/g
/** In a template's text: an escape, its end, or the begin of `${}`. */
const templateToken = /\\.|`|\$\{/g

/** Marks comments, strings and the text of templates with 1. */
function proseOfScript(text: string): Uint8Array {
  const inProse = new Uint8Array(text.length)
  /** For each open `${}` how many braces are open inside. */
  const depths: number[] = []
  let isInTemplate = false
  for (let from = 0; from < text.length; ) {
    const token = isInTemplate ? templateToken : codeToken
    token.lastIndex = from
    const found = token.exec(text)
    const end = found ? found.index + found[0].length : text.length
    const [symbol = ''] = found ?? []
    if (isInTemplate) inProse.fill(1, from, end)
    else if (/^['"/]/.test(symbol)) inProse.fill(1, end - symbol.length, end)
    if (symbol === '`') isInTemplate = !isInTemplate
    else if (symbol === '${') {
      isInTemplate = false
      depths.push(0)
    } else if (symbol === '}' && depths.at(-1) === 0) {
      isInTemplate = true
      depths.pop()
    } else if (depths.length > 0 && /^[{}]$/.test(symbol)) depths.push((depths.pop() ?? 0) + (symbol === '{' ? 1 : -1))
    from = end
  }
  return inProse
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const files = globSync(`{${roots}}/**/*.{ts,tsx,js,css,sql,md}`, { cwd: root }).sort()
  const findings = files.flatMap((file) => findWords(file, readFileSync(join(root, file), 'utf8')))
  for (const { file, line, word, write } of findings)
    console.error(`${file}${line > 0 ? `:${line}` : ''}: '${word}': write ${write}`)
  console.log(findings.length === 0 ? `${files.length} files use standard words` : `${findings.length} refused words`)
  process.exitCode = findings.length === 0 ? 0 : 1
}
