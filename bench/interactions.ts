// From each touch and key of a day's stories to the next paint, on a slow phone, as the browser's own event timing tells it:
// rounded to 8 ms, and not told at all below 16. Between them the screen comes to rest, so that none is charged another's work.
// One during which the machine's neighbours took much is not judged: the day is walked again, until each has been undisturbed
// as often as asked. How long is looked at does not depend on how long it took, or the slow ones would be left out more often.
import type { Browser } from '@playwright/test'
import { type CpuStealLog, logCpuSteal } from './cpu-steal.ts'
import { openPhone } from './phone.ts'
import type { Stage } from './stage.ts'
import { customersErrand, type Hand, workDay } from './walk.ts'

/** Three of four times within this, and never above the other. */
const P75_MS = 100
const MOST_MS = 200
const SHOWN = 15
/** Of the time of all processors, from shortly before it began until long after it should have been painted. */
const DISTURBING = 0.2
const LOOKED_AT = { before: 150, after: 350 }
/** Times as many days as are asked for are walked at most. */
const PATIENCE = 4
const LEAST_TOLD_MS = 16

/** The slowest event of an interaction: until its handlers began, while they ran, and until the paint. */
type Interaction = { event: string; target: string; ms: number; waited: number; handled: number; painted: number }
/** `at`: when it began, in milliseconds since 1970. */
type Told = Interaction & { id: number; at: number }
type Walked = Map<string, Interaction & { isDisturbed: boolean }>
type Measured = { browser: Browser; stage: Stage; stolen: CpuStealLog; walked: Walked }

export async function measureInteractions(browser: Browser, stage: Stage, password: string, runs: number) {
  const customer = await findCustomer(stage)
  const stolen = logCpuSteal()
  const walks: Walked[] = []
  try {
    while (walks.length < runs * PATIENCE && !isEnough(walks, runs)) {
      const walked: Walked = new Map()
      const measured = { browser, stage, stolen, walked }
      await walk(measured, (hand) => workDay(hand, { email: stage.viewer.email, password }))
      await walk(measured, (hand) => customersErrand(hand, { email: customer, password }))
      walks.push(walked)
      const undisturbed = [...walked.values()].filter(({ isDisturbed }) => !isDisturbed).length
      const done = namesOf(walks).filter((name) => runsOf(walks, name, runs).length === runs).length
      console.log(
        `walk ${walks.length}: ${undisturbed} of ${walked.size} interactions undisturbed; ${done} have been ${runs} times`,
      )
    }
  } finally {
    stolen.stop()
  }
  judge(walks, runs)
}

const namesOf = (walks: Walked[]) => [...new Set(walks.flatMap((walked) => [...walked.keys()]))]

/** The first undisturbed ones. */
const runsOf = (walks: Walked[], name: string, runs: number) =>
  walks
    .flatMap((walked) => walked.get(name) ?? [])
    .filter(({ isDisturbed }) => !isDisturbed)
    .slice(0, runs)

const isEnough = (walks: Walked[], runs: number) =>
  walks.length >= runs && namesOf(walks).every((name) => runsOf(walks, name, runs).length === runs)

/** The customer's login that has the most tickets to look at. */
async function findCustomer({ query, viewer }: Stage) {
  const { rows } = await query<{ email: string }>(
    `select u.email from customer_users c join auth.users u on u.id = c.user_id join customers on customers.id = c.customer_id
     join tickets t on t.customer_id = c.customer_id
     where c.org_id = $1 and archived_at is null group by u.email order by count(*) desc, u.email limit 1`,
    [viewer.orgId],
  )
  if (!rows[0]) throw new Error('The demo has no customer with a login and tickets')
  return rows[0].email
}

async function walk({ browser, stage, stolen, walked }: Measured, go: (hand: Hand) => Promise<void>) {
  const { page, tap, settle, close } = await openPhone(browser, stage.product.url, { isSlow: true })
  await page.addInitScript(tellInteractions)
  const measure = async (name: string, act: () => Promise<void>) => {
    await act()
    const actedAt = Date.now()
    await settle()
    const slowest = (await page.evaluate(toldSince)).toSorted((a, b) => b.ms - a.ms || b.handled - a.handled)[0]
    const at = slowest?.at ?? actedAt
    const share = stolen.share(at - LOOKED_AT.before, at + LOOKED_AT.after)
    const again = [...walked.keys()].filter((known) => known.replace(/ \(\d+\)$/, '') === name).length
    walked.set(again > 0 ? `${name} (${again + 1})` : name, { ...(slowest ?? untold), isDisturbed: share > DISTURBING })
  }
  try {
    await go({
      page,
      tap: (name, at) => measure(`tap ${name}`, () => tap(at)),
      type: async (name, keys) => {
        for (const key of keys) await measure(`key ${name} '${key}'`, () => page.keyboard.press(key))
      },
    })
  } catch (error) {
    throw new Error(`The walk stopped after '${[...walked.keys()].at(-1)}'`, { cause: error })
  } finally {
    await close()
  }
}

