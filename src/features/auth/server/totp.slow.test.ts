// Codes of oathtool, a generator that others wrote (Debian: `apt-get install oathtool`).
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { codeOf } from '../testing/totp.ts'
import { newTotpSecret, stepOfCode } from './totp.ts'

const codeByOathtool = (secret: string, atMs: number) =>
  execFileSync(
    'oathtool',
    ['--totp', '--base32', '--now', new Date(atMs).toISOString().replace(/[TZ]/g, ' '), secret],
    { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } },
  ).trim()

test('the codes of a hundred secrets are those of oathtool, one step around now', () => {
  for (let round = 0; round < 100; round++) {
    const secret = newTotpSecret()
    const atMs = Date.now()
    const step = Math.floor(atMs / 30_000)
    for (const steps of [-1, 0, 1])
      expect(stepOfCode(secret, codeByOathtool(secret, atMs + steps * 30_000), atMs)).toBe(step + steps)
    expect([codeOf(secret, -1), codeOf(secret), codeOf(secret, 1)]).toContain(codeByOathtool(secret, atMs))
  }
})
