import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/database/database.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { aBrowser, givePassword, PASSWORD, postToken } from '../testing/sign-in.ts'
import { endSessions, listSessions } from './sessions.queries.ts'

let h: Harness
let anna: Person
beforeAll(async () => {
  h = await startHarness()
  anna = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  await givePassword(h, anna)
})
afterAll(() => h.stop())

type Pair = { access_token: string; refresh_token: string }

async function aSession(): Promise<Pair & { id: string }> {
  await h.test.superuser.query('delete from auth.attempts')
  const pair = (await postToken(h, 'password', { email: anna.email, password: PASSWORD })).json()
  const { session_id } = JSON.parse(Buffer.from(pair.access_token.split('.')[1], 'base64url').toString())
  return { ...pair, id: session_id }
}
const refresh = (token: string) => postToken(h, 'refresh_token', { refresh_token: token })
const meStatus = async (token: string) =>
  (await h.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })).statusCode
const countLiveTokens = async (session: string) =>
  (
    await h.test.superuser.query('select from auth.refresh_tokens where session_id = $1 and spent_at is null', [
      session,
    ])
  ).rowCount
const countTokens = async (session: string) =>
  (await h.test.superuser.query('select from auth.refresh_tokens where session_id = $1', [session])).rowCount
const ageSpentTokens = (interval: string) =>
  h.test.superuser.query('update auth.refresh_tokens set spent_at = spent_at - $1::interval', [interval])
const spentAgo = (interval: string, session: string) =>
  h.test.superuser.query(
    'update auth.refresh_tokens set spent_at = now() - $1::interval where session_id = $2 and spent_at is not null',
    [interval, session],
  )
const auditEntriesOf = async (session: string) =>
  (
    await h.test.superuser.query(
      `select user_id, org_id from audit_log where action = 'refresh_token_reused' and detail->>'sessionId' = $1`,
      [session],
    )
  ).rows

test('A-20: a refresh gives a new pair for the same session and spends the old token', async () => {
  const first = await aSession()
  const second: Pair = (await refresh(first.refresh_token)).json()
  expect(second.refresh_token).not.toBe(first.refresh_token)
  const { rows } = await h.test.superuser.query(
    'select spent_at is not null as spent, parent_hash is not null as child from auth.refresh_tokens where session_id = $1 order by created_at, child',
    [first.id],
  )
  expect(rows).toEqual([
    { spent: true, child: false },
    { spent: false, child: true },
  ])
  expect(await meStatus(second.access_token)).toBe(200)
})

test.each(['0 seconds', '1 hour', '29 days'])(
  'A-24, A-230: after a lost response the same pair is returned %s later',
  async (interval) => {
    const first = await aSession()
    const second: Pair = (await refresh(first.refresh_token)).json()
    await ageSpentTokens(interval)
    for (let tries = 0; tries < 2; tries += 1) {
      const again = await refresh(first.refresh_token)
      expect([again.statusCode, again.json().refresh_token]).toEqual([200, second.refresh_token])
      expect(await meStatus(again.json().access_token)).toBe(200)
    }
    expect(await countTokens(first.id)).toBe(2)
    expect(await auditEntriesOf(first.id)).toEqual([])
    expect((await refresh(second.refresh_token)).statusCode).toBe(200)
  },
)

test('A-230: auth-js stays signed in after a lost response and an hour without network', async () => {
  await h.test.superuser.query('delete from auth.attempts')
  let isExpired = false
  let requests = 0
  const browser = aBrowser({
    fetch: async (input, init) => {
      if (!isExpired) return h.fetch(input, init)
      requests += 1
      // The response of the first is lost, and the second does not reach the server.
      if (requests === 1) await h.fetch(input, init)
      if (requests === 2) await ageSpentTokens('1 hour')
      if (requests <= 2) throw new TypeError('Failed to fetch')
      return h.fetch(input, init)
    },
  })
  const { data } = await browser.signInWithPassword({ email: anna.email, password: PASSWORD })
  isExpired = true
  const { data: refreshed, error } = await browser.refreshSession()
  expect(error).toBeNull()
  expect(requests).toBe(3)
  expect(refreshed.session?.refresh_token).not.toBe(data.session?.refresh_token)
  expect((await browser.getUser()).data.user?.id).toBe(anna.userId)
  expect((await browser.refreshSession()).error).toBeNull()
})

