// `node tools/commit-subjects.ts`: the subject of each commit since BASE is `area: Imperative sentence`.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Older commits are not checked. */
const BASE = '58017b7d24c66f42a540c5cdec7036b75cb2c0e9'
const MAX_LENGTH = 72
const areas = new Set(
  (
    'app auth backup bench billing company customers db deps docs e2e equipment files http inbox jobs live mail ops ' +
    'portal reports screens shared site tests tickets time tools ui users vault web'
  ).split(' '),
)
/** Verb forms that are not imperative: 'Added', 'Adding', 'Adds'. */
const NOT_IMPERATIVE = /(?:[^e]ed|ing|[^isu]s)$/
/** Imperatives that match NOT_IMPERATIVE. */
const imperatives = new Set(['Alias', 'Bias', 'Bring', 'Embed', 'Ping', 'Shed'])

/** The problems of a commit's subject; empty if it is valid. */
export function subjectProblems(subject: string): string[] {
  const [, area, sentence] = /^([^\s:]+): (\S.*)$/.exec(subject) ?? []
  if (!area || !sentence) return ["is not 'area: Imperative sentence'"]
  const [verb = ''] = /^[\p{L}-]*/u.exec(sentence) ?? []
  return [
    ...(areas.has(area) ? [] : [`'${area}' is not one of the areas: ${[...areas].join(', ')}`]),
    ...(/^\p{Lu}/u.test(sentence) ? [] : ['does not begin with a capital letter after the area']),
    ...(NOT_IMPERATIVE.test(verb) && !imperatives.has(verb) ? [`'${verb}' is not an imperative`] : []),
    ...(sentence.endsWith('.') ? ['ends with a full stop'] : []),
    ...(subject.length > MAX_LENGTH ? [`has ${subject.length} characters; at most ${MAX_LENGTH}`] : []),
  ]
}

/** The commits after BASE without merges; undefined if BASE does not exist, as in a shallow clone or without Git. */
function commitsSinceBase() {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: join(import.meta.dirname, '..'),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  try {
    git('cat-file', '-e', `${BASE}^{commit}`)
  } catch {
    return undefined
  }
  const lines = git('log', '--no-merges', '--format=%h %s', `${BASE}..HEAD`).split('\n').filter(Boolean)
  return lines.map((line) => ({ commit: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }))
}

if (import.meta.main) {
  const commits = commitsSinceBase()
  if (!commits) console.log(`Commit subjects skipped: the history back to ${BASE.slice(0, 9)} is not here.`)
  const problems = (commits ?? []).flatMap(({ commit, subject }) =>
    subjectProblems(subject).map((problem) => `${commit} ${subject}: ${problem}`),
  )
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
