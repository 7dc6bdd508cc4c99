import { importOrder } from './import-order.ts'
import { circlesOf, importsOf, reexports } from './read-imports.ts'

/** Tests and files used only by tests may combine any features. Nothing else may import them. */
const isOfTests = (path: string) => /\.test\.tsx?$|\.fixture\.ts$|\/testing\/|^\.\.\/tests\//.test(path)

const isProgram = (path: string) => /\.[cm]?[jt]sx?$/.test(path)

const rankOf = (path: string) => importOrder.findIndex((group) => path.startsWith(`${group}/`))

/** What a browser's `*.api.ts` contains: queries and mutations. */
const ASKS_THE_SERVER = /(?<![.\w'])(queryOptions|infiniteQueryOptions|useQuery|useMutation|useInvalidatingMutation)\(/
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g

/** Violations of the import rules among files of src/, by path below it, each as a sentence. */
export function importFaults(sources: ReadonlyMap<string, string>): string[] {
  const files = [...sources].filter(([path]) => !isOfTests(path)).map(([path, source]) => read(path, source))
  const imports = files.flatMap(({ imports }) => imports)
  return [
    ...files.flatMap(({ faults }) => faults),
    ...circlesOf(imports).map((circle) => `${circle.join(', ')} import each other`),
  ]
}

type ReadFile = ReturnType<typeof readFile>
const filesRead = new Map<string, { source: string; file: ReadFile }>()

/** Parsing is slow: each text once. */
function read(path: string, source: string): ReadFile {
  const before = filesRead.get(path)
  if (before?.source === source) return before.file
  const file = readFile(path, source)
  filesRead.set(path, { source, file })
  return file
}

function readFile(path: string, source: string) {
  const imports = importsOf(path, source)
  const faults = [
    ...(rankOf(path) < 0 ? [`${path} is in no group of importOrder`] : []),
    ...imports.flatMap(({ to }) => faultOf(path, to) ?? []),
    ...(reexports(path, source) ? [`${path} exports what it imports`] : []),
    ...(/\.api\.tsx?$/.test(path) && !ASKS_THE_SERVER.test(source.replaceAll(COMMENT, ''))
      ? [`${path} has no query or mutation`]
      : []),
  ]
  return { imports, faults }
}

function faultOf(from: string, to: string): string | undefined {
  if (isOfTests(to)) return `${from} imports ${to}, which is of tests`
  if (rankOf(from) < rankOf(to)) return `${from} imports ${to}, which is above it`
  if (rankOf(to) < 0 && isProgram(to)) return `${from} imports ${to}, which is in no group of importOrder`
  return undefined
}
