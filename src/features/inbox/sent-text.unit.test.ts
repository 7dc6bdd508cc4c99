import { expect, test } from 'vitest'
import { quotationEnd, sentTextOf } from './sent-text.rules.ts'

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
const sent = sentTextOf(['Hej Kim,', ...Array.from({ length: 100 }, () => 'Hej där.'), 'Hej då.'].join('\n'))

test.each([
  ['other text', ['Nej'], 5],
  ['the beginning of our mail, and other text', ['Hej Kim', 'Nej'], 5],
  ['blank lines', [], 200],
  ['a word of our mail, and blank lines', ['Hej', ...Array.from({ length: 200 }, () => '')], 300],
])('A-471: few of 240 000 lines are read when they begin with %s', (_what, beginning, most) => {
  const rest = Array.from({ length: 240_000 }, () => (beginning.length === 0 ? '>' : 'a'))
  const { lines, reads } = counted([...beginning, ...rest])
  quotationEnd(lines, 0, sent)
  expect(reads()).toBeLessThanOrEqual(most)
})

test('a quotation may begin below blank lines, and ends where our mail does', () => {
  const lines = [
    '',
    '> Hej Kim,',
    '>',
    ...Array.from({ length: 50 }, () => '> Hej där. Hej där.'),
    '>Hej',
    'då.',
    'Nej.',
  ]
  expect(quotationEnd(lines, 0, sent)).toBe(lines.length - 1)
  expect(quotationEnd(lines.slice(0, -2), 0, sent)).toBeUndefined()
  expect(quotationEnd(['Hej då.', ''], 0, sent)).toBeUndefined()
})

test.each([
  ...['Ja/Nej', '[ ] Tisdag', 'Lösenord: Vinter26!', '10.0.0.5', '-5 grader', 'kim_berg@x.example', '1.500 kr', '8/12'],
  ...['$5', '<10', '>10', '= 20', '5 %', 'a != b', 'm2', 'C:\\Data\\x', '- Alternativ B', 'kl 13', 'Ja (nej)'],
])('A-470: a quotation with changed signs or case in “%s” is not ours', (line) => {
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
    expect(quotationEnd(quoting(line), 0, sentTextOf(lines.join('\n')))).toBe(lines.length)
    for (const change of changes)
      expect([change, quotationEnd(quoting(change), 0, sentTextOf(lines.join('\n')))]).toEqual([change, undefined])
  }
})

test.each(['???', '+++', ':-)', '---', '***'])(
  'A-470: a line of signs inside a quotation is somebody’s answer: %s',
  (own) => {
    const original = ['Hej Kim,', 'Går det bra?', 'Nordnät']
    const lines = ['> Hej Kim,', '> Går det bra?', `> ${own}`, '> Nordnät']
    expect(quotationEnd(lines, 0, sentTextOf(original.join('\n')))).toBeUndefined()
  },
)

test('a link with more text behind it is another link', () => {
  const url = 'https://support.example/tickets/0193'
  const ours = sentTextOf(`Hej,\nLäs ${url}.\nNordnät`)
  const lines = (written: string) => ['Hej,', `Läs ${written}.`, 'Nordnät']
  const safe = `https://eur05.safelinks.example/?url=${encodeURIComponent(url)}&data=05`
  for (const written of [url, `<${url}>`, `${url}<${url}>`, safe]) expect(quotationEnd(lines(written), 0, ours)).toBe(3)
  for (const written of [`${url}4`, `${url}/x`, 'https://evil.example'])
    expect(quotationEnd(lines(written), 0, ours)).toBeUndefined()
})
