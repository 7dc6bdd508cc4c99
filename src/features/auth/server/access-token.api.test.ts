import { createHmac, createPrivateKey, createSign } from 'node:crypto'
import { connect } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openAccessTokens, type SigningKey } from './access-token.ts'

let h: Harness
let anna: Person
beforeAll(async () => {
  h = await startHarness()
  anna = await h.aTechnician({ orgId: (await h.anOrganization()).id })
})
afterAll(() => h.stop())

const statusOf = async (authorization: string) =>
  (await h.app.inject({ url: '/api/me', headers: { authorization } })).statusCode
const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())
const partsOf = (token: string) => token.split('.') as [string, string, string]

test('a valid token is accepted', async () => {
  expect(await statusOf(`Bearer ${anna.token}`)).toBe(200)
})

test('A-27: no algorithm, an empty signature and two parts are refused with 401', async () => {
  const [header, payload, signature] = partsOf(anna.token)
  for (const alg of ['none', 'None', 'nOnE', 'NONE', '', null])
    for (const end of ['', signature])
      expect(await statusOf(`Bearer ${encode({ ...decode(header), alg })}.${payload}.${end}`), String(alg)).toBe(401)
  for (const token of [`${header}.${payload}.`, `${header}.${payload}`, header, '..', `.${payload}.${signature}`])
    expect(await statusOf(`Bearer ${token}`), token).toBe(401)
})

test('A-28: the public key is not accepted as HMAC secret, nor a key named in a header', async () => {
  const [, payload] = partsOf(anna.token)
  const key = h.tokens.publicKeys[0]
  for (const secret of [JSON.stringify(key), key?.x ?? '', 'test', '']) {
    const head = encode({ alg: 'HS256', typ: 'at+jwt', kid: 'test' })
    const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')
    expect(await statusOf(`Bearer ${head}.${payload}.${signature}`)).toBe(401)
  }
  const own = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(own.publicKey)
  const claims = decode(payload)
  for (const extra of [
    { kid: '../../../../dev/null' },
    { kid: "' or 1=1 --" },
    { kid: 'test\0' },
    { kid: '' },
    { jwk },
    { jwk, kid: 'test' },
    { jku: 'http://127.0.0.1:9/keys', kid: 'test' },
    { x5u: 'http://127.0.0.1:9/cert', kid: 'test' },
    { kid: '__proto__' },
  ]) {
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...extra })
      .sign(own.privateKey)
    expect(await statusOf(`Bearer ${forged}`), JSON.stringify(extra)).toBe(401)
  }
})

describe('A-29: a token signed with our key is refused', () => {
  let key: SigningKey
  let tokens: Awaited<ReturnType<typeof openAccessTokens>>
  beforeAll(async () => {
    key = { ...(await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)), kid: 'k' }
    tokens = await openAccessTokens([key])
  })
  const now = Math.floor(Date.now() / 1000)
  const valid = {
    session_id: uuidv7(),
    iss: 'stodpunkt',
    aud: 'authenticated',
    sub: uuidv7(),
    iat: now,
    exp: now + 900,
    role: 'authenticated',
  }
  /** Signs a payload as it is, even one that no library would produce. */
  const signed = (payload: string, head: object = {}) => {
    const text = `${encode({ alg: 'ES256', typ: 'at+jwt', kid: 'k', ...head })}.${encode(payload)}`
    const signature = createSign('sha256')
      .update(text)
      .sign({ key: createPrivateKey({ key: key as never, format: 'jwk' }), dsaEncoding: 'ieee-p1363' })
    return `${text}.${signature.toString('base64url')}`
  }

  test('the valid token is accepted', async () => {
    expect(await tokens.sessionOf(signed(JSON.stringify(valid)))).toEqual({
      sessionId: valid.session_id,
      expiresAt: valid.exp * 1000,
    })
  })

  const cases: [string, string][] = [
    ['expired', JSON.stringify({ ...valid, iat: now - 1000, exp: now - 61 })],
    ['not yet valid', JSON.stringify({ ...valid, nbf: now + 120 })],
    ['issued in the future', JSON.stringify({ ...valid, iat: now + 120 })],
    ['another issuer', JSON.stringify({ ...valid, iss: 'supabase' })],
    ['another audience', JSON.stringify({ ...valid, aud: 'anon' })],
    ['no expiry', JSON.stringify({ ...valid, exp: undefined })],
    ['expiry as text', JSON.stringify({ ...valid, exp: String(now + 900) })],
    ['an infinite expiry', JSON.stringify(valid).replace(/"exp":\d+/, '"exp":1e400')],
    ['expiry in the distant future, issued long ago', JSON.stringify({ ...valid, iat: now - 2000, exp: now + 1e9 })],
    ['no subject', JSON.stringify({ ...valid, sub: undefined })],
    ['no session', JSON.stringify({ ...valid, session_id: undefined })],
    ['a session that is not an id', JSON.stringify({ ...valid, session_id: "' or 1=1" })],
    ['a duplicate session, of which the last counts', JSON.stringify(valid).replace('}', ',"session_id":7}')],
    ['not an object', '[]'],
    ['not JSON', 'x'],
  ]
  test.each(cases)('%s', async (_name, payload) => {
    await expect(tokens.sessionOf(signed(payload))).rejects.toMatchObject({ name: 'NoSession' })
  })

  test('another token type and unknown extensions are refused', async () => {
    const payload = JSON.stringify(valid)
    for (const head of [{ typ: 'JWT' }, { typ: undefined }, { crit: ['b64'], b64: false }, { crit: ['x'], x: 1 }])
      await expect(tokens.sessionOf(signed(payload, head))).rejects.toMatchObject({ name: 'NoSession' })
  })

  test('A-38: clocks may differ by a minute', async () => {
    expect(await tokens.sessionOf(signed(JSON.stringify({ ...valid, iat: now - 930, exp: now - 30 })))).toBeTruthy()
    expect(await tokens.sessionOf(signed(JSON.stringify({ ...valid, iat: now + 30 })))).toBeTruthy()
  })

  describe('a cached token', () => {
    afterEach(() => void vi.useRealTimers())
    const at = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 })

    test.each([
      ['a second before expiry, with the tolerance of a minute', { iat: now, exp: now + 300 }, now + 359, true],
      ['once it has expired', { iat: now, exp: now + 300 }, now + 360, false],
      ['before it exceeds the maximum age', { iat: now, exp: now + 9000 }, now + 960, true],
      ['once it exceeds the maximum age', { iat: now, exp: now + 9000 }, now + 961, false],
      ['when the clock goes back a minute', { iat: now, exp: now + 300 }, now - 60, true],
      ['when the clock goes back further', { iat: now, exp: now + 300 }, now - 61, false],
    ])('%s', async (_name, times, later, isGood) => {
      const token = signed(JSON.stringify({ ...valid, ...times, session_id: uuidv7() }))
      at(now)
      const first = await tokens.sessionOf(token)
      at(later)
      const uncached = await openAccessTokens([key])
      for (const { sessionOf } of [tokens, uncached]) {
        const result = sessionOf(token)
        if (isGood) expect((await result).sessionId).toBe(first.sessionId)
        else await expect(result).rejects.toMatchObject({ name: 'NoSession' })
      }
    })

    test('is not accepted with another signature', async () => {
      const token = signed(JSON.stringify(valid))
      await tokens.sessionOf(token)
      const [header, payload, signature] = partsOf(token)
      const other = Buffer.from(signature, 'base64url')
      other[0] = (other[0] ?? 0) ^ 1
      const forged = `${header}.${payload}.${other.toString('base64url')}`
      await expect(tokens.sessionOf(forged)).rejects.toMatchObject({ name: 'NoSession' })
    })
  })

  test('A-34: of two live keys both are accepted and the first signs; a retired key is refused', async () => {
    const next: SigningKey = {
      ...(await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)),
      kid: 'n',
    }
    const login = { userId: uuidv7(), sessionId: uuidv7(), email: 'a@b.se' }
    const old = await tokens.sign(login)
    const both = await openAccessTokens([next, key])
    expect(await both.sessionOf(old)).toMatchObject({ sessionId: login.sessionId })
    const young = await both.sign(login)
    expect(decode(young.split('.')[0])).toMatchObject({ kid: 'n' })
    const onlyNext = await openAccessTokens([next])
    expect(await onlyNext.sessionOf(young)).toMatchObject({ sessionId: login.sessionId })
    await expect(onlyNext.sessionOf(old)).rejects.toMatchObject({ name: 'NoSession' })
  })
})

