import { expect, test } from 'vitest'
import { NewCannedAnswer } from './canned-answers.contract.ts'
import { addressed, cannedMatches, filledIn, firstGap, typedName } from './canned-answers.rules.ts'

test('letters after # at the beginning of a word are a name; a ticket’s number and a # within a word are not', () => {
  const nameIn = (text: string, caret = text.length) => typedName(text, caret)
  expect(nameIn('#hej')).toEqual({ name: 'hej', from: 0 })
  expect(nameIn('Hej Anna,\n#Åter-2')).toEqual({ name: 'åter-2', from: 10 })
  expect(nameIn('(#fakt')).toEqual({ name: 'fakt', from: 1 })
  expect(nameIn('#hej där', 4)).toEqual({ name: 'hej', from: 0 })
  for (const text of ['#', '#1131', 'nr#hej', '#hej ', '# hej', '##hej', 'hej'])
    expect(nameIn(text), text).toBeUndefined()
})

test('the matches begin with what was typed', () => {
  const answers = ['fakturan', 'fel', 'hej'].map((name) => ({ name }))
  expect(cannedMatches(answers, 'f').map(({ name }) => name)).toEqual(['fakturan', 'fel'])
  expect(cannedMatches(answers, 'ej')).toEqual([])
})

test('placeholders are filled in everywhere; one without a value stays and is found', () => {
  const text = '{kund}, {ärende} är klart. {kund}! /{namn}'
  expect(filledIn(text, { '{kund}': '$& {namn}', '{ärende}': '#1 X', '{namn}': 'Bo' })).toContain('#1 X är klart')
  const left = filledIn(text, { '{kund}': 'Anna', '{namn}': 'Bo' })
  expect(left).toBe('Anna, {ärende} är klart. Anna! /Bo')
  expect(firstGap(left)).toEqual({ placeholder: '{ärende}', at: 6 })
  expect(firstGap('Allt är klart')).toBeUndefined()
})

test('{kund} is the given name that a mail greets, else the name', () => {
  expect(addressed('Anna Ek', 'Bergs Bageri')).toBe('Anna')
  expect(addressed('Ek, Anna', 'Bergs Bageri')).toBe('Anna')
  expect(addressed('Receptionen', 'Bergs Bageri')).toBe('Receptionen')
  expect(addressed(null, 'Bergs Bageri')).toBe('Bergs Bageri')
})

test('a name is one word in lower case that begins with a letter', () => {
  const parse = (name: string) => NewCannedAnswer.safeParse({ name, text: 'x' })
  expect(parse(' #Hej-2 ').data?.name).toBe('hej-2')
  for (const name of ['', '  ', '1131', 'två ord', 'a#b', '#', `a${'b'.repeat(30)}`])
    expect(parse(name).success, name).toBe(false)
})
