import { expect, test } from 'vitest'
import { greeting, hasGreeting } from './greeting.rules.ts'

test.each([
  ['Anna Berg', 'Hej Anna,'],
  ['  Åsa-Karin  Öst ', 'Hej Åsa-Karin,'],
  ['O’Neill', 'Hej O’Neill,'],
  ['Berg, Anna', 'Hej Anna,'],
  ['Anna\r\nBcc: evil@example.se', 'Hej Anna,'],
  [null, 'Hej,'],
  ['', 'Hej,'],
  ['anna@example.se', 'Hej,'],
  ['https://evil.example vinn', 'Hej,'],
  ['A. Berg', 'Hej,'],
  ['Eva"; Bcc: x', 'Hej,'],
  ['112 Larm', 'Hej,'],
  ['Kajens Café', 'Hej,'],
  ['Heby IF', 'Hej,'],
  ['Info', 'Hej,'],
  ['Åkes Bygg AB', 'Hej,'],
  ['Abbe Lund', 'Hej Abbe,'],
  ['Ifa Support', 'Hej,'],
  ['a'.repeat(200), 'Hej,'],
])('a mail to %j begins with %s', (name, expected) => {
  expect(greeting(name)).toBe(expected)
})

test.each([
  'Hej Anna!',
  '  hej,\nVi kommer',
  'Hejsan',
  'Hallå där',
  'God morgon Anna',
  'Hello Anna',
  'Hi!',
  'HEJ',
  'Tja!',
  'Dear Anna',
  'Bästa Anna',
  'Åsa,\n\nklart.',
  'Godmorgon Åsa',
  'Mors Åsa',
  'Tjo!',
  'God fortsättning,',
])('%j is a greeting', (text) => {
  expect(hasGreeting(text)).toBe(true)
})

test.each([
  '',
  'Vi kommer. Hej!',
  'Hejdå',
  'Hej då',
  'Hiss 3 står',
  'Godkänt',
  'Hallon',
  'Klart, allt fungerar',
  'Morsning',
  'Hi-Fi-anläggningen',
])('%j is not a greeting', (text) => {
  expect(hasGreeting(text)).toBe(false)
})
