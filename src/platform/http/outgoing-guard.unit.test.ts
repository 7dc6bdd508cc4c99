import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { readAllowedHosts } from './allowed-hosts.ts'
import { HostUnreachable, isPublic, type JudgedAddress, openOutgoingGuard } from './outgoing-guard.ts'

type Target = Parameters<ReturnType<typeof openOutgoingGuard>['reach']>[0]
const PUBLIC = '8.8.4.4'

function aGuard({ allow = '', found = {} as Record<string, string[][]>, greetingMs = 30 } = {}) {
  const asked: string[] = []
  const connected: JudgedAddress[] = []
  const guard = openOutgoingGuard({
    allowed: readAllowedHosts(allow)!,
    greetingMs,
    resolve: async (host) => {
      const answers = found[host] ?? []
      asked.push(host)
      return answers[asked.length - 1] ?? answers.at(-1) ?? Promise.reject(new Error('ENOTFOUND'))
    },
  })
  const reach = (target: Partial<Target> & { host: string }, connect?: (to: JudgedAddress) => Promise<string>) =>
    guard.reach(
      { protocol: 'imap', port: 993, ...target },
      connect ??
        (async (to) => {
          connected.push(to)
          return to.address
        }),
      (error) => (error as Error).message === 'reported',
    )
  return { asked, connected, reach, guard }
}

