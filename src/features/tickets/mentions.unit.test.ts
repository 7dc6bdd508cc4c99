import { expect, test } from 'vitest'
import { meantIn, mentionedIn, mentionParts, suggestedFor, typedMention } from './mentions.rules.ts'
import { NewComment } from './ticket-comments.contract.ts'

const elin = { id: '1', fullName: 'Elin' }
const norrby = { id: '2', fullName: 'Elin Norrby' }
const other = { id: '3', fullName: 'Elin Norrby' }
const odd = { id: '4', fullName: 'Åke (jour) ’t Hooft-Öst' }
const mentioned = (text: string, ...people: (typeof elin)[]) => mentionedIn(text, people).map(({ id }) => id)

test('a mention is the longest name that follows the sign', () => {
  expect(mentioned('@Elin Norrby kan du?', elin, norrby)).toEqual(['2'])
  expect(mentioned('@Elin, @Elin Norrby', elin, norrby)).toEqual(['1', '2'])
  expect(mentioned('Hej (@Elin)!', elin)).toEqual(['1'])
  expect(mentioned(`@${odd.fullName}.`, odd)).toEqual(['4'])
})

test('a name within a word, an address, another case and a name without the sign mention nobody', () => {
  for (const text of ['@Elinor', 'kontakt@Elin', '@elin', 'Elin', '@ Elin', ''])
    expect([text, mentioned(text, elin)]).toEqual([text, []])
})

test('the parts of a text are the text', () => {
  const text = 'Hej @Elin Norrby, och @Elin!'
  const parts = mentionParts(text, ['Elin', 'Elin Norrby'])
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.filter(({ isMention }) => isMention).map((part) => part.text)).toEqual(['@Elin Norrby', '@Elin'])
  expect(mentionParts(text, [])).toEqual([{ text, isMention: false, at: 0 }])
})

test('of two people of one name the chosen one is meant, or both if neither was chosen', () => {
  const people = [elin, norrby, other]
  expect(meantIn('@Elin Norrby', people, new Set(['3']))).toEqual(['3'])
  expect(meantIn('@Elin Norrby', people, new Set())).toEqual(['2', '3'])
  expect(meantIn('@Elin Norrby @Elin', people, new Set(['3']))).toEqual(['1', '3'])
  expect(meantIn('Norrby', people, new Set(['3']))).toEqual([])
})

test('a name is being typed from a sign that begins a word to the caret', () => {
  const cases: [string, string | undefined][] = [
    ['@', ''],
    ['Hej @El', 'El'],
    ['Hej (@Elin No', 'Elin No'],
    ['a@b', undefined],
    ['@Elin\n', undefined],
    ['Hej', undefined],
  ]
  for (const [text, typed] of cases) expect([text, typedMention(text, text.length)]).toEqual([text, typed])
  expect(typedMention('Hej @Elin och', 6)).toBe('E')
})

test('suggested are those of whose name a word begins so, in any case', () => {
  const people = [elin, norrby, odd]
  expect(suggestedFor('', people)).toEqual(people)
  expect(suggestedFor('NO', people)).toEqual([norrby])
  expect(suggestedFor('elin n', people)).toEqual([norrby])
  expect(suggestedFor('åke', people)).toEqual([odd])
  expect(suggestedFor('lin', people)).toEqual([])
})

test('only internal comments mention people', () => {
  const mentions = ['019aa000-0000-7000-8000-000000000001']
  expect(NewComment.safeParse({ comment: 'Hej', isInternal: true, mentions }).success).toBe(true)
  const refused = NewComment.safeParse({ comment: 'Hej', mentions })
  expect(refused.error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['mentions'], 'Kolleger nämns bara i interna kommentarer'],
  ])
})
