// `npm run guards`: mutation test of authorization. Weakens one endpoint's audience or one database policy at a time and checks
// that the access suite or the policy probes detect it.
import { aDatabase } from '#platform/database/testing/database.ts'
import { startTestServer } from '#platform/database/testing/global-setup.ts'
import { fillForProbes, firstDifferenceAfter, weakenings } from '#platform/database/testing/policy-probes.ts'
import type { Audience } from '#shared/contract.ts'
import { staffAudiences } from '#shared/roles.rules.ts'
import { endpoints } from '#tests/system/access/contracts.ts'
import { openAccessSuite } from '#tests/system/access/suite.ts'

type Score = { guard: string; detectedBy: string | undefined; seconds: number }

/** The audiences that let in others than `audience` does. */
function weakerThan(audience: Audience): Audience[] {
  if (audience === 'anyone' || audience === 'signedIn') return []
  const wider = audience === 'customer' ? [] : staffAudiences.slice(0, staffAudiences.indexOf(audience))
  return [...wider, 'signedIn']
}

const { server, stop } = await startTestServer()
try {
  const scores = [...(await weakenAudiences()), ...(await weakenPolicies())]
  const survivors = scores.filter(({ detectedBy }) => detectedBy === undefined)
  const seconds = scores.reduce((sum, score) => sum + score.seconds, 0)
  for (const { guard } of survivors) console.log(`Not detected: ${guard}`)
  console.log(
    `${scores.length - survivors.length} of ${scores.length} weakened guards are detected, ${seconds.toFixed(0)} s`,
  )
  process.exitCode = survivors.length > 0 ? 1 : 0
} finally {
  await stop()
}

async function weakenAudiences(): Promise<Score[]> {
  const on = await aDatabase(undefined, server)
  const suite = await openAccessSuite({ on })
  const scores: Score[] = []
  for (const [name, endpoint] of endpoints) {
    const { allow } = endpoint
    for (const audience of weakerThan(allow)) {
      // The audience is read at each request, so the server need not be restarted.
      Object.assign(endpoint, { allow: audience })
      const score = await time(`${name}: ${allow} → ${audience}`, () => first(suite.surprises([name])))
      scores.push(score)
    }
    Object.assign(endpoint, { allow })
    // With the guard restored nothing may be reported; otherwise the report was not about the weakened guard.
    const remaining = await first(suite.surprises([name]))
    if (remaining) throw new Error(`With every guard restored: ${remaining}`)
  }
  await suite.stop()
  await on.drop()
  return scores
}

async function weakenPolicies(): Promise<Score[]> {
  const on = await aDatabase(undefined, server)
  await fillForProbes(on.superuser)
  const scores: Score[] = []
  for (const change of await weakenings()) scores.push(await time(change.statement, () => firstDifferenceAfter(change)))
  await on.drop()
  return scores
}

async function time(guard: string, detect: () => Promise<string | undefined>): Promise<Score> {
  const startedAt = performance.now()
  const detectedBy = await detect()
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${guard}\n    ${detectedBy?.slice(0, 160) ?? 'NOT DETECTED'} (${seconds.toFixed(1)} s)`)
  return { guard, detectedBy, seconds }
}

async function first(surprises: AsyncGenerator<string, void>): Promise<string | undefined> {
  for await (const surprise of surprises) return surprise
  return undefined
}
