import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { findExternalBindir, startThrowawayCluster } from '../testing/cluster.ts'
import { query } from '../testing/embedded-server.ts'

const external = findExternalBindir()

test.each([
  ['the embedded server', undefined],
  ...(external ? [['the installed server', external] as const] : []),
] as const)('%s can be started as a temporary cluster and removed', async (_name, bindir) => {
  const { stop, ...cluster } = await startThrowawayCluster({ bindir })
  const rows = await query(
    { ...cluster, database: 'postgres' },
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('fsync') as fsync`,
  )
  expect(rows).toEqual([{ version: cluster.version, fsync: 'off' }])
  await stop()
  expect(existsSync(dirname(cluster.host))).toBe(false)
})