test('A-22: fifty concurrent refreshes all get the same single live token', async () => {
  const first = await aSession()
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first.refresh_token)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
  expect(new Set(answers.map((answer) => answer.json().refresh_token)).size).toBe(1)
  expect(await countLiveTokens(first.id)).toBe(1)
  expect((await refresh(answers[0]?.json().refresh_token)).statusCode).toBe(200)
})

test('A-22: two tabs of auth-js refresh at once and both stay signed in', async () => {
  await h.test.superuser.query('delete from auth.attempts')
  const [one, two] = [aBrowser(h), aBrowser(h)]
  const { data } = await one.signInWithPassword({ email: anna.email, password: PASSWORD })
  const token = data.session?.refresh_token ?? ''
  const refreshed = await Promise.all([
    one.refreshSession({ refresh_token: token }),
    two.refreshSession({ refresh_token: token }),
    ...Array.from({ length: 48 }, () => aBrowser(h).refreshSession({ refresh_token: token })),
  ])
  expect(refreshed.every(({ error }) => error === null)).toBe(true)
  expect((await two.getUser()).data.user?.id).toBe(anna.userId)
})

test('A-21, A-233: reuse of a token whose child was used ends the session after 10 s, audited', async () => {
  const first = await aSession()
  const second: Pair = (await refresh(first.refresh_token)).json()
  await ageSpentTokens('11 seconds')
  const third: Pair = (await refresh(second.refresh_token)).json()
  const reused = await refresh(first.refresh_token)
  expect([reused.statusCode, reused.json().code]).toEqual([400, 'refresh_token_already_used'])
  for (const { access_token } of [first, second, third]) expect(await meStatus(access_token)).toBe(401)
  for (const { refresh_token } of [first, second, third]) {
    const refused = await refresh(refresh_token)
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'refresh_token_not_found'])
  }
  expect(await auditEntriesOf(first.id)).toEqual([{ user_id: anna.userId, org_id: anna.orgId }])
})

test('A-21, A-233: the end of one session does not end the others', async () => {
  const [one, other] = [await aSession(), await aSession()]
  await refresh((await refresh(one.refresh_token)).json().refresh_token)
  await ageSpentTokens('1 minute')
  await refresh(one.refresh_token)
  expect(await meStatus(one.access_token)).toBe(401)
  expect(await meStatus(other.access_token)).toBe(200)
  expect((await refresh(other.refresh_token)).statusCode).toBe(200)
})

test('A-23, A-232: for ten seconds every ancestor gets the live pair, without a rotation', async () => {
  const first = await aSession()
  const chain: Pair[] = [first]
  for (let i = 0; i < 6; i += 1) chain.push((await refresh(chain.at(-1)?.refresh_token ?? '')).json())
  const live = chain.pop()
  await spentAgo('0 seconds', first.id)
  for (const { refresh_token } of chain) {
    const answer = await refresh(refresh_token)
    expect([answer.statusCode, answer.json().refresh_token]).toEqual([200, live?.refresh_token])
    expect(await meStatus(answer.json().access_token)).toBe(200)
  }
  expect(await countTokens(first.id)).toBe(7)
  expect(await countLiveTokens(first.id)).toBe(1)
  await spentAgo('5 seconds', first.id)
  expect((await refresh(first.refresh_token)).statusCode).toBe(200)
  await spentAgo('10 seconds', first.id)
  expect((await refresh(chain.at(-1)?.refresh_token ?? '')).statusCode).toBe(200)
  expect((await refresh(first.refresh_token)).statusCode).toBe(400)
  expect(await auditEntriesOf(first.id)).toHaveLength(1)
})

test('A-232: a live token not derived from the key is refused, but not taken for a theft', async () => {
  const first = await aSession()
  const second: Pair = (await refresh(first.refresh_token)).json()
  await h.test.superuser.query(
    `update auth.refresh_tokens set token_hash = sha256('x') where session_id = $1 and spent_at is null`,
    [first.id],
  )
  const refused = await refresh(first.refresh_token)
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'refresh_token_not_found'])
  expect(await auditEntriesOf(first.id)).toEqual([])
  expect(await meStatus(second.access_token)).toBe(200)
})

