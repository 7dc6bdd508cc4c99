// `npm run drill:mail`: delivers mail to a real Dovecot while the processes that read it are killed at random moments:
// each mail must have its effect exactly once. Then measures the time from delivery to the event on a screen, with IDLE
// only.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startDovecot, whyNoDovecot } from '#features/inbox/testing/dovecot.ts'
import { deliver, killWhileReading } from '#features/inbox/testing/killed-readers.ts'
import { aMailboxScenario } from '#features/inbox/testing/mailbox-scenario.ts'
import { connectMailbox, killProcess, startReaderProcess } from '#features/inbox/testing/reading.ts'
import { aDatabase } from '#platform/database/testing/database.ts'
import { startTestServer, TEMPLATE } from '#platform/database/testing/global-setup.ts'
import { aVaultKey, startHarness } from '#tests/harness/harness.ts'
import { openStream } from '../support/live-client.ts'
import { randomFrom } from '../support/random.ts'

/** Maximum time from delivery to the event. */
const LIMIT_MS = 3_000
const GIVEN_UP_MS = 30_000

const { values: options } = parseArgs({
  options: {
    mails: { type: 'string', default: '500' },
    kills: { type: 'string', default: '30' },
    timed: { type: 'string', default: '50' },
    seed: { type: 'string', default: '2017' },
  },
})
const [mails, kills, timed] = [Number(options.mails), Number(options.kills), Number(options.timed)]

if (whyNoDovecot) console.log(`skipped: ${whyNoDovecot}\n\n0 passed, 0 failed, 2 skipped`)
else process.exitCode = await drill()

async function drill(): Promise<number> {
  console.log(`${mails} mails, ${kills} kills, seed ${options.seed}`)
  const { server, stop } = await startTestServer()
  const test = await aDatabase(TEMPLATE, server)
  const h = await startHarness({ on: test })
  const results = [await drillKills(h), await drillIdle(h)]
  await h.stop()
  await test.drop()
  await stop()
  const failed = results.filter((isPassed) => !isPassed).length
  console.log(`\n${results.length - failed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

type Harness = Awaited<ReturnType<typeof startHarness>>

async function drillKills(h: Harness): Promise<boolean> {
  const s = await aMailboxScenario(h)
  const dovecot = await startDovecot()
  try {
    await connectMailbox(s, dovecot, aVaultKey)
    const startedAt = performance.now()
    const random = randomFrom(Number(options.seed))
    const { sent, read, enquiries, left, moved } = await killWhileReading({
      h,
      s,
      dovecot,
      key: aVaultKey,
      mails,
      kills,
      random,
    })
    const effects = new Set(enquiries)
    const missing = sent.filter((name) => !effects.has(name)).length
    const isPassed =
      missing === 0 && enquiries.length === mails && read.length === mails && left === 0 && moved === mails
    console.table([
      {
        mails,
        kills,
        'in Inkorg': enquiries.length,
        missing,
        twice: enquiries.length - effects.size,
        'left in the mailbox': left,
        moved,
        s: Math.round((performance.now() - startedAt) / 1000),
        result: isPassed ? 'ok' : 'FAILED',
      },
    ])
    await s.q('update mailboxes set is_active = false')
    return isPassed
  } finally {
    await dovecot.remove()
  }
}

async function drillIdle(h: Harness): Promise<boolean> {
  const s = await aMailboxScenario(h)
  const dovecot = await startDovecot()
  await connectMailbox(s, dovecot, aVaultKey)
  // Polls only once an hour, so an earlier event is due to IDLE.
  const reader = startReaderProcess(h, aVaultKey, { refreshMs: 200, pollMs: 3_600_000, retryMs: 200 })
  try {
    const url = await h.app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await openStream(`${url}/api/live`, s.anna.token)
    let onEnquiry: (() => void) | undefined
    stream.onEvent((name) => name.startsWith('enquiry ') && onEnquiry?.())
    while ((await s.q('select from mailboxes where id = $1 and seen_at is not null', s.mailbox.id)).length === 0)
      await wait(20)
    const delays: number[] = []
    for (let count = 0; count < timed; count++) {
      const seen = new Promise<void>((resolve) => {
        onEnquiry = resolve
      })
      const deliveredAt = performance.now()
      await deliver(s, dovecot, [`tid ${count}`])
      await Promise.race([seen, wait(GIVEN_UP_MS, undefined, { ref: false })])
      delays.push(performance.now() - deliveredAt)
    }
    stream.close()
    const sorted = delays.sort((a, b) => a - b)
    const [median, slowest] = [sorted[Math.floor(timed / 2)] ?? Number.NaN, sorted.at(-1) ?? Number.NaN]
    const isPassed = slowest <= LIMIT_MS
    console.table([
      {
        mails: timed,
        'delivery → event p50 ms': Math.round(median),
        'slowest ms': Math.round(slowest),
        'promised ms': LIMIT_MS,
        result: isPassed ? 'ok' : 'FAILED',
      },
    ])
    return isPassed
  } finally {
    await killProcess(reader)
    await dovecot.remove()
  }
}
