// `npm run guards`: mutation test of authorization. Weakens one endpoint's audience, scope of API keys or proof, or one database
// policy at a time, and checks that the access suite or the policy probes detect it.
import { aDatabase } from '#platform/database/testing/database.ts'
import { startTestServer } from '#platform/database/testing/global-setup.ts'
import { fillForProbes, firstDifferenceAfter, weakenings } from '#platform/database/testing/policy-probes.ts'
import { keyScopes } from '#shared/api-key.rules.ts'
import type { Audience, Endpoint } from '#shared/contract.ts'
import { staffAudiences } from '#shared/roles.rules.ts'
import { endpoints } from '#tests/system/access/contracts.ts'
import { proofEndpoints } from '#tests/system/access/proof-endpoints.ts'
import { type AccessSuite, isPerson, openAccessSuite } from '#tests/system/access/suite.ts'

type Score = { guard: string; detectedBy: string | undefined; seconds: number }

/** The audiences that let in others than `audience` does. */
function weakerThan(audience: Audience): Audience[] {
  if (audience === 'anyone' || audience === 'signedIn') return []
  const wider = audience === 'customer' ? [] : staffAudiences.slice(0, staffAudiences.indexOf(audience))
  return [...wider, 'signedIn']
}

const { server, stop } = await startTestServer()
try {
  const scores = [...(await weakenEndpoints()), ...(await weakenPolicies())]
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

/** A weaker guard of an endpoint, and what has to detect it. */
type Weakening = { endpoint: Endpoint; weakened: Weakened; guard: string; surprises: () => Surprises }
type Weakened = { [Guard in 'allow' | 'keyScope' | 'proof']?: Endpoint[Guard] | undefined }
type Surprises = AsyncGenerator<string, void>

async function weakenEndpoints(): Promise<Score[]> {
  const on = await aDatabase(undefined, server)
  const suite = await openAccessSuite({ on })
  const scores: Score[] = []
  // Proofs last: from then on every login has a second factor.
  for (const weakenings of [weakerAudiences, otherScopes, withoutProofs])
    for (const weakening of weakenings(suite)) scores.push(await weaken(weakening))
  await suite.stop()
  await on.drop()
  return scores
}

/** The guards are read at each request, so the server need not be restarted. */
async function weaken({ endpoint, weakened, guard, surprises }: Weakening): Promise<Score> {
  const original = { ...endpoint }
  Object.assign(endpoint, weakened)
  const score = await time(guard, () => first(surprises()))
  for (const key of Object.keys(weakened)) Reflect.deleteProperty(endpoint, key)
  Object.assign(endpoint, original)
  // With the guard restored nothing may be reported; otherwise the report was not about the weakened guard.
  const remaining = await first(surprises())
  if (remaining) throw new Error(`With every guard restored: ${remaining}`)
  return score
}

function* weakerAudiences(suite: AccessSuite): Generator<Weakening> {
  for (const [name, endpoint] of endpoints)
    for (const allow of weakerThan(endpoint.allow)) {
      const guard = `${name}: ${endpoint.allow} → ${allow}`
      yield { endpoint, weakened: { allow }, guard, surprises: () => suite.surprises([name]) }
    }
}

/** Lets keys of another scope in. An endpoint for anyone does not look at who calls it. */
function* otherScopes(suite: AccessSuite): Generator<Weakening> {
  const surprises = (name: string) => suite.surprises([name], (member) => !isPerson(member))
  for (const [name, endpoint] of endpoints) {
    if (endpoint.allow === 'anyone') continue
    const { keyScope = 'none' } = endpoint
    const other = keyScopes.find((scope) => scope !== keyScope) ?? keyScopes[0]
    const guard = `${name}: keys of ${keyScope} → ${other}`
    yield { endpoint, weakened: { keyScope: other }, guard, surprises: () => surprises(name) }
  }
}

function* withoutProofs(suite: AccessSuite): Generator<Weakening> {
  for (const name of proofEndpoints) {
    const endpoint = endpoints.get(name)
    if (!endpoint) throw new Error(`No endpoint ${name}`)
    const guard = `${name}: no proof`
    yield { endpoint, weakened: { proof: undefined }, guard, surprises: () => suite.surprisesAt('oldProof', [name]) }
  }
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