describe('A-489: only addresses of the public internet are connected to:', () => {
  test.each([
    ...['0.0.0.0', '0.1.2.3', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.0.0.8', '192.168.1.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::10.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::a00:1'],
    ...[
      '2002:a00:1::',
      '2001:0:a00:1::1',
      'fc00::1',
      'fd12::1',
      'fe80::1',
      'fec0::1',
      'ff02::1',
      '2001:db8::1',
      '100::1',
    ],
  ])('not %s, neither directly nor by a name', async (address) => {
    const { reach, connected } = aGuard({ found: { 'imap.evil.example': [[address]] } })
    expect(isPublic(address)).toBe(false)
    await expect(reach({ host: address })).rejects.toThrow(HostUnreachable)
    await expect(reach({ host: 'imap.evil.example' })).rejects.toThrow(HostUnreachable)
    expect(connected).toEqual([])
  })

  test.each(['2130706433', '0x7f000001', '127.1', '0177.0.0.1', 'localhost'])(
    'not %s, which the resolver reads as a local address',
    async (host) => {
      const guard = openOutgoingGuard({ allowed: readAllowedHosts('')!, greetingMs: 30 })
      let connections = 0
      const connect = async () => {
        connections++
      }
      const reaching = guard.reach({ protocol: 'imap', host, port: 993 }, connect, () => false)
      await expect(reaching).rejects.toThrow(HostUnreachable)
      expect(connections).toBe(0)
    },
  )

  test('a public address, on the ports of its protocol only, with the name for the certificate', async () => {
    const { reach, connected } = aGuard({ found: { 'imap.firma.example': [[PUBLIC]] } })
    for (const port of [143, 993]) await reach({ host: 'imap.firma.example', port })
    for (const port of [25, 465, 587]) await reach({ host: 'imap.firma.example', port, protocol: 'smtp' })
    for (const port of [22, 80, 443, 5432, 6379, 25])
      await expect(reach({ host: 'imap.firma.example', port })).rejects.toThrow(HostUnreachable)
    await expect(reach({ host: 'imap.firma.example', protocol: 'smtp' })).rejects.toThrow(HostUnreachable)
    expect(connected).toHaveLength(5)
    expect(connected[0]).toMatchObject({ address: PUBLIC, servername: 'imap.firma.example' })
    await reach({ host: PUBLIC })
    expect(connected.at(-1)).toMatchObject({ address: PUBLIC, servername: undefined })
  })
})

test('A-490: a name is resolved once, so that a second answer with a private address is never used', async () => {
  const { reach, connected, asked } = aGuard({ found: { 'imap.evil.example': [[PUBLIC], ['127.0.0.1']] } })
  await reach({ host: 'imap.evil.example' })
  expect([asked, connected.map(({ address }) => address)]).toEqual([['imap.evil.example'], [PUBLIC]])
  await expect(reach({ host: 'imap.evil.example' })).rejects.toThrow(HostUnreachable)
  expect(connected).toHaveLength(1)
})

test('A-490: of several addresses only the public ones are tried, one after the other', async () => {
  const { reach } = aGuard({ found: { 'imap.firma.example': [['10.0.0.1', '8.8.8.8', '::1', PUBLIC]] } })
  const tried: string[] = []
  const answered = await reach({ host: 'imap.firma.example' }, async ({ address }) => {
    tried.push(address)
    return address === PUBLIC ? address : Promise.reject(new Error('ECONNREFUSED'))
  })
  expect([tried, answered]).toEqual([['8.8.8.8', PUBLIC], PUBLIC])
})

describe('A-491: neither message nor timing reveals why a host is not reached:', () => {
  const refused = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  const never = () => new Promise<string>(() => undefined)
  test.each([
    ['a private address', { host: '10.0.0.1' }, undefined],
    ['a name that does not exist', { host: 'finns.inte.example' }, undefined],
    ['a port of no mail server', { host: PUBLIC, port: 22 }, undefined],
    ['a closed port', { host: PUBLIC }, refused],
    ['a server that is not a mail server', { host: PUBLIC }, () => Promise.reject(new Error('no greeting'))],
  ])('%s', async (_name, target, connect) => {
    const { reach } = aGuard({ greetingMs: 200 })
    const answer = reach(target, connect).catch((error: Error) => [error.name, Object.keys(error)])
    expect(await Promise.race([answer, wait(100).then(() => 'waiting')])).toBe('waiting')
    expect(await answer).toEqual(['HostUnreachable', ['name']])
  })

  test('an error of a server that was reached is thrown at once', async () => {
    const { reach } = aGuard({ greetingMs: 60_000 })
    await expect(reach({ host: PUBLIC }, () => Promise.reject(new Error('reported')))).rejects.toThrow('reported')
  })

  test('a resolver that never answers does not hold it up', async () => {
    const guard = openOutgoingGuard({
      allowed: readAllowedHosts('')!,
      greetingMs: 20,
      resolve: () => never().then(() => []),
    })
    const reaching = guard.reach({ protocol: 'imap', host: 'x.example', port: 993 }, never, () => false)
    await expect(reaching).rejects.toThrow(HostUnreachable)
  })
})

describe('what the operator allows', () => {
  test.each([
    ['imap.firma.lan', { host: 'IMAP.firma.lan', port: 1143 }, true],
    ['imap.firma.lan', { host: 'annan.firma.lan' }, false],
    ['10.1.0.0/16', { host: 'imap.firma.lan', port: 1143 }, true],
    ['10.1.2.3', { host: '10.1.2.3' }, true],
    ['10.2.0.0/16, fd00::/8', { host: 'imap.firma.lan' }, false],
    ['true', { host: 'imap.firma.lan', port: 1143 }, true],
    ['', { host: 'imap.firma.lan' }, false],
  ])('ALLOW_PRIVATE_HOSTS=%s: %o is reached: %s', async (allow, target, isReached) => {
    const found = {
      'imap.firma.lan': [['10.1.2.3']],
      'IMAP.firma.lan': [['10.1.2.3']],
      'annan.firma.lan': [['10.1.2.3']],
    }
    const { reach } = aGuard({ allow, found })
    expect(
      await reach(target).then(
        () => true,
        () => false,
      ),
    ).toBe(isReached)
  })

  test.each(['10.1.0.0/33', '10.1.0.0/', 'imap://firma.lan', 'a b', '10.1.2', 'firma.lan/24'])(
    '%s is not a list of hosts',
    (text) => expect(readAllowedHosts(text)).toBeUndefined(),
  )
})
