// What it costs a commit to announce its change and to add a job. pgbench runs the logged statements of real comments, as
// they are, and as data only, without the rows of the outboxes. The product is paused meanwhile: what it does with the
// rows would take processor time from the commits. Its wake-up is sent at its highest rate.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SCHEMA } from '#platform/database/migrate.ts'
import { findExternalBindir } from '#platform/database/testing/cluster.ts'
import { notifying, OUTBOX } from '#platform/database/wake-up.ts'
import { randomFrom } from '../tools/support/random.ts'
import { openAskers, openClient, pick } from './client.ts'
import type { Part } from './part.ts'
import type { Build } from './stage.ts'
import { logTransactions, type Transaction } from './statement-log.ts'
import { inTurns } from './turns.ts'
import { writes } from './writes.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const CLIENTS = 16
/** Of different tickets. pgbench chooses among as many scripts, at most 128. */
const COMMENTS = 64
/** As WAKE_EVERY_MS of wake-up.ts allows. */
const WAKE_UPS_PER_SECOND = 50

export const notify: Part = {
  name: 'notify',
  title: `comments by pgbench, ${CLIENTS} clients: the whole transaction beside its data only`,
  missing: () => (findPgbench() ? undefined : 'pgbench not installed'),
  run: async (stages) => {
    const [build] = (await stages()).builds
    const announce = await definitionOf(build, 'announce(jsonb)')
    const scripts = await commentScripts(build)
    const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-pgbench-'))
    const bench = pgbenchIn(folder, build)
    const variants = [
      { name: 'whole', scripts, announce },
      {
        name: 'data only',
        scripts: scripts.map((script) => script.filter((statement) => !statement.includes('jobs.enqueue('))),
        announce: `create or replace function announce(change jsonb) returns void language sql as 'select'`,
      },
    ]
    build.product.process.kill('SIGSTOP')
    try {
      await inTurns(variants, ROUNDS, [
        async ({ name, scripts: ofVariant, announce: definition }) => {
          await build.query(definition)
          const wakeUp = name === 'whole' ? bench.startWakeUp() : undefined
          const rate = bench.rateOf(ofVariant)
          wakeUp?.kill()
          return { 'commits per second': rate }
        },
      ])
    } finally {
      await build.query(announce)
      await build.query('truncate jobs.outbox, live_changes')
      build.product.process.kill('SIGCONT')
      rmSync(folder, { recursive: true })
    }
  },
}

const definitionOf = async ({ query }: Build, name: string) =>
  (await query<{ sql: string }>('select pg_get_functiondef($1::regprocedure) as sql', [name])).rows[0]?.sql ?? ''

/** The statements of each comment. */
async function commentScripts(build: Build): Promise<string[][]> {
  const startedAt = Date.now()
  const transactions = await logTransactions(build, async () => {
    const { staff } = await openAskers(build)
    const random = randomFrom(3)
    const client = openClient(build)
    const [comment] = writes
    for (let count = 0; count < COMMENTS; count++)
      if (comment) await client.ask(pick(staff, random), comment.request(build.data, random))
    client.close()
  })
  const comments = transactions.filter((statements) => statements.some((one) => one.includes('into "ticket_comments"')))
  if (comments.length < COMMENTS) throw new Error(`Of ${COMMENTS} comments ${comments.length} are in the log`)
  return comments.map((statements) => withOwnIds(statements, startedAt))
}

const UUID = /[\da-f]{8}-[\da-f]{4}-([\da-f])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g
const millisecondsOf = (uuid: string) => Number.parseInt(uuid.replace('-', '').slice(0, 12), 16)

/** Each run makes its own of the ids that the request made: those of version 4 and those that are newer than the start. */
function withOwnIds(statements: Transaction, startedAt: number): string[] {
  const made: string[] = []
  return statements.map((statement) =>
    statement.replaceAll('\n', ' ').replaceAll(UUID, (uuid, version: string) => {
      if (version !== '4' && millisecondsOf(uuid) < startedAt) return uuid
      if (!made.includes(uuid)) made.push(uuid)
      return `${String(made.indexOf(uuid)).padStart(8, '0')}-0000-4000-8000-:random`
    }),
  )
}

function findPgbench(): string | undefined {
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  return [findExternalBindir(), configured]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'pgbench'))
    .find((path) => existsSync(path))
}

function pgbenchIn(folder: string, { postgres: { superuser } }: Build) {
  const pgbench = findPgbench() ?? 'pgbench'
  const env = {
    ...process.env,
    PGHOST: superuser.host,
    PGPORT: String(superuser.port),
    PGUSER: 'stodpunkt',
    PGDATABASE: String(superuser.database),
    PGOPTIONS: `-c search_path=${SCHEMA} -c timezone=UTC`,
  }
  let files = 0
  const write = (statements: string[]) => {
    const path = join(folder, `${files++}.sql`)
    writeFileSync(path, `\\set random random(100000000000, 999999999999)\n${statements.join(';\n')};\n`)
    return path
  }
  const wakeUp = write([notifying(OUTBOX, '').text.replace('$1', `'${OUTBOX}'`).replace('$2', `''`)])
  return {
    startWakeUp: (): ChildProcess =>
      spawn(pgbench, ['-n', '-c1', `-R${WAKE_UPS_PER_SECOND}`, `-T${SECONDS + 60}`, '-f', wakeUp], {
        env,
        stdio: 'ignore',
      }),
    rateOf: (scripts: string[][]): number => {
      const chosen = scripts.flatMap((statements) => ['-f', write(statements)])
      const args = ['-n', `-c${CLIENTS}`, '-j2', `-T${SECONDS}`, ...chosen]
      return Number(/^tps = ([\d.]+)/m.exec(execFileSync(pgbench, args, { env, encoding: 'utf8' }))?.[1])
    },
  }
}
