import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Workers and the programs that tests start load the same modules again and again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

const databaseServer = 'src/db/testing/global-setup.ts'

/** A project per kind of test, by file name: `*.api.test.ts` is the project `api`. CONTRIBUTING.md describes them. */
const tier = (name: string, options: object = {}) => ({
  test: { name, include: [`{src,tests,tools}/**/*.${name}.test.{ts,tsx}`], ...options },
})

export default defineConfig({
  test: {
    setupFiles: 'tests/harness/each-test.ts',
    // Tests wait for the database as much as they compute.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      // Without isolation the files of a worker share modules: loading the server took half of each file's time.
      tier('unit', { isolate: false }),
      tier('api', { isolate: false, globalSetup: databaseServer }),
      tier('system', { isolate: false, globalSetup: databaseServer }),
      // React and the query cache keep state in modules.
      tier('screen', { globalSetup: databaseServer }),
      tier('slow', { isolate: false, globalSetup: databaseServer }),
    ],
  },
})
