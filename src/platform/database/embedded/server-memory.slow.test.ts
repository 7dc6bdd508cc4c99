import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { aDataFolder, parentOf, started } from '../testing/embedded-server.ts'
import { DATABASE_MEMORY } from './server-memory.ts'

/** More than one program opens (docs/two-machines.md). */
const CONNECTIONS = 24
const SORT = 'select count(*) from (select * from wide order by text desc, n offset 1) one'

/** Memory of all the server's processes, in MiB; shared pages count once. */
function takenMib(postmaster: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.reduce((sum, pid) => sum + proportionalKib(pid, postmaster) / 1024, 0)
}

function proportionalKib(pid: string, postmaster: number): number {
  try {
    if (Number(pid) !== postmaster && parentOf(Number(pid)) !== postmaster) return 0
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
  } catch {
    return 0 // the process has exited meanwhile
  }
}

test.each([DATABASE_MEMORY.min, 512])(
  'with a limit of %i MB its processes together use no more under load',
  async (memoryMib) => {
    const { connection, pid } = await started(await aDataFolder(), { memoryMib })
    const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client(connection))
    await Promise.all(clients.map((client) => client.connect()))
    await clients[0]?.query(
      'create table wide as select n, repeat(md5(n::text), 8) as text from generate_series(1, 400000) n',
    )
    await clients[0]?.query('vacuum analyze wide')
    let isOver = false
    const sorting = Promise.all(clients.map((client) => client.query(SORT))).finally(() => {
      isOver = true
    })
    let peak = 0
    while (!isOver) {
      peak = Math.max(peak, takenMib(pid() ?? 0))
      await Promise.race([sorting, wait(100)])
    }
    await sorting
    await Promise.all(clients.map((client) => client.end()))
    expect(peak).toBeLessThanOrEqual(memoryMib)
  },
)