test('A-26: signing out ends access and refresh at once, for one session or all', async () => {
  const [one, two, three] = [await aSession(), await aSession(), await aSession()]
  const logout = (token: string, scope: string) =>
    h.app.inject({
      method: 'POST',
      url: `/auth/v1/logout?scope=${scope}`,
      payload: '',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  expect((await logout(one.access_token, 'local')).statusCode).toBe(204)
  expect(await Promise.all([one, two, three].map(({ access_token }) => meStatus(access_token)))).toEqual([
    401, 200, 200,
  ])
  expect((await refresh(one.refresh_token)).statusCode).toBe(400)
  expect((await logout(two.access_token, 'others')).statusCode).toBe(204)
  expect(await Promise.all([two, three].map(({ access_token }) => meStatus(access_token)))).toEqual([200, 401])
  expect((await logout(two.access_token, 'global')).statusCode).toBe(204)
  expect(await meStatus(two.access_token)).toBe(401)
  expect((await logout(two.access_token, 'global')).statusCode).toBe(403)
})

test.each(['local', 'global'] as const)('A-26: auth-js signs out (%s)', async (scope) => {
  await h.test.superuser.query('delete from auth.attempts')
  const browser = aBrowser(h)
  const events: string[] = []
  browser.onAuthStateChange((event) => void events.push(event))
  const { data } = await browser.signInWithPassword({ email: anna.email, password: PASSWORD })
  expect(await browser.signOut({ scope })).toEqual({ error: null })
  expect((await browser.getSession()).data.session).toBeNull()
  expect(events).toContain('SIGNED_OUT')
  expect(await meStatus(data.session?.access_token ?? '')).toBe(401)
  expect((await refresh(data.session?.refresh_token ?? '')).statusCode).toBe(400)
})

test('A-30: a refresh token is no access token, nor the reverse', async () => {
  const pair = await aSession()
  expect(await meStatus(pair.refresh_token)).toBe(401)
  expect((await refresh(pair.access_token)).statusCode).toBe(422)
  expect((await refresh('x'.repeat(43))).statusCode).toBe(400)
  const verify = (token: string) =>
    h.app.inject({ method: 'POST', url: '/auth/v1/verify', payload: { token_hash: token, type: 'recovery' } })
  expect((await verify(pair.refresh_token)).statusCode).toBe(403)
})

test('A-36: a session ends after thirty idle days or ninety days in all', async () => {
  for (const [column, days] of [
    ['refreshed_at', 30],
    ['created_at', 90],
  ] as const) {
    const pair = await aSession()
    const setBack = (interval: string) =>
      h.test.superuser.query(`update auth.sessions set ${column} = now() - $1::interval where id = $2`, [
        interval,
        pair.id,
      ])
    await setBack(`${days - 1} days`)
    expect(await meStatus(pair.access_token)).toBe(200)
    await setBack(`${days} days`)
    expect(await meStatus(pair.access_token)).toBe(401)
    expect((await refresh(pair.refresh_token)).statusCode).toBe(400)
  }
})

test('refreshes are not rate-limited, even after failed sign-ins from the same network', async () => {
  const pair = await aSession()
  for (let i = 0; i < 12; i += 1) await postToken(h, 'password', { email: anna.email, password: 'fel fel fel' })
  let { refresh_token: token } = pair
  for (let i = 0; i < 30; i += 1) {
    const answer = await refresh(token)
    expect(answer.statusCode).toBe(200)
    token = answer.json().refresh_token
  }
})

test('A-37: every sign-in starts a session of its own', async () => {
  const [one, two] = [await aSession(), await aSession()]
  expect(one.id).not.toBe(two.id)
})

test('live sessions are listed, most recently used first, and all but one can be ended', async () => {
  const eva = await h.aTechnician({ orgId: anna.orgId })
  await givePassword(h, eva)
  await postToken(h, 'password', { email: eva.email, password: PASSWORD }, { headers: { 'user-agent': 'Firefox' } })
  const asOwnActor = <T>(work: (db: Db) => Promise<T>) =>
    h.database.asActor(
      eva.sessionId,
      () => undefined,
      (db) => work(db),
    )
  expect(await asOwnActor((db) => listSessions(db, eva.userId))).toMatchObject([
    { userAgent: 'Firefox' },
    { id: eva.sessionId },
  ])
  expect(await asOwnActor((db) => endSessions(db, eva.userId, { except: eva.sessionId }))).toBe(1)
  expect(await asOwnActor((db) => listSessions(db, eva.userId))).toMatchObject([{ id: eva.sessionId }])
})

test('after a query as the sign-in role the actor’s role is back and cannot read logins', async () => {
  const eva = await h.aTechnician({ orgId: anna.orgId })
  const requests = h.database.asActor(
    eva.sessionId,
    () => undefined,
    async (db) => {
      expect(await listSessions(db, eva.userId)).toHaveLength(1)
      return db.selectFrom('auth.users').select('id').execute()
    },
  )
  await expect(requests).rejects.toMatchObject({ code: '42501' })
})
