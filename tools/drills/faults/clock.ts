import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { CallError } from '#shared/web/call.ts'
import { type OwnPostgres, startOwnPostgres } from '../../support/own-postgres.ts'
import { temporaryDataDir } from '../../support/product.ts'
import { type Drill, judge, query, untilRecovered } from '../support/drill.ts'
import { callWith } from '../support/drill-client.ts'
import { type Load, startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

const HELD_MS = 4000
/** libfaketime rereads its file every second; Node updates its Date header once a second. */
const SETTLE_SECONDS = 10
const TOLERANCE_MS = 60_000
/** After each shift one 401 leads to one sign-in for all writers; a second one is tolerated. */
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

/** Shifts the clocks of program and database independently, forwards and backwards; the machine's own clock is unchanged. */
export const clock: Drill = {
  name: 'clock',
  unavailable: () => (library() ? undefined : 'libfaketime is not installed'),
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
          await untilShifted(stage.product.url, own, shift)
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

async function drill(url: string, own: OwnPostgres, shiftTo: (shift: Shift) => Promise<void>) {
  const faults: string[] = []
  const load = await startLoad(url)
  const firstToken = await load.client.signIn()
  if (!(await isSignedIn(url, firstToken))) faults.push('a new token was refused')
  let recoveryMs = 0
  for (const shift of shifts) {
    const before = load.client.signIns()
    await shiftTo(shift)
    recoveryMs = Math.max(recoveryMs, await untilRecovered(url, load))
    if (shift.app !== '+0' && (await isSignedIn(url, firstToken)))
      faults.push(`an expired or future token is accepted at ${shift.app}`)
    await wait(HELD_MS)
    const signIns = load.client.signIns() - before
    if (signIns > SIGN_INS_A_SHIFT) faults.push(`${signIns} sign-ins at ${shift.app}, ${shift.database}`)
  }
  // A month ahead every session has been idle beyond its lifetime.
  const lastToken = await load.client.signIn()
  await load.stop()
  faults.push(...(await listFaults(load)))
  faults.push(...(await unfinishedJobs(own)))
  await shiftTo({ app: '+0', database: '+31d' })
  if (await isSignedIn(url, lastToken)) faults.push('a session idle for 31 days is still signed in')
  await shiftTo({ app: '+0', database: '+0' })
  const injected = `${shifts.length} shifts of ±1 h and ±2 d, sessions at +31 d (PostgreSQL ${own.major})`
  return judge({ injected, loads: [load], superuser: own.superuser, recoveryMs, faults })
}

/** Resolves when both clocks show the time they were set to; rejects after 10 seconds. */
async function untilShifted(url: string, { superuser }: OwnPostgres, shift: Shift) {
  const deadline = performance.now() + SETTLE_SECONDS * 1000
  for (;;) {
    const answer = await fetch(`${url}/healthz`)
    await answer.body?.cancel()
    const { rows } = await query<{ ms: number }>(superuser, 'select extract(epoch from now()) * 1000 as ms')
    const off = [
      Date.parse(answer.headers.get('date') ?? '') - msOf(shift.app),
      Number(rows[0]?.ms) - msOf(shift.database),
    ].map((moment) => Math.abs(moment - Date.now()))
    if (off.every((ms) => ms < TOLERANCE_MS)) return
    if (performance.now() > deadline) throw new Error(`the clocks were not shifted to ${shift.app}, ${shift.database}`)
    await wait(100)
  }
}

const units: Record<string, number> = { h: 3_600_000, d: 86_400_000 }
const msOf = (shift: string) => Number.parseInt(shift, 10) * (units[shift.at(-1) ?? ''] ?? 0)

/** Atomically: a reader never sees an empty file. */
function replaceFile(path: string, text: string) {
  writeFileSync(`${path}.new`, text, { mode: 0o644 })
  renameSync(`${path}.new`, path)
}

async function isSignedIn(url: string, token: string) {
  return callWith(url, token)(tickets.list, { query: {} }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallError && error.status === 401) return false
      throw error
    },
  )
}

/** Faults of the paginated list of tickets with timestamps from all shifts: wrong order, missing or duplicate tickets. */
async function listFaults({ client, acknowledged }: Load) {
  const listed: string[] = []
  let last = '9999'
  let isInOrder = true
  let after: string | undefined
  do {
    const page = await client.call(tickets.list, { query: after ? { after } : {} })
    for (const { title, createdAt } of page.rows) {
      // PostgreSQL drops trailing zeros, so without removing the Z the shorter one would sort first.
      const moment = createdAt.replace('Z', '')
      if (moment > last) isInOrder = false
      last = moment
      listed.push(title)
    }
    after = page.next ?? undefined
  } while (after)
  // Row numbers modulo 3: 0 is time, 1 a ticket, 2 a comment (`kinds` in load.ts).
  const opened = acknowledged.filter((mark) => Number(mark.split('-')[1]) % 3 === 1)
  const missing = opened.filter((mark) => !listed.includes(mark)).length
  return [
    ...(isInOrder ? [] : ['the list of tickets is out of order']),
    ...(missing > 0 ? [`${missing} tickets are not in the list`] : []),
    ...(new Set(listed).size < listed.length ? ['a ticket is listed twice'] : []),
  ]
}

/** Every job that is due must have run, also those enqueued while a clock was shifted. */
async function unfinishedJobs({ superuser }: OwnPostgres) {
  const due = `select count(*)::int as jobs from (
    select run_at from graphile_worker._private_jobs where attempts < max_attempts
    union all select run_at from jobs.outbox) as waiting where run_at <= now()`
  const deadline = Date.now() + 15_000
  for (;;) {
    const { rows } = await query<{ jobs: number }>(superuser, due)
    const left = rows[0]?.jobs ?? 0
    if (left === 0) return []
    if (Date.now() > deadline) return [`${left} due jobs have not run`]
    await wait(200)
  }
}

/** Rereads its file every second; leaves the monotonic clock and file timestamps unchanged. */
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

/** The path of libfaketime; Debian's library folder is named after the architecture. */
function library(): string | undefined {
  const root = '/usr/lib'
  const folders = existsSync(root) ? readdirSync(root).map((name) => join(root, name, 'faketime')) : []
  return folders.map((folder) => join(folder, 'libfaketimeMT.so.1')).find((file) => existsSync(file))
}
