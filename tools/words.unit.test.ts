import { describe, expect, test } from 'vitest'
import { findWords, partsOf } from './words.ts'

const wordsIn = (text: string, file = 'src/x.ts') => findWords(file, text).map(({ word }) => word)

test('refused words are reported with file, line and replacement', () => {
  expect(findWords('src/x.ts', 'const a = 1\n// the deed is done\n')).toEqual([
    { file: 'src/x.ts', line: 2, word: 'deed', write: 'action, request, audit entry, access log' },
  ])
})

test.each([
  ['const deniedDeeds = 1', 'Deeds'],
  ['const audit_deeds = 1', 'deeds'],
  ['class QuietLog {}', 'Quiet Log'],
  ['let isDatabaseAway = true', 'is Database Away'],
  ['// the database is away for a moment', 'database is away'],
  ['// the list is fetched anew', 'anew'],
  ['await pool.wires.cut()', 'wires'],
  ['type Told = string', 'type Told'],
  ['function f(input: Given) {}', ': Given'],
  ['const isBusy = true', 'Busy'],
  ['// the standing row', 'standing'],
  ['const outlet = openOutlet()', 'outlet'],
  ["test('a transaction that was undone', () => {})", 'undone'],
  ['const hasBook = true', 'has Book'],
  ['// a welcome letter', 'welcome letter'],
  ["import { credentials } from '#vault/vault.contract.ts'", 'credentials'],
])('%s is refused', (text, word) => {
  expect(wordsIn(text)).toContain(word)
})

test.each([
  "const levels = ['trace', 'silent']",
  '// the letters of the alphabet, in capital letters',
  '// a form that was sent, with the given values',
  '<p>Sent på kvällen</p>',
  '<table aria-busy={isPending}>',
  "import { Outlet } from 'react-router'",
  "fetch(url, { credentials: 'same-origin' })",
  "const path = '/api/customers/:id/credentials'",
  "const code = 'busy'",
  '// a stolen laptop must not be of use',
  'const text = encodeURIComponent(value)',
  '// indeed, outstanding and long-standing',
  'const isWarmUp = true',
  '<div className="animate-pulse" />',
])('%s is accepted', (text) => {
  expect(wordsIn(text)).toEqual([])
})

test('file names are checked', () => {
  expect(findWords('src/db/pulse.ts', '')).toMatchObject([{ file: 'src/db/pulse.ts', line: 0, word: 'pulse' }])
  expect(wordsIn('', 'src/users/why-not.rules.ts')).toEqual(['why-not'])
})

test('sign-out is not called leave', () => {
  expect(wordsIn('await leave()', 'src/auth/web/sign-out.ts')).toEqual(['leave'])
  expect(wordsIn('await leave()', 'src/tickets/web/presence.ts')).toEqual([])
})

test('Markdown and comments of SQL are prose', () => {
  expect(wordsIn('The deed is `busy`.', 'docs/x.md')).toEqual(['deed'])
  expect(wordsIn("select 'busy' -- a deed", 'migrations/0001.sql')).toEqual(['deed'])
})

describe('code and prose are told apart', () => {
  const codeOf = (text: string) => partsOf('x.ts', text).code.join('\n').replace(/ +/g, ' ').trim()

  test('comments, strings and templates are prose; what a template inserts is code', () => {
    expect(codeOf('a(\'b\', "c") // d')).toBe('a( , )')
    expect(codeOf('a /* b\nc */ d')).toBe('a \n d')
    expect(codeOf('a = `b $' + '{c} d $' + '{`e $' + '{{ f }}`} g`').match(/[a-z]/g)).toEqual(['a', 'c', 'f'])
  })

  test('a URL in a template does not hide its end', () => {
    expect(codeOf('a(`http://x/$' + '{b}`)\nc')).toContain('c')
    expect(codeOf('a(`http://x`) + b')).toMatch(/\+ b$/)
  })
})
