import { expect, test } from 'vitest'
import { isCertain, matching, type Offered, type PaletteItem, paletteGroups, wordsIn } from './palette.rules.ts'

const item = (label: string, detail = '', key = label): PaletteItem => ({ key, label, detail, target: '/x' })
const labels = (items: readonly PaletteItem[]) => items.map(({ label }) => label)
const shown = (offered: Partial<Offered>, search: string) =>
  paletteGroups({ acts: [], recent: [], pages: [], tickets: [], others: [], ...offered }, search).map(
    ({ title, items }) => [title, ...labels(items)],
  )

test('words are compared without case, diacritics and punctuation', () => {
  expect(wordsIn('#1131 Åkeriet Öst – Café (nät)')).toEqual(['1131', 'akeriet', 'ost', 'cafe', 'nat'])
  expect(wordsIn('Åke'.normalize('NFD'))).toEqual(wordsIn('åke'))
  expect(wordsIn(' –/ ')).toEqual([])
})

test('each typed word begins a word of label or detail, in any order', () => {
  const items = [item('Bergs Bageri'), item('#1131 Skrivaren', 'Bergs Bageri'), item('Åkeriet')]
  expect(labels(matching(items, 'bage'))).toEqual(['Bergs Bageri', '#1131 Skrivaren'])
  expect(labels(matching(items, 'bageri skriv'))).toEqual(['#1131 Skrivaren'])
  expect(labels(matching(items, 'ak'))).toEqual(['Åkeriet'])
  expect(labels(matching(items, 'riet'))).toEqual([])
  expect(matching(items, ' ')).toEqual(items)
})

test('what begins with the search is first, the whole word before that; others keep their order', () => {
  const items = [item('Ny tidrad'), item('Tidrapport'), item('Tid'), item('Registrera tid')]
  expect(labels(matching(items, 'tid'))).toEqual(['Tid', 'Tidrapport', 'Ny tidrad', 'Registrera tid'])
})

test('what the device has comes before the server’s hits, and nothing twice', () => {
  const offered = {
    acts: [item('Kopiera länk')],
    pages: [item('Kunder')],
    recent: [item('Kulturhuset', '', 'customer:1')],
    tickets: [item('#1131 Kulramen')],
    others: [{ title: 'Kunder', items: [item('Kulturhuset', '', 'customer:1'), item('Kungs', '', 'customer:2')] }],
  }
  expect(shown(offered, 'ku')).toEqual([
    ['Senaste', 'Kulturhuset'],
    ['Sidor', 'Kunder'],
    ['Ärenden', '#1131 Kulramen'],
    ['Kunder', 'Kungs'],
  ])
  expect(shown({ ...offered, tickets: [], others: [] }, '')).toEqual([
    ['Det du har öppet', 'Kopiera länk'],
    ['Senaste', 'Kulturhuset'],
    ['Sidor', 'Kunder'],
  ])
})

test('a number offers its ticket first, from the device or from the server', () => {
  const recent = [item('#11310 Gammal', '', 'ticket:1'), item('#1131 Öppnad', '', 'ticket:2')]
  const pages = [item('1131 sidor')]
  for (const search of ['1131', '#1131']) {
    expect(shown({ recent, pages, tickets: [item('#1131 Öppnad', '', 'ticket:2')] }, search)).toEqual([
      ['Senaste', '#1131 Öppnad', '#11310 Gammal'],
      ['Sidor', '1131 sidor'],
    ])
    expect(shown({ recent: recent.slice(0, 1), pages, tickets: [item('#1131 Funnen')] }, search)).toEqual([
      ['Ärenden', '#1131 Funnen'],
      ['Senaste', '#11310 Gammal'],
      ['Sidor', '1131 sidor'],
    ])
  }
})

test('Enter waits for the server unless the device is certain: no former hit, and for a number only its ticket', () => {
  const groups = (title: string, isOfServer = false) => [{ title: 'x', items: [item(title)], isOfServer }]
  expect(isCertain(groups('Kunder'), 'ku')).toBe(true)
  expect(isCertain(groups('Kunder', true), 'ku')).toBe(false)
  expect(isCertain([], 'ku')).toBe(false)
  expect(isCertain(groups('#1131 Skrivaren'), '1131')).toBe(true)
  expect(isCertain(groups('#11310 Skrivaren'), '1131')).toBe(false)
})
