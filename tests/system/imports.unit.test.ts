import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importFaults } from './imports/import-faults.ts'

const sources = new Map(
  globSync('src/**/*.{ts,tsx,js}').map((file) => [file.slice('src/'.length), readFileSync(file, 'utf8')]),
)

test('imports go one way, without cycles, and nothing is re-exported', () => {
  expect(importFaults(sources)).toEqual([])
})

const planted = (files: Record<string, string>) => importFaults(new Map([...sources, ...Object.entries(files)]))

test.each([
  ["import { tickets } from '#features/tickets/tickets.contract.ts'"],
  ["import type { Ticket } from '#features/tickets/tickets.contract.ts'"],
  ["import {\n  type Ticket,\n  tickets,\n} from '#features/tickets/tickets.contract.ts'"],
  ["export const later = () => import('#features/tickets/tickets.contract.ts')"],
])('finds an upward import: %s', (source) => {
  const path = 'features/customers/planted.ts'
  expect(planted({ [path]: source })).toEqual([
    `${path} imports features/tickets/tickets.contract.ts, which is above it`,
  ])
})

test('a cycle is found, unless part of it imports only types or runs later', () => {
  const one = 'features/time/one.ts'
  const two = 'features/time/two.ts'
  const back = (source: string) => planted({ [one]: "import { two } from './two.ts'", [two]: source })
  expect(back("import { one } from './one.ts'")).toEqual([`${one}, ${two} import each other`])
  expect(back("import type { One } from './one.ts'")).toEqual([])
  expect(back("import { type One } from './one.ts'")).toEqual([])
  expect(back("const later = () => import('./one.ts')")).toEqual([])
})

test.each([
  ["export { tickets } from '#features/tickets/tickets.contract.ts'"],
  ["export * from '#features/tickets/tickets.contract.ts'"],
  ["export type { Ticket } from '#features/tickets/tickets.contract.ts'"],
  ["import { tickets } from '#features/tickets/tickets.contract.ts'\n\nexport { tickets }"],
  ["export { wcagContrast as contrastOf } from 'culori/fn'"],
])('a re-export is found: %s', (source) => {
  const path = 'screens/ticket/planted.ts'
  expect(planted({ [path]: source })).toEqual([`${path} exports what it imports`])
})

test('a *.api.ts without a query or mutation, and a file outside the groups, are found', () => {
  expect(planted({ 'features/time/web/keys.api.ts': "export const ALL = ['time']" })).toEqual([
    'features/time/web/keys.api.ts has no query, mutation or call',
  ])
  expect(planted({ 'lib/x.ts': 'export const x = 1' })).toEqual(['lib/x.ts is in no group of importOrder'])
})
