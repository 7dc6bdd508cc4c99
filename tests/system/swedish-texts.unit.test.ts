// Checks every text of screens, mails, commands and files (strings, templates and JSX) for known wrong wordings.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mistakesIn, rules } from './swedish-texts.ts'

const sources = globSync('{src,bin}/**/*.{ts,tsx}', {
  exclude: ['**/*.test.ts', '**/*.test.tsx', '**/*.fixture.ts', '**/testing/**', '**/testing.tsx', '**/demo/**'],
})

test('no text has a wording in the table', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.flatMap((file) => mistakesIn(file, readFileSync(file, 'utf8')))).toEqual([])
})

describe('each rule finds its example of a mistake, and accepts the correct one', () => {
  test.each(rules)('$write', ({ wrong, right, file = 'src/a.tsx' }) => {
    for (const kind of [asString, asTemplate, asJsx]) {
      expect(mistakesIn(file, kind(wrong)), wrong).toHaveLength(1)
      expect(mistakesIn(file, kind(right)), right).toEqual([])
    }
  })
})

const asString = (text: string) => `const a = ${JSON.stringify(text)}`
const asTemplate = (text: string) => `const a = \`\${b} \n${text}\``
const asJsx = (text: string) => `const a = <p>${text}</p>`

test('a count before a plural noun, without `plural`, is found', () => {
  const found = [
    [`const a = \`\${rows} tidrader\``, `const a = \`\${plural(rows, "tidrad", "tidrader")}\``],
    [`const a = \`Klart: \${done.length} mejl skickade\``, `const a = \`Högst \${ROWS_MAX} kunder\``],
    ['const a = <p>{formatNumber(rows)} ärenden</p>', 'const a = <p>{REPORT_DAYS} dagar</p>'],
  ] as const
  for (const [wrong, right] of found) {
    expect(mistakesIn('src/a.tsx', wrong), wrong).toHaveLength(1)
    expect(mistakesIn('src/a.tsx', right), right).toEqual([])
  }
})

test('a time in ISO format in a Swedish text is found', () => {
  expect(mistakesIn('src/a.ts', `const a = \`Senast gjord \${at.toISOString()} på disken\``)).toHaveLength(1)
  expect(mistakesIn('src/a.ts', `const a = \`Senast gjord \${momentInStockholm(at)} på disken\``)).toEqual([])
  expect(mistakesIn('src/a.ts', `const a = \`file-\${at.toISOString()}\``)).toEqual([])
})
