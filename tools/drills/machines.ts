// `npm run drill:machines`: simulates two machines: PostgreSQL with a synchronous replica, HAProxy and the program
// twice, with nginx in front, all configured by the files in ops/. Then kills machines: no acknowledged row may be
// missing or stored twice, requests must be refused within a second, and programs and live streams must recover by
// themselves.
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { customers } from '#features/customers/customers.contract.ts'
import { freePort, startProduct } from '../support/product.ts'
import { runDrill, stepNames } from './machines/drill.ts'
import { startFront } from './machines/front.ts'
import { openLedger } from './machines/ledger.ts'
import { openMachines } from './machines/machine.ts'
import { findPrograms, killRunning, type Programs, runToEnd } from './machines/programs.ts'
import { openClient } from './support/drill-client.ts'

/** Limit for a drill that hangs; on an idle machine it takes less than three minutes. */
const LIMIT_MINUTES = 20

const found = findPrograms()
if ('missing' in found) {
  for (const name of stepNames) console.log(`skipped: ${name}`)
  console.log(`Missing: ${found.missing.join(', ')}\n\n0 passed, 0 failed, ${stepNames.length} skipped`)
} else process.exitCode = await drill(found)

async function drill(programs: Programs): Promise<number> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stodpunkt-machines-')))
  if (process.getuid?.() === 0) chmodSync(folder, 0o711)
  const closing: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const timeout = wait(LIMIT_MINUTES * 60_000, 'timeout' as const, { ref: false })
  try {
    const work = build(programs, folder, closing).then(runDrill)
    const rows = await Promise.race([work, timeout])
    if (rows === 'timeout') throw new Error(`The drill took more than ${LIMIT_MINUTES} minutes`)
    const failed = rows.filter(({ result }) => result !== 'passed').length
    console.log(`\n${rows.length - failed} passed, ${failed} failed`)
    return failed > 0 ? 1 : 0
  } finally {
    killRunning()
    for (const close of closing.toReversed()) await close()
  }
}

/** Starts both machines, with synchronous replication on. */
async function build(programs: Programs, folder: string, closing: (() => Promise<void> | void)[]) {
  const { a, b } = await openMachines(folder, programs)
  closing.push(a.close, b.close)
  await a.initialize()
  await a.start()
  await a.script('create-roles.sh')
  console.log((await b.script('rebuild-replica.sh')).trim())
  await until(async () => (await a.checkStatus()) === 200)
  await wait(1500) // until both HAProxys have checked
  await runToEnd({
    program: process.execPath,
    args: [join(import.meta.dirname, '../../bin/db-prepare.ts')],
    environment: { DATABASE_URL: a.databaseUrl, DATABASE_ADMIN_URL: a.adminUrl },
  })
  console.log((await a.script('synchronous.sh', 'on')).trim())

  const [frontPort, portA, portB] = [await freePort(), await freePort(), await freePort()]
  const front = startFront({ folder, programs, port: frontPort, appPorts: [portA, portB] })
  closing.push(front.close)
  const start = (name: 'a' | 'b', port: number, url: string) =>
    startProduct({
      dataDir: join(folder, `app-${name}`),
      port,
      environment: {
        DATABASE_URL: url,
        SECRETS_FILE: join(folder, 'secrets.json'),
        TRUST_PROXY: '127.0.0.1',
        APP_URL: front.url,
        LOG_LEVEL: 'warn',
      },
    })
  const startA = () => start('a', portA, a.databaseUrl)
  const apps = { a: await startA(), b: await start('b', portB, b.databaseUrl) }
  closing.push(
    () => void apps.a.process.kill('SIGKILL'),
    () => void apps.b.process.kill('SIGKILL'),
  )
  const restartA = async () => {
    apps.a = await startA()
  }
  const client = openClient(front.url)
  const { id: customerId } = await client.call(customers.create, { body: { name: 'Övning AB' } })
  return { machines: { a, b }, apps, restartA, client, ledger: openLedger(front.url), customerId }
}

async function until(isTrue: () => Promise<boolean>) {
  while (!(await isTrue())) await wait(100)
}
