import { expect, test } from 'vitest'
import { matchTexts, orgNumberKey } from './count-matching.rules.ts'

const customer = (id: string, label: string, number: string, org?: string) => ({
  id,
  label,
  keys: [[number], org ? [orgNumberKey(org) ?? ''] : [], [label.toLowerCase()]],
})
const customers = [
  customer('a', 'Åkermans El & Larm AB', '10001', '556012-5790'),
  customer('b', 'Heby IF', '10002'),
  customer('c', 'Bergs Bageri AB', '10003'),
  customer('d', 'Bergs Bageri AB', '10004'),
  customer('e', '10002', '10005'),
]
const match = (...texts: string[]) => matchTexts(texts, customers)

test('a customer is found by number, organisation number in any form, or name without case', () => {
  expect(match('10001', '5560125790', 'SE556012579001', '16556012-5790', 'åkermans el & larm ab')).toEqual(
    ['10001', '5560125790', 'SE556012579001', '16556012-5790', 'åkermans el & larm ab'].map((text) => ({
      text,
      id: 'a',
      candidates: [],
    })),
  )
})

test('a number decides before a name', () => {
  expect(match('10002')).toEqual([{ text: '10002', id: 'b', candidates: [] }])
})

test('a name of two customers means neither, and both are offered', () => {
  expect(match('Bergs Bageri AB')).toEqual([
    {
      text: 'Bergs Bageri AB',
      id: null,
      candidates: [
        { id: 'c', label: 'Bergs Bageri AB' },
        { id: 'd', label: 'Bergs Bageri AB' },
      ],
    },
  ])
})

test('a similar name offers what it may mean, the most similar first, and never decides', () => {
  expect(
    match('Åkerman Elteknik', 'Heby Idrottsförening').map(({ id, candidates }) => [id, candidates[0]?.id]),
  ).toEqual([
    [null, 'a'],
    [null, 'b'],
  ])
  expect(match('Volvo Cars')).toEqual([{ text: 'Volvo Cars', id: null, candidates: [] }])
})

test('each text is named once', () => {
  expect(match('Heby IF', 'Heby IF')).toHaveLength(1)
})

test('two of one name are told apart by their numbers', () => {
  const named = ['1001', '1002'].map((number) => ({
    id: number,
    label: 'Sim 1 AB',
    number,
    keys: [[number], ['sim 1 ab']],
  }))
  const [found] = matchTexts(['Sim 1 AB'], named)
  expect(found?.candidates.map(({ label }) => label)).toEqual(['Sim 1 AB, 1001', 'Sim 1 AB, 1002'])
})
