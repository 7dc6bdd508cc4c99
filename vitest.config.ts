import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Workers and the programs that tests start load the same modules again and again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

const databaseServer = 'src/platform/database/testing/global-setup.ts'

/** A project per kind of test, by file name: `*.api.test.ts` is the project `api`. CONTRIBUTING.md describes them. */
const tier = (name: string, options: object = {}) => ({
  // Without isolation the files of a worker share modules: loading them took half of each file's time.
  test: { name, include: [`{src,tests,tools,bench}/**/*.${name}.test.{ts,tsx}`], isolate: false, ...options },
})

export default defineConfig({
  test: {
    setupFiles: 'tests/harness/each-test.ts',
    // Tests wait for the database and for timers as much as they compute.
    maxWorkers: Math.min(availableParallelism() + 3, 8),
    // As for stories: generous, as the machine may be loaded; no test asserts a duration.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    projects: [
      tier('unit'),
      tier('api', { globalSetup: databaseServer }),
      tier('system', { globalSetup: databaseServer }),
      tier('screen', { globalSetup: databaseServer }),
      tier('slow', { globalSetup: databaseServer }),
    ],
  },
})
