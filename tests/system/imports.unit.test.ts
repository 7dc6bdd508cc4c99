import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { importFaults } from './imports/import-faults.ts'
import { importOrder } from './imports/import-order.ts'

const sources = new Map(
  globSync('src/**/*.{ts,tsx,js,css}').map((file) => [file.slice('src/'.length), readFileSync(file, 'utf8')]),
)

test('imports go one way, without cycles, and nothing is re-exported', () => {
  expect(importFaults(sources)).toEqual([])
})

test('ARCHITECTURE.md shows the same order', () => {
  const groups = readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^ {2}([a-z]+)\/ +(.*)$/gm)
  const upwards = [...groups]
    .reverse()
    .flatMap(([, group = '', description = '']) =>
      group === 'features' ? description.split(' · ').map((feature) => `features/${feature}`) : [group],
    )
  expect(upwards).toEqual(importOrder)
})

const planted = (files: Record<string, string>) => importFaults(new Map([...sources, ...Object.entries(files)]))

test.each([
  ["import { tickets } from '#features/tickets/tickets.contract.ts'"],
  ["import type { Ticket } from '#features/tickets/tickets.contract.ts'"],
  ["import {\n  type Ticket,\n  tickets,\n} from '#features/tickets/tickets.contract.ts'"],
  ["import {\n  // A customer's tickets; all of them.\n  tickets,\n} from '#features/tickets/tickets.contract.ts'"],
  ["export const later = () => import('#features/tickets/tickets.contract.ts')"],
  ["export const later = () => import(\n  /* @vite-ignore */\n  '#features/tickets/tickets.contract.ts'\n)"],
  ['export const later = () => import(`#features/tickets/tickets.contract.ts`)'],
  ["export type Later = import('#features/tickets/tickets.contract.ts').Ticket"],
  ["export const thread = new URL('../tickets/tickets.contract.ts', import.meta.url)"],
  ["declare module '#features/tickets/tickets.contract.ts' {}"],
  ["import { tickets } from '#shared/../features/tickets/tickets.contract.ts'"],
  ["import { tickets } from '../../../src/features//tickets/tickets.contract.ts'"],
])('finds an upward import: %s', (source) => {
  const path = 'features/customers/planted.ts'
  expect(planted({ [path]: source })).toEqual([
    `${path} imports features/tickets/tickets.contract.ts, which is above it`,
  ])
})

test('finds an upward import of a style sheet', () => {
  const path = 'shared/planted.css'
  expect(planted({ [path]: '@import "#screens/site/site.css";' })).toEqual([
    `${path} imports screens/site/site.css, which is above it`,
  ])
})

test.each([
  ['./testing/planted.ts', 'features/customers/testing/planted.ts'],
  ['./planted.fixture.ts', 'features/customers/planted.fixture.ts'],
  ['./planted.test.ts', 'features/customers/planted.test.ts'],
  ['#tests/harness/harness.ts', '../tests/harness/harness.ts'],
])('the product imports nothing of tests: %s', (from, to) => {
  const path = 'features/customers/planted.ts'
  const files = { [path]: `import '${from}'`, [to]: "export * from '#features/tickets/tickets.contract.ts'" }
  expect(planted(files)).toEqual([`${path} imports ${to}, which is of tests`])
})

test('the product imports nothing outside src', () => {
  const path = 'app/planted.ts'
  expect(planted({ [path]: "import '../../tools/budgets.ts'" })).toEqual([
    `${path} imports ../tools/budgets.ts, which is in no group of importOrder`,
  ])
})

test('a cycle is found, unless part of it imports only types', () => {
  const one = 'features/time/one.ts'
  const two = 'features/time/two.ts'
  const back = (source: string) => planted({ [one]: "import { two } from './two.ts'", [two]: source })
  expect(back("import { one } from './one.ts'")).toEqual([`${one}, ${two} import each other`])
  expect(back("const later = () => import('./one.ts')")).toEqual([`${one}, ${two} import each other`])
  expect(back("new Worker(new URL('./one.ts', import.meta.url))")).toEqual([`${one}, ${two} import each other`])
  // Node keeps such a statement, without the names.
  expect(back("import { type One } from './one.ts'")).toEqual([`${one}, ${two} import each other`])
  expect(back("import type { One } from './one.ts'")).toEqual([])
  expect(back("type Later = typeof import('./one.ts')")).toEqual([])
})

test.each([
  ["export { tickets } from '#features/tickets/tickets.contract.ts'"],
  ["export * from '#features/tickets/tickets.contract.ts'"],
  ["export type { Ticket } from '#features/tickets/tickets.contract.ts'"],
  ["import { tickets } from '#features/tickets/tickets.contract.ts'\n\nexport { tickets }"],
  ["export { wcagContrast as contrastOf } from 'culori/fn'"],
  ["import { tickets } from '#features/tickets/tickets.contract.ts'\n\nexport default tickets"],
  ["import { tickets } from '#features/tickets/tickets.contract.ts'\n\nexport const same = tickets"],
  ["import { tickets } from '#features/tickets/tickets.contract.ts'\n\nexport const { list } = tickets"],
  ["import { tickets } from '#features/tickets/tickets.contract.ts'\n\nconst same = tickets\nexport { same }"],
  ["import type { Ticket } from '#features/tickets/tickets.contract.ts'\n\nexport type Same = Ticket"],
])('a re-export is found: %s', (source) => {
  const path = 'screens/ticket/planted.ts'
  expect(planted({ [path]: source })).toEqual([`${path} exports what it imports`])
})

test.each([["export const ALL = ['time']"], ["// useQuery()\nexport const ALL = ['time']"], ['call(time.create)']])(
  'a *.api.ts without a query or mutation is found: %s',
  (source) => {
    const path = 'features/time/web/planted.api.ts'
    expect(planted({ [path]: source })).toEqual([`${path} has no query or mutation`])
  },
)

test('a file outside the groups is found', () => {
  expect(planted({ 'lib/x.ts': 'export const x = 1' })).toEqual(['lib/x.ts is in no group of importOrder'])
})

/** The same thing in several features or screens. */
const sharedNames = ['customer-records.ts', 'not-found.page.tsx', 'paths.ts', 'tasks.ts']

test('two files have one name only when they are the same thing', () => {
  const product = [...sources.keys()].filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
  const byName = Map.groupBy(product, (path) => basename(path))
  const shared = [...byName].filter(([, paths]) => paths.length > 1).map(([name]) => name)
  expect(shared.toSorted()).toEqual(sharedNames)
})
