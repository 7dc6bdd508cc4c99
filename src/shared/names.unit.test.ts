import { expect, test } from 'vitest'
import { COMPANY_PLACEHOLDER, genitive, initialOf, personAt } from './names.rules.ts'

test.each([
  ['Kim Lund', 'Kajens Café', 'Kim Lund på Kajens Café'],
  ['Linnea Kjellin', 'Linnea Kjellin', 'Linnea Kjellin'],
  ['Linnea Kjellin', ' linnea  KJELLIN ', 'Linnea Kjellin'],
])('%s at %s is %s', (person, company, expected) => expect(personAt(person, company)).toBe(expected))

test.each([
  ['Åke', 'Åkes'],
  ['Lars', 'Lars'],
  ['Max', 'Max'],
  ['Fritz', 'Fritz'],
  ['Kajens Café AB', 'Kajens Café ABs'],
])('the genitive of %s is %s', (name, expected) => expect(genitive(name)).toBe(expected))

test.each([
  ['Nordlys IT AB', 'N'],
  [' »åkeriet«', 'Å'],
  ['3D-hjälpen', '3'],
  ['…', ''],
  [COMPANY_PLACEHOLDER, '{{initial}}'],
])('the initial of %j is %j', (name, letter) => expect(initialOf(name)).toBe(letter))
