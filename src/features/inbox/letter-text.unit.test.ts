import { expect, test } from 'vitest'
import { saidUntil, wordsOfLetter } from './letter-text.rules.ts'

/** Lines that count how often they are read. */
function counted(lines: string[]) {
  let reads = 0
  const watched = new Proxy(lines, {
    get: (target, key) => {
      if (key === 'slice' || (typeof key === 'string' && /^\d+$/.test(key)))
        reads += key === 'slice' ? target.length : 1
      return Reflect.get(target, key)
    },
  })
  return { lines: watched, reads: () => reads }
}
const letter = wordsOfLetter(['Hej Kim,', ...Array.from({ length: 100 }, () => 'Hej där.'), 'Hej då.'].join('\n'))

test.each([
  ['other words', ['Nej'], 5],
  ['the beginning of the letter, and other words', ['Hej Kim', 'Nej'], 5],
  ['blank lines', [], 200],
  ['a word of the letter, and blank lines', ['Hej', ...Array.from({ length: 200 }, () => '')], 300],
])('A-471: of 240 000 lines that begin with %s only these are read', (_what, beginning, most) => {
  const rest = Array.from({ length: 240_000 }, () => (beginning.length === 0 ? '>' : 'a'))
  const { lines, reads } = counted([...beginning, ...rest])
  saidUntil(lines, 0, letter)
  expect(reads()).toBeLessThanOrEqual(most)
})

test('what is said stands below blank lines, and ends where the letter does', () => {
  const lines = [
    '',
    '> Hej Kim,',
    '>',
    ...Array.from({ length: 50 }, () => '> Hej där. Hej där.'),
    '>Hej',
    'då.',
    'Nej.',
  ]
  expect(saidUntil(lines, 0, letter)).toBe(lines.length - 1)
  expect(saidUntil(lines.slice(0, -2), 0, letter)).toBeUndefined()
  expect(saidUntil(['Hej då.', ''], 0, letter)).toBeUndefined()
})

test.each([
  ...['Ja/Nej', '[ ] Tisdag', 'Lösenord: Vinter26!', '10.0.0.5', '-5 grader', 'kim_berg@x.example', '1.500 kr', '8/12'],
  ...['$5', '<10', '>10', '= 20', '5 %', 'a != b', 'm2', 'C:\\Data\\x', '- Alternativ B', 'kl 13', 'Ja (nej)'],
])('A-470: a change of signs or case in “%s” is not what the letter said', (line) => {
  const lines = ['Hej Kim,', 'Välj ett:', line, 'Slut.', 'Nordnät']
  const changes = [
    ...[
      line.toUpperCase(),
      line.toLowerCase(),
      line.replace(/[^\w\s]/, ''),
      line.replace(/[^\w\s]/, '+'),
      line.replace(/[^\w\s]/, '_'),
    ],
    ...[
      `*${line}*`,
      `${line}?`,
      `${line} !`,
      `(${line})`,
      `~~${line}~~`,
      `• ${line}`,
      `-> ${line}`,
      line.replace('2', '²'),
    ],
    ...[line.replace('[ ]', '[*]'), line.replace('[ ]', '[>]'), line.replace('$', '€'), line.replace('%', '‰')],
    ...[line.replace('=', '≠'), line.replace('!=', '=='), line.replace('<', '>'), line.replace('.', ',')],
  ].filter((change) => change !== line)
  for (const quote of [(text: string) => text, (text: string) => `> ${text}`]) {
    const quoting = (change: string) => lines.map((one) => quote(one === line ? change : one))
    expect(saidUntil(quoting(line), 0, wordsOfLetter(lines.join('\n')))).toBe(lines.length)
    for (const change of changes)
      expect([change, saidUntil(quoting(change), 0, wordsOfLetter(lines.join('\n')))]).toEqual([change, undefined])
  }
})

test.each(['???', '+++', ':-)', '---', '***'])('A-470: a line of signs is somebody’s: %s', (own) => {
  const said = ['Hej Kim,', 'Går det bra?', 'Nordnät']
  const lines = ['> Hej Kim,', '> Går det bra?', `> ${own}`, '> Nordnät']
  expect(saidUntil(lines, 0, wordsOfLetter(said.join('\n')))).toBeUndefined()
})

test('a link with more behind it is another', () => {
  const url = 'https://support.example/tickets/0193'
  const ours = wordsOfLetter(`Hej,\nLäs ${url}.\nNordnät`)
  const lines = (written: string) => ['Hej,', `Läs ${written}.`, 'Nordnät']
  const safe = `https://eur05.safelinks.example/?url=${encodeURIComponent(url)}&data=05`
  for (const written of [url, `<${url}>`, `${url}<${url}>`, safe]) expect(saidUntil(lines(written), 0, ours)).toBe(3)
  for (const written of [`${url}4`, `${url}/x`, 'https://evil.example'])
    expect(saidUntil(lines(written), 0, ours)).toBeUndefined()
})
