import { expect, test } from 'vitest'
import { chooseVersion } from './draft-versions.ts'

const NOON = '2026-11-27T12:00:00.000Z'
const isSame = (a: string, b: string) => a === b
const device = (draft: string, minutesAfterNoon: number, versions: string[] = []) => ({
  draft,
  changedAt: Date.parse(NOON) + minutesAfterNoon * 60_000,
  versions,
})
const server = { draft: 'På servern', version: 'v1', savedAt: NOON }

test('the newer version is shown and the other offered', () => {
  expect(chooseVersion(device('Här', 1), server, isSame)).toEqual({ shown: 'device', isOtherOffered: true })
  expect(chooseVersion(device('Här', -1), server, isSame)).toEqual({ shown: 'server', isOtherOffered: true })
})

test('a version that the text on the device replaces is not offered, whatever the clocks', () => {
  const expected = { shown: 'device', isOtherOffered: false }
  expect(chooseVersion(device('Här', -60, ['v0', 'v1']), server, isSame)).toEqual(expected)
})

test('the same text, or none on the server, needs no choice', () => {
  const expected = { shown: 'device', isOtherOffered: false }
  expect(chooseVersion(device('På servern', -1), server, isSame)).toEqual(expected)
  expect(chooseVersion(device('Här', -1), { draft: '', version: null, savedAt: null }, isSame)).toEqual(expected)
})
