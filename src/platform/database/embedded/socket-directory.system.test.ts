import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder, isRoot } from '../testing/embedded-server.ts'
import { chooseAccount } from './account.ts'
import { findNativeFolder } from './native-binaries.ts'
import { openSocketDirectory } from './socket-directory.ts'

const account = chooseAccount(join(findNativeFolder(), 'bin'), ['/'])
const tooLong = () => join(aFolder(), 'x'.repeat(100))

function opened(dataDir: string) {
  const folder = openSocketDirectory(dataDir, account)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** When TMPDIR is not /tmp, /tmp is the fallback. */
function openedOrRefused(dataDir: string) {
  try {
    return opened(dataDir)
  } catch (error) {
    expect(error).toMatchObject({ name: 'StartError', message: expect.stringMatching(/ingen säker katalog/) })
    return undefined
  }
}

test('the socket folder is in the data folder when the path is short enough, and is emptied', () => {
  const dataDir = aFolder()
  const folder = opened(dataDir)
  expect(folder).toBe(join(dataDir, 'postgres.socket'))
  writeFileSync(join(folder, '.s.PGSQL.5432.lock'), '1\n')
  expect(opened(dataDir)).toBe(folder)
})

test('each data folder has its own temporary folder, the same at each start', () => {
  const dataDir = tooLong()
  expect(opened(dataDir)).toBe(opened(dataDir))
  expect(opened(tooLong())).not.toBe(opened(dataDir))
})

test.each(['open to others', 'a link'])('a temporary folder that is %s is not used', (fault) => {
  const dataDir = tooLong()
  const folder = opened(dataDir)
  if (fault === 'a link') {
    rmSync(folder, { recursive: true })
    symlinkSync(aFolder(), folder)
  } else chmodSync(folder, 0o777)
  expect(openedOrRefused(dataDir)).not.toBe(folder)
})

test.skipIf(!isRoot)('a temporary folder that another user created is not used', () => {
  const dataDir = tooLong()
  const folder = opened(dataDir)
  rmSync(folder, { recursive: true })
  mkdirSync(folder, { mode: 0o700 })
  execFileSync('chown', ['12345', folder])
  expect(openedOrRefused(dataDir)).not.toBe(folder)
})
