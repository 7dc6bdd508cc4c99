// The DNS lookups of keys that authenticate a sender.
import { expect, test } from 'vitest'
import { authenticationOf, signed } from '../../testing/authentication-mails.ts'
import { ownServer } from '../../testing/corpus-world.ts'
import { dnsOfKeys } from '../../testing/signed-mail.ts'

test('A-394: without a DNS answer or with an invalid key the sender is unauthenticated, without an error', async () => {
  const answers = (lookup: () => Promise<string[][]>) => authenticationOf(signed(), ownServer, lookup)
  expect(await answers(() => Promise.reject(Object.assign(new Error('x'), { code: 'ETIMEOUT' })))).toBe('none')
  expect(await answers(async () => [['v=DKIM1; p=nonsense']])).toBe('none')
  expect(await answers(async () => [])).toBe('none')
})

test('A-394: keys of signatures that cannot authenticate the sender are not looked up', async () => {
  const queried: string[] = []
  const lookup = async (name: string) => {
    queried.push(name)
    return dnsOfKeys(name)
  }
  for (const options of [{ domain: 'evil.example' }, { fields: 'From:Date' }])
    expect(await authenticationOf(signed(options), ownServer, lookup)).toBe('none')
  expect(queried).toEqual([])
  expect(await authenticationOf(signed(), ownServer, lookup)).toBe('dkim')
})