const untold: Interaction = { event: '-', target: '', ms: LEAST_TOLD_MS, waited: 0, handled: 0, painted: 0 }

type Telling = typeof globalThis & {
  told: Told[]
  watching: PerformanceObserver
  tell: (list: PerformanceEntry[]) => void
}

/** Runs in the page, before anything else of it. */
function tellInteractions() {
  const here = globalThis as Telling
  here.told = []
  // An element that the interaction took away is no longer told of.
  const describe = (node: Node | null) =>
    node instanceof Element
      ? `${node.localName} ${node.getAttribute('aria-label') ?? node.textContent.trim().slice(0, 30)}`
      : ''
  here.tell = (list) => {
    for (const entry of list as PerformanceEventTiming[]) {
      const { interactionId: id, name, target, startTime, duration, processingStart, processingEnd } = entry
      const waited = processingStart - startTime
      const handled = processingEnd - processingStart
      const painted = Math.max(0, duration - waited - handled)
      const at = performance.timeOrigin + startTime
      if (id) here.told.push({ id, at, event: name, target: describe(target), ms: duration, waited, handled, painted })
    }
  }
  here.watching = new PerformanceObserver((list) => here.tell(list.getEntries()))
  here.watching.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

function toldSince() {
  const here = globalThis as Telling
  here.tell(here.watching.takeRecords())
  return here.told.splice(0)
}

/** The third quartile is the nearest rank: of five the fourth. */
const p75 = (sorted: number[]) => sorted[Math.ceil(0.75 * sorted.length) - 1] ?? Number.NaN

function judge(walks: Walked[], runs: number) {
  const judged = namesOf(walks).map((name) => {
    const taken = runsOf(walks, name, runs).toSorted((a, b) => a.ms - b.ms)
    const times = taken.map(({ ms }) => ms)
    const slowest = taken.at(-1) ?? untold
    return { name, p75: p75(times), least: times[0] ?? Number.NaN, most: slowest.ms, runs: taken.length, slowest }
  })
  const failed = judged.filter((one) => !(one.p75 <= P75_MS && one.most <= MOST_MS) || one.runs < runs)
  const shown = judged.toSorted((a, b) => b.p75 - a.p75 || b.most - a.most).slice(0, SHOWN)
  console.table(
    shown.map(({ name, slowest, ...times }) => ({
      interaction: name,
      ...{ 'p75 ms': times.p75, 'least–most': `${times.least}–${times.most}` },
      ...{ event: slowest.event, target: slowest.target },
      'waited + handled + painted': [slowest.waited, slowest.handled, slowest.painted].map(Math.round).join(' + '),
      verdict: failed.some((one) => one.name === name) ? 'TOO SLOW' : 'ok',
    })),
  )
  const verdict = failed.length === 0 ? 'holds' : `DOES NOT HOLD for ${failed.length}`
  console.log(
    `${judged.length} interactions, ${runs} times undisturbed each, of ${walks.length} walks: p75 ≤ ${P75_MS} ms for each and none over ${MOST_MS} ms: ${verdict}`,
  )
  const disturbed = walks.flatMap((walked) => [...walked.values()]).filter(({ isDisturbed }) => isDisturbed)
  const over = (limit: number) => disturbed.filter(({ ms }) => ms > limit).length
  console.log(
    `Not judged, because the neighbours had more than ${DISTURBING * 100} % of the processors meanwhile: ${disturbed.length}, of them ${over(P75_MS)} over ${P75_MS} ms, ${over(MOST_MS)} over ${MOST_MS}`,
  )
  for (const one of failed) if (one.runs < runs) console.log(`  only ${one.runs} times undisturbed: ${one.name}`)
  if (failed.length > 0) process.exitCode = 1
}
