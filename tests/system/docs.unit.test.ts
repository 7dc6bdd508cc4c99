// Checks the references between documents, from documents to files, and from code to headings and decision records.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
const code = globSync('{src,tests,tools,bench,bin,e2e}/**/*.{ts,tsx,js}', { cwd: root })
const records = globSync('[01]*.md', { cwd: join(root, 'docs/decisions') })

test('every link between documents is valid', () => {
  expect(documents.length).toBeGreaterThan(50)
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].flatMap(([, link = '']) =>
      existsSync(join(root, dirname(file), link)) ? [] : [`${file}: ${link}`],
    ),
  )
  expect(broken).toEqual([])
})

test('every file that a document names exists; dated results may name former ones', () => {
  const missing = documents
    .filter((file) => !file.startsWith('docs/measurements/'))
    .flatMap((file) =>
      [...read(file).matchAll(/`((?:src|tests|tools|bench|bin|e2e|ops)\/[\w./-]+\.\w+)`/g)].flatMap(([, path = '']) =>
        existsSync(join(root, path)) ? [] : [`${file}: ${path}`],
      ),
    )
  expect(missing).toEqual([])
})

test('every file that a comment names exists', () => {
  const migrations = globSync('migrations/*.sql', { cwd: root })
  // What is released is never edited.
  const unreleased = migrations.filter((file) => !(basename(file) in JSON.parse(read('migrations/released.json'))))
  const files = [...code, ...documents, ...migrations, ...globSync('*.ts', { cwd: root })]
  const isThere = (name: string) =>
    files.some((file) => (name.startsWith('#') ? file === `src/${name.slice(1)}` : `/${file}`.endsWith(`/${name}`)))
  const named = [...code, ...unreleased].flatMap((file) =>
    [...read(file).matchAll(/(?:(?<=^|\s)\/\/|--|\/\*\*?|^ +\*) (.+)/gm)].flatMap(([, comment = '']) =>
      [...comment.matchAll(/(?<![\w./*…-])[#\w][\w./-]*\w\.(?:tsx?|sql|md)\b|\bmigration \d+/g)].map(([name]) => ({
        file,
        name,
      })),
    ),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !isThere(name))).toEqual([])
})

test('every heading of the specification that code names exists', () => {
  const headings = new Set([...read('docs/specification.md').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading))
  const named = code.flatMap((file) =>
    [...read(file).matchAll(/\(specification, (\p{Lu}[^);,]+)/gu)].map(([, heading = '']) => ({ file, heading })),
  )
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter(({ heading }) => !headings.has(heading))).toEqual([])
})

test('every decision record has a status and is in the index with its title', () => {
  const index = read('docs/decisions/README.md').split('\n')
  const wrong = records.filter((file) => {
    const [heading = '', status = ''] = read(`docs/decisions/${file}`).split('\n')
    const [, number, title] = /^# (\d{3}) (.+)$/.exec(heading) ?? []
    return !status.startsWith('Status: ') || !index.includes(`- [${number}](${file}) ${title}`)
  })
  expect(wrong).toEqual([])
})

test('the numbers of decisions are unique', () => {
  const numbers = read('docs/decisions/README.md').match(/(?<=^- \[?)\d{3}/gm) ?? []
  expect(numbers).toEqual([...new Set(numbers)].sort())
  expect(numbers.length).toBeGreaterThan(80)
})

test('every decision that code names exists', () => {
  const numbers = new Set(records.map((file) => file.slice(0, 3)))
  const unknown = code.flatMap((file) =>
    [...read(file).matchAll(/decisions?[ /]([01]\d\d)/g)].flatMap(([, number = '']) =>
      numbers.has(number) ? [] : [`${file}: ${number}`],
    ),
  )
  expect(unknown).toEqual([])
})
