// `npm run drill:container`: builds the image of ops/container on bare Debian, without a registry, and carries out
// docs/operations/container.md: start, commands, update, rollback, restore. Needs root and Podman.
import { missingPrograms, openHost } from './container/host.ts'
import { openPage } from './container/page.ts'
import { openSite } from './container/site.ts'
import { steps } from './container/steps.ts'

const missing = missingPrograms()
if (missing.length > 0) {
  for (const { name } of steps) console.log(`skipped: ${name}`)
  console.log(`Missing: ${missing.join(', ')}\n\n0 passed, 0 failed, ${steps.length} skipped`)
} else process.exitCode = await drill()

/** Runs the steps until one fails. */
async function drill(): Promise<number> {
  const host = await openHost()
  let passed = 0
  try {
    const parts = { host, page: openPage(host), site: openSite(host) }
    for (const { name, run } of steps) {
      const startedAt = performance.now()
      const found = await run(parts)
      passed++
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
      console.log(`passed: ${name} (${seconds} s)${found ? `: ${found}` : ''}`)
    }
  } catch (error) {
    console.error(`FAILED: ${steps[passed]?.name}\n`, error)
  } finally {
    await host.close()
  }
  const failed = passed < steps.length ? 1 : 0
  console.log(`\n${passed} passed, ${failed} failed, ${steps.length - passed - failed} skipped`)
  return failed
}
