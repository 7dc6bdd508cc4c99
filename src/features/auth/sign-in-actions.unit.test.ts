import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SignInRefusal } from './server/sign-in-audit.ts'
import { describeSignIn, refusalReasons, signInActions } from './sign-in-actions.rules.ts'

const src = join(import.meta.dirname, '../..')

/** What may name the action of an entry about a login: a call, the object of one, or SQL. */
const writers = [
  /audit(?:Login|Factor)\([^;]*?\baction: ([^,}]+)/g,
  /\baction: ([^,}]+), subject: 'login'/g,
  /values \([^;]*?('[a-z_]+'), 'login'/g,
]

/** The actions that the text of a source file writes about logins. */
function actionsIn(text: string): string[] {
  const named = writers.flatMap((writer) => [...text.matchAll(writer)].map(([, action = '']) => action))
  return named.flatMap((action) => [...action.matchAll(/'([a-z_]+)'/g)].map(([, name = '']) => name))
}

test('every action that is written about a login has a sentence', () => {
  const files = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts', '**/testing/**'] })
  const written = new Set(files.flatMap((file) => actionsIn(readFileSync(join(src, file), 'utf8'))))
  expect([...written]).toEqual(
    expect.arrayContaining(['signed_in', 'sign_in_refused', 'link_made', 'denied', 'revoked']),
  )
  expect([...written].filter((action) => !Object.hasOwn(signInActions, action))).toEqual([])
})

test('the search for actions finds calls, choices between two, and SQL', () => {
  const source = `auditLogin(db, { userId, by, action: 'a_b' });
    audit(db, actor, { action: isSending ? 'c' : 'd', subject: 'login', subjectId });
    sql\`insert into audit_log (id, action) values (\${id}, 'e', 'login')\``
  expect(actionsIn(source).toSorted()).toEqual(['a_b', 'c', 'd', 'e'])
})

test('an entry reads as a sentence, with the reason and who did it', () => {
  const entry = { reason: null, by: null }
  expect(describeSignIn({ ...entry, action: 'signed_in' })).toBe('Loggade in')
  expect(describeSignIn({ ...entry, action: 'sign_in_refused', reason: 'wrong_password' })).toBe(
    'Nekades att logga in: fel lösenord',
  )
  expect(describeSignIn({ ...entry, action: 'revoked', by: 'Elin Norrby' })).toBe(
    'Inloggningen stängdes av, av Elin Norrby',
  )
  expect(describeSignIn({ ...entry, action: 'sign_in_refused', reason: 'unheard_of' })).toBe('Nekades att logga in')
  expect(describeSignIn({ ...entry, action: 'constructor' })).toBe('Något annat hände med inloggningen')
})

test('every reason to refuse a sign-in has a text', () => {
  // The compiler refuses a reason without one.
  const texts: Record<SignInRefusal, string> = refusalReasons
  expect(Object.values(texts).every((text) => text.length > 0)).toBe(true)
})
