// `npm run guards`: takes one guard away at a time and asks whether anything notices. An endpoint's audience is weakened and
// the access suite asks that endpoint; a policy of the database is taken away or opened and the probes ask as every actor.

import { aDatabase } from '#db/testing/database.ts'
import { startTestServer } from '#db/testing/global-setup.ts'
import { fillForProbes, firstDifferenceAfter, weakenings } from '#db/testing/policy-probes.ts'
import type { Audience } from '#lib/contract.ts'
import { endpoints } from '#tests/system/access/contracts.ts'
import { openAccessSuite } from '#tests/system/access/suite.ts'

type Score = { guard: string; noticedBy: string | undefined; seconds: number }

const weaker: Record<Audience, Audience[]> = {
  admin: ['staff', 'signedIn'],
  staff: ['signedIn'],
  customer: ['signedIn'],
  signedIn: [],
  anyone: [],
}

const { server, stop } = await startTestServer()
try {
  const scores = [...(await weakenAudiences()), ...(await weakenPolicies())]
  const survivors = scores.filter(({ noticedBy }) => noticedBy === undefined)
  const seconds = scores.reduce((sum, score) => sum + score.seconds, 0)
  for (const { guard } of survivors) console.log(`Nothing notices: ${guard}`)
  console.log(
    `${scores.length - survivors.length} of ${scores.length} guards are noticed when they are gone, ${seconds.toFixed(0)} s`,
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
    for (const audience of weaker[allow]) {
      // The audience is read at each request: no other server is needed.
      Object.assign(endpoint, { allow: audience })
      const score = await time(`${name}: ${allow} → ${audience}`, () => first(suite.surprises([name])))
      scores.push(score)
    }
    Object.assign(endpoint, { allow })
    // With its guard back it is as it was: what was noticed was the missing guard.
    const left = await first(suite.surprises([name]))
    if (left) throw new Error(`With every guard in place: ${left}`)
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

async function time(guard: string, notice: () => Promise<string | undefined>): Promise<Score> {
  const startedAt = performance.now()
  const noticedBy = await notice()
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${guard}\n    ${noticedBy?.slice(0, 160) ?? 'NOT NOTICED'} (${seconds.toFixed(1)} s)`)
  return { guard, noticedBy, seconds }
}

async function first(surprises: AsyncGenerator<string, void>): Promise<string | undefined> {
  for await (const surprise of surprises) return surprise
  return undefined
}
