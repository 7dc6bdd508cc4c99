// From each touch and key of a day's stories to the next paint, on a slow phone, as the browser's own event timing tells it:
// rounded to 8 ms, and not told at all below 16. Between them the screen comes to rest, so that none is charged another's work.
import type { Browser } from '@playwright/test'
import { openPhone } from './phone.ts'
import type { Stage } from './stage.ts'
import { customersErrand, type Hand, workDay } from './walk.ts'

/** Three of four times within this, and never above the other. */
const P75_MS = 100
const MOST_MS = 200
const SHOWN = 15
const LEAST_TOLD_MS = 16

/** The slowest event of an interaction: until its handlers began, while they ran, and until the paint. */
type Interaction = { event: string; target: string; ms: number; waited: number; handled: number; painted: number }
type Told = Interaction & { id: number }
type Walked = Map<string, Interaction>

export async function measureInteractions(browser: Browser, stage: Stage, password: string, runs: number) {
  const customer = await findCustomer(stage)
  const walks: Walked[] = []
  for (let run = 0; run < runs; run++) {
    const walked: Walked = new Map()
    await walk(browser, stage, walked, (hand) => workDay(hand, { email: stage.viewer.email, password }))
    await walk(browser, stage, walked, (hand) => customersErrand(hand, { email: customer, password }))
    walks.push(walked)
    console.log(`walk ${run + 1} of ${runs}: ${walked.size} interactions`)
  }
  judge(walks)
}

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

async function walk(browser: Browser, stage: Stage, walked: Walked, go: (hand: Hand) => Promise<void>) {
  const { page, tap, settle, close } = await openPhone(browser, stage.product.url, { isSlow: true })
  await page.addInitScript(tellInteractions)
  const measure = async (name: string, act: () => Promise<void>) => {
    await act()
    await settle()
    const slowest = (await page.evaluate(toldSince)).toSorted((a, b) => b.ms - a.ms || b.handled - a.handled)[0]
    const again = [...walked.keys()].filter((known) => known.replace(/ \(\d+\)$/, '') === name).length
    walked.set(again > 0 ? `${name} (${again + 1})` : name, slowest ?? untold)
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
      if (id) here.told.push({ id, event: name, target: describe(target), ms: duration, waited, handled, painted })
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

function judge(walks: Walked[]) {
  const names = [...(walks[0]?.keys() ?? [])]
  const judged = names.map((name) => {
    const runs = walks.flatMap((walked) => walked.get(name) ?? []).toSorted((a, b) => a.ms - b.ms)
    const times = runs.map(({ ms }) => ms)
    const slowest = runs.at(-1) ?? untold
    return { name, p75: p75(times), least: times[0] ?? Number.NaN, most: slowest.ms, runs: times.length, slowest }
  })
  const failed = judged.filter((one) => !(one.p75 <= P75_MS && one.most <= MOST_MS) || one.runs < walks.length)
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
    `${judged.length} interactions, ${walks.length} runs: p75 ≤ ${P75_MS} ms for each and none over ${MOST_MS} ms: ${verdict}`,
  )
  for (const { name, runs } of failed) if (runs < walks.length) console.log(`  only ${runs} times: ${name}`)
  if (failed.length > 0) process.exitCode = 1
}
