import { expect, test } from 'vitest'
import { newTotpSecret, stepOfCode, totpToScan } from './totp.ts'

/** '12345678901234567890' of RFC 6238, appendix B, in base32; its codes are the last six digits of those there. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i s the code of RFC 6238 is %s', (seconds, code) => {
  expect(stepOfCode(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('a code is accepted one step before and after its own, and no longer', () => {
  const own = Math.floor(1234567890 / 30)
  const at = (step: number) => stepOfCode(SECRET, '005924', step * 30_000)
  expect([own - 2, own - 1, own, own + 1, own + 2].map(at)).toEqual([undefined, own, own, own, undefined])
  expect(stepOfCode(SECRET, '005924', (own + 2) * 30_000 - 1)).toBe(own)
})

test('a secret has 160 bits and differs each time', () => {
  const secrets = Array.from({ length: 20 }, newTotpSecret)
  expect(new Set(secrets).size).toBe(20)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

test('the QR code is drawn without characters that end a data address', () => {
  const { qr_code: svg, uri } = totpToScan(SECRET, { issuer: 'Åkes & Bos: IT', label: 'a+b@x.example' })
  expect(svg).not.toMatch(/[#%]/)
  expect(new URL(uri).searchParams.get('issuer')).toBe('Åkes & Bos: IT')
})
