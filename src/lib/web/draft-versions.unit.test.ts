import { expect, test } from 'vitest'
import { chooseVersion } from './draft-versions.ts'

type Draft = { comment: string; isInternal: boolean; time?: { minutes: string } }
const version = (comment: string, at: number, more: Partial<Draft> = {}) => ({
  draft: { comment, isInternal: false, ...more },
  at,
})

test('the newer of the two is shown, and the other offered', () => {
  const [old, recent] = [version('Gammal', 1), version('Ny', 2)]
  expect(chooseVersion(recent, old)).toEqual({ shown: 'device', other: old })
  expect(chooseVersion(old, recent)).toEqual({ shown: 'server', other: old })
})

test('nothing is offered that says the same or nothing', () => {
  expect(chooseVersion(version('Hej', 1), version('Hej', 2))).toEqual({ shown: 'device' })
  expect(chooseVersion(version('Hej', 1, { time: { minutes: '15' } }), version('Hej', 2))).toEqual({ shown: 'device' })
  expect(chooseVersion(version('Hej', 1), version('', 2))).toEqual({ shown: 'device' })
  expect(chooseVersion(version('Hej', 1), undefined)).toEqual({ shown: 'device' })
  expect(chooseVersion(version('', 3), version('Hej', 2))).toEqual({ shown: 'server' })
})

test('an answer and an internal comment of the same words are two versions', () => {
  const internal = version('Hej', 1, { isInternal: true })
  expect(chooseVersion(internal, version('Hej', 2))).toEqual({ shown: 'server', other: internal })
})
