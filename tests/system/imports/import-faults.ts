import { importOrder } from './import-order.ts'
import { circlesOf, importsOf, reexports } from './read-imports.ts'

/** Tests and files used only by tests may combine any features. */
const isOfTests = (path: string) => /\.test\.tsx?$|\.fixture\.ts$|\/testing\//.test(path)

const rankOf = (path: string) => importOrder.findIndex((group) => path.startsWith(`${group}/`))

/** What a browser's `*.api.ts` contains: queries, mutations and calls of endpoints. */
const ASKS_THE_SERVER = /\b(queryOptions|infiniteQueryOptions|useQuery|useMutation|useInvalidatingMutation|call)\(/

/** Violations of the import rules among files of src/, by path below it, each as a sentence. */
export function importFaults(sources: ReadonlyMap<string, string>): string[] {
  const files = [...sources].filter(([path]) => !isOfTests(path))
  const imports = files.flatMap(([path, source]) => importsOf(path, source))
  return [
    ...files.flatMap(([path]) => (rankOf(path) < 0 ? [`${path} is in no group of importOrder`] : [])),
    ...imports.flatMap(({ from, to }) =>
      rankOf(from) < rankOf(to) ? [`${from} imports ${to}, which is above it`] : [],
    ),
    ...files.flatMap(([path, source]) => (reexports(source) ? [`${path} exports what it imports`] : [])),
    ...files.flatMap(([path, source]) =>
      path.endsWith('.api.ts') && !ASKS_THE_SERVER.test(source) ? [`${path} has no query, mutation or call`] : [],
    ),
    ...circlesOf(imports).map((circle) => `${circle.join(', ')} import each other`),
  ]
}
