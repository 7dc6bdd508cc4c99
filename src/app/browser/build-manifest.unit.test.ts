import { expect, test } from 'vitest'
import { keyOfChunk } from './build-manifest.ts'

test('a chunk is found by its whole name', () => {
  const manifest = {
    '_portal-more-EyOWCd-e.js': { name: 'portal-more', file: 'assets/portal-more-EyOWCd-e.js' },
    '_portal-wmgPppFs.js': { name: 'portal', file: 'assets/portal-wmgPppFs.js' },
  }
  expect([keyOfChunk(manifest, 'portal'), keyOfChunk(manifest, 'port')]).toEqual(['_portal-wmgPppFs.js', undefined])
})