test('the public keys do not contain the private ones', async () => {
  const response = await h.app.inject('/auth/v1/.well-known/jwks.json')
  expect(response.json()).toEqual({
    keys: [
      { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String), kid: 'test', alg: 'ES256', use: 'sig' },
    ],
  })
})

test('A-31: a signature off by a byte, other schemes and a token of 100 kB are refused', async () => {
  const [header, payload, signature] = partsOf(anna.token)
  const bytes = Buffer.from(signature, 'base64url')
  for (const index of [0, 31, 32, 63]) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(await statusOf(`Bearer ${header}.${payload}.${changed.toString('base64url')}`)).toBe(401)
  }
  expect(await statusOf(`Bearer ${header}.${payload}.${encode('x'.repeat(75_000))}`)).toBe(401)
  for (const text of [
    anna.token,
    `bearer ${anna.token}`,
    `Bearer  ${anna.token}`,
    `Basic ${anna.token}`,
    `Bearer ${anna.token} x`,
    'Bearer',
    '',
  ])
    expect(await statusOf(text), text.slice(0, 12)).toBe(401)
})

test('A-31: two Authorization headers or an oversized header are refused over a socket', async () => {
  await h.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = h.app.server.address() as { port: number }
  const statusLine = (headers: string[]) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET /api/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers.join('\r\n')}\r\n\r\n`),
      )
      let text = ''
      socket.on('data', (data) => {
        text += data
      })
      // A server that refuses the headers closes the connection while the rest is being sent.
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''))
    })
  const valid = `Authorization: Bearer ${anna.token}`
  expect(await statusLine([valid])).toContain('200')
  expect(await statusLine([valid, valid])).toContain('401')
  expect(await statusLine([valid, 'authorization: Bearer x'])).toContain('401')
  expect(await statusLine([`Authorization: Bearer ${'x'.repeat(100_000)}`])).toMatch(/431|^$/)
  expect(await statusLine([valid])).toContain('200')
})

test('A-35: a revoked role is gone at the next request', async () => {
  const org = await h.anOrganization()
  const boss = await h.anAdmin({ orgId: org.id })
  await h.anAdmin({ orgId: org.id })
  const roleNow = async () =>
    (await h.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${boss.token}` } })).json().role
  expect(await roleNow()).toBe('admin')
  await h.test.superuser.query(`update user_roles set role = 'technician' where user_id = $1`, [boss.userId])
  expect(await roleNow()).toBe('technician')
  await h.test.superuser.query('delete from user_roles where user_id = $1', [boss.userId])
  expect(await roleNow()).toBeNull()
})
