import { cpSync, existsSync, lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startThrowawayCluster } from '../testing/cluster.ts'
import { aFolder, isRoot, query } from '../testing/embedded-server.ts'
import { chooseAccount } from './account.ts'
import { findNativeFolder, postgresMajor, repairLibraryLinks } from './native-binaries.ts'

/** A copy without the library links, as npm leaves the package when it skips install scripts. */
function aCopyWithoutLinks(mode?: number) {
  const native = join(aFolder(mode), 'native')
  const isNoLink = (path: string) => !lstatSync(path).isSymbolicLink()
  cpSync(findNativeFolder(), native, { recursive: true, filter: isNoLink })
  return native
}

test('missing library links are created, once', () => {
  const native = aCopyWithoutLinks()
  const icu = join(native, 'lib', 'libicui18n.so.60')
  expect(() => postgresMajor(join(native, 'bin'))).toThrow(
    /går inte att köra på den här datorn: .*libicu.*DATABASE_URL/,
  )
  repairLibraryLinks(native)
  expect(lstatSync(icu).isSymbolicLink()).toBe(true)
  rmSync(icu)
  repairLibraryLinks(native)
  expect(existsSync(icu)).toBe(true)
  expect(postgresMajor(join(native, 'bin'))).toBe(18)
})

test('the error on a machine without a package names DATABASE_URL', () => {
  expect(() => findNativeFolder('sunos', 'sparc')).toThrow(/ingen inbyggd PostgreSQL .*sunos-sparc.*DATABASE_URL/)
})

test('binaries and data that no account can reach are refused with advice', () => {
  expect(() => chooseAccount(join(aFolder(), 'missing'), [aFolder()])).toThrow(/DATABASE_URL/)
})

test.skipIf(!isRoot)('as root, binaries in a folder that only root may enter work', async () => {
  const native = aCopyWithoutLinks(0o700)
  repairLibraryLinks(native)
  const cluster = await startThrowawayCluster({ bindir: join(native, 'bin') })
  expect(await query({ ...cluster, database: 'postgres' }, 'select 1 as one')).toEqual([{ one: 1 }])
  await cluster.stop()
})
