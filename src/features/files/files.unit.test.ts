import { describe, expect, test } from 'vitest'
import { FILE_NAME_MAX, isNamesOf, shortName } from './files.rules.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

describe('a name', () => {
  test('of more than 200 characters is shortened before its extension, not inside a character', () => {
    expect(shortName(`${'a'.repeat(300)}.docx`)).toBe(`${'a'.repeat(195)}.docx`)
    expect(shortName('a'.repeat(300))).toHaveLength(FILE_NAME_MAX)
    expect(shortName(`${'a'.repeat(195)}😀😀.pdf`)).toBe(`${'a'.repeat(195)}.pdf`)
    expect(shortName('kort.txt')).toBe('kort.txt')
  })
})

describe('a text pasted with files', () => {
  test.each([
    ['nothing', ''],
    ['the names', 'fel.png\nlogg 1.txt'],
    ['the names as a Mac writes them', 'fel.png\rlogg 1.txt\r'],
    ['paths', '/home/anna/fel.png\n/home/anna/logg 1.txt'],
    ['a Windows path', 'C:\\Users\\anna\\fel.png'],
    ['a quoted Windows path', '"C:\\Users\\anna\\fel.png"'],
    ['names without extensions', 'fel\nlogg 1'],
    ['URLs', 'file:///home/anna/logg%201.txt'],
  ])('counts as their names when it is %s', (_what, text) => {
    expect(isNamesOf(text, named('fel.png', 'logg 1.txt'))).toBe(true)
  })

  test('counts as their names in decomposed letters too', () => {
    expect(isNamesOf('Bilåga.pdf'.normalize('NFD'), named('Bilåga.pdf'))).toBe(true)
  })

  test.each(['Namn\tOrt', 'fel.png är bifogad', 'file://%E0%A4%A'])('counts as other text: %s', (text) => {
    expect(isNamesOf(text, named('fel.png'))).toBe(false)
  })
})
