import { expect, test } from 'vitest'
import { PASSWORD_MIN_LENGTH, passwordTooShort } from '../password.rules.ts'
import { hash, matches } from './argon2.ts'
import { boundedQueue } from './hash-queue.ts'
import { openPasswords } from './passwords.ts'

const passwords = openPasswords({ minLength: PASSWORD_MIN_LENGTH })

test('a hash is argon2id with 19 MiB and two passes, in the PHC format, salted', async () => {
  const [one, two] = [await hash('hemligheten'), await hash('hemligheten')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(two)
  expect(await matches(one, 'hemligheten')).toBe(true)
  expect(await matches(one, 'hemligheten ')).toBe(false)
  await expect(matches('$2b$10$abc', 'x')).rejects.toThrow('Not an argon2id hash')
})

test('A-10: spaces, emoji, other Unicode forms and length all count', async () => {
  const long = `${'å'.repeat(100)}🙂`
  const stored = await passwords.choose(` ${long} `)
  expect(await passwords.matches(stored, ` ${long.normalize('NFD')} `)).toBe(true)
  expect(await passwords.matches(stored, long)).toBe(false)
  expect(await passwords.matches(stored, ` ${'å'.repeat(100)}x `)).toBe(false)
})

test('A-16: the most common passwords and the names around the login are refused', async () => {
  for (const common of ['123456', 'Password', 'lösenord1', 'Sommar2026', 'qwerty'])
    await expect(passwords.choose(common), common).rejects.toMatchObject({ status: 422, code: 'weak_password' })
  await expect(passwords.choose('anna.berg1', ['anna.berg@nordnat.se'])).rejects.toMatchObject({
    code: 'weak_password',
  })
  await expect(passwords.choose('stödpunkt1')).rejects.toMatchObject({ code: 'weak_password' })
  await expect(passwords.choose('abcde')).rejects.toThrow(passwordTooShort())
})

test('a login without a password matches nothing', async () => {
  expect(await passwords.matches(null, 'vad som helst')).toBe(false)
  expect(await passwords.matches(undefined, '')).toBe(false)
})

test('A-09: two hashes run at once, fifty wait, the next gets 503 with Retry-After', async () => {
  const queue = boundedQueue({ running: 2, waiting: 50 })
  let running = 0
  let maxRunning = 0
  const finish: (() => void)[] = []
  const work = async () => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await new Promise<void>((open) => finish.push(open))
    running -= 1
  }
  const all = Array.from({ length: 52 }, () => queue(work))
  await expect(queue(work)).rejects.toMatchObject({ status: 503, details: { retryAfterSeconds: 2 } })
  let done = 0
  for (const job of all) void job.then(() => (done += 1))
  while (done < 52) {
    finish.shift()?.()
    await new Promise((next) => setImmediate(next))
  }
  expect(maxRunning).toBe(2)
  // All slots are free again.
  const later = queue(async () => 'in')
  expect(await later).toBe('in')
})

test('failed work frees its slot', async () => {
  const queue = boundedQueue({ running: 1, waiting: 0 })
  await expect(
    queue(async () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await queue(async () => 1)).toBe(1)
})
