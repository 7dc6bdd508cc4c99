import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CallError, createCall } from '#lib/web/call.ts'
import { tickets } from '#tickets/tickets.contract.ts'
import { type OwnPostgres, startOwnPostgres } from '../../support/own-postgres.ts'
import { temporaryDataDir } from '../../support/product.ts'
import { type Drill, judge, query, untilWell } from '../support/drill.ts'
import { type Load, startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

const HELD_MS = 4000
/** The cache of libfaketime is a second old at most; Node writes the Date of its answers once a second. */
const SETTLED_SECONDS = 10
const CLOSE_MS = 60_000
/** One 401 and one sign-in after each shift, whichever writer meets it first; one to spare. */
const SIGN_INS_A_SHIFT = 2

type Shift = { app: string; database: string }
const shifts: Shift[] = [
  { app: '+1h', database: '+0' },
  { app: '-1h', database: '+0' },
  { app: '+0', database: '+1h' },
  { app: '+0', database: '-1h' },
  { app: '+2d', database: '-2d' },
  { app: '-2d', database: '+2d' },
  { app: '+0', database: '+0' },
]

/** The clocks of program and database move, apart and both ways; the machine's own never does. */
export const clock: Drill = {
  name: 'clock',
  lacks: () => (library() ? undefined : 'libfaketime is not installed'),
  async run() {
    const folder = temporaryDataDir()
    const clocks = { app: `${folder.path}-app`, database: `${folder.path}-database` }
    const set = (shift: Shift) => {
      replaceFile(clocks.app, shift.app)
      replaceFile(clocks.database, shift.database)
    }
    set({ app: '+0', database: '+0' })
    const own = await startOwnPostgres({ command: ['env', ...assignments(faked(clocks.database))] })
    try {
      const stage = await setStage({ environment: { DATABASE_URL: own.url(), ...faked(clocks.app) } })
      try {
        return await drill(stage.product.url, own, async (shift) => {
          set(shift)
          await untilMoved(stage.product.url, own, shift)
        })
      } finally {
        await stage.clear()
      }
    } finally {
      await own.remove()
      folder.remove()
    }
  },
}

async function drill(url: string, own: OwnPostgres, move: (shift: Shift) => Promise<void>) {
  const faults: string[] = []
  const load = await startLoad(url)
  const early = await load.client.signIn()
  if (!(await isKnown(url, early))) faults.push('a fresh token was refused')
  let wellAgainMs = 0
  for (const shift of shifts) {
    const before = load.client.signIns()
    await move(shift)
    wellAgainMs = Math.max(wellAgainMs, await untilWell(url, load))
    if (shift.app !== '+0' && (await isKnown(url, early)))
      faults.push(`a token of another time is good at ${shift.app}`)
    await wait(HELD_MS)
    const signIns = load.client.signIns() - before
    if (signIns > SIGN_INS_A_SHIFT) faults.push(`${signIns} sign-ins at ${shift.app}, ${shift.database}`)
  }
  // A month ahead every session has been idle for too long.
  const session = await load.client.signIn()
  await load.stop()
  faults.push(...(await unlisted(load)))
  faults.push(...(await jobsLeft(own)))
  await move({ app: '+0', database: '+31d' })
  if (await isKnown(url, session)) faults.push('a session idle for 31 days is still signed in')
  await move({ app: '+0', database: '+0' })
  const done = `${shifts.length} shifts of ±1 h and ±2 d, sessions at +31 d (PostgreSQL ${own.major})`
  return judge({ done, loads: [load], superuser: own.superuser, wellAgainMs, faults })
}

/** Resolves when both clocks tell the time they were set to. Rejects when they do not get there. */
async function untilMoved(url: string, { superuser }: OwnPostgres, shift: Shift) {
  const deadline = performance.now() + SETTLED_SECONDS * 1000
  for (;;) {
    const answer = await fetch(`${url}/healthz`)
    await answer.body?.cancel()
    const { rows } = await query<{ ms: number }>(superuser, 'select extract(epoch from now()) * 1000 as ms')
    const off = [
      Date.parse(answer.headers.get('date') ?? '') - msOf(shift.app),
      Number(rows[0]?.ms) - msOf(shift.database),
    ].map((moment) => Math.abs(moment - Date.now()))
    if (off.every((ms) => ms < CLOSE_MS)) return
    if (performance.now() > deadline) throw new Error(`the clocks did not move to ${shift.app}, ${shift.database}`)
    await wait(100)
  }
}

const units: Record<string, number> = { h: 3_600_000, d: 86_400_000 }
const msOf = (shift: string) => Number.parseInt(shift, 10) * (units[shift.at(-1) ?? ''] ?? 0)

/** At once: a reader never meets an empty file. */
function replaceFile(path: string, text: string) {
  writeFileSync(`${path}.new`, text, { mode: 0o644 })
  renameSync(`${path}.new`, path)
}

async function isKnown(url: string, token: string) {
  const send: typeof fetch = (path, init) => fetch(path instanceof Request ? path : new URL(path, url), init)
  const call = createCall({ fetch: send, token: () => token, renew: async () => undefined })
  return call(tickets.list, { query: {} }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallError && error.status === 401) return false
      throw error
    },
  )
}

/** Rows of many times, newest first: page after page shows each ticket once, and none twice. */
async function unlisted({ client, acknowledged }: Load) {
  const shown: string[] = []
  let last = '9999'
  let isInOrder = true
  let after: string | undefined
  do {
    const page = await client.call(tickets.list, { query: { ...(after && { after }) } })
    for (const { title, createdAt } of page.rows) {
      // PostgreSQL drops zeros at the end: without the Z the shorter one sorts first.
      const moment = createdAt.replace('Z', '')
      if (moment > last) isInOrder = false
      last = moment
      shown.push(title)
    }
    after = page.next ?? undefined
  } while (after)
  // Every third row of a writer is time, the next a ticket.
  const opened = acknowledged.filter((mark) => Number(mark.split('-')[1]) % 3 === 1)
  const lost = opened.filter((mark) => !shown.includes(mark)).length
  return [
    ...(isInOrder ? [] : ['the list of tickets is out of order']),
    ...(lost > 0 ? [`${lost} tickets are not in the list`] : []),
    ...(new Set(shown).size < shown.length ? ['a ticket is listed twice'] : []),
  ]
}

/** Whatever was due has been done, though it was asked for at another time. */
async function jobsLeft({ superuser }: OwnPostgres) {
  const due = `select count(*)::int as jobs from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts`
  const until = Date.now() + 15_000
  for (;;) {
    const { rows } = await query<{ jobs: number }>(superuser, due)
    const left = rows[0]?.jobs ?? 0
    if (left === 0) return []
    if (Date.now() > until) return [`${left} jobs that are due are not done`]
    await wait(200)
  }
}

/** Read anew every second from a file; the monotonic clock and the files' dates stay true. */
const faked = (file: string) => ({
  LD_PRELOAD: library() ?? '',
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  DONT_FAKE_MONOTONIC: '1',
  NO_FAKE_STAT: '1',
})

const assignments = (environment: Record<string, string>) =>
  Object.entries(environment).map(([name, value]) => `${name}=${value}`)

/** Debian's folder of libraries is named after the machine. */
function library(): string | undefined {
  const root = '/usr/lib'
  const folders = existsSync(root) ? readdirSync(root).map((name) => join(root, name, 'faketime')) : []
  return folders.map((folder) => join(folder, 'libfaketimeMT.so.1')).find((file) => existsSync(file))
}
