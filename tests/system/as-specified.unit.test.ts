// Compares the product with the part 'As specified' of docs/specification.md; e2e/as-specified.spec.ts compares its
// routes and constants with the running product.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appPaths } from '#app/browser/paths.ts'
import { backOfficeScreens } from '#app/browser/screens.ts'
import { sitePaths } from '#screens/site/paths.ts'
import { specified, specifiedConstants, specifiedRoutes, specifiedTexts } from './as-specified.ts'

const root = join(import.meta.dirname, '../..')

test('the part is the specification verbatim, and is never edited', () => {
  expect(createHash('sha256').update(specified).digest('hex')).toBe(
    'b5050ee90c4ff7d2fecc19e8a03bb808e233a250533f05bb0ee322dd991bb25a',
  )
  expect([specifiedRoutes.length, specifiedTexts.length, specifiedConstants.length]).toEqual([20, 56, 12])
})

test('every route of the table is a page of the site or a screen of the app', () => {
  const paths: string[] = [...sitePaths, ...appPaths]
  const missing = specifiedRoutes.map(({ path }) => path.replace('{id}', ':id')).filter((path) => !paths.includes(path))
  expect(missing).toEqual([])
})

test('/bo and /backoffice are the same screen', () => {
  expect(backOfficeScreens['/bo']).toBe(backOfficeScreens['/backoffice'])
})

/** Texts that the product does not use; docs/specification.md has the reasons under Messages. */
const departures = ['already been registered']

test('every text of the error catalogue is expected by a test of the product', () => {
  const lines = globSync('{src,e2e}/**/*.{test,spec}.{ts,tsx}', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      // Excludes assertions that a text is absent.
      .filter((line) => !/queryBy|toHaveCount\(0\)|toBeNull|\.not\./.test(line)),
  )
  const isExpected = (text: string) => {
    const pattern = new RegExp(`['"\`/\\s]${patternOf(text)}`, 'u')
    return lines.some((line) => pattern.test(line))
  }
  expect(specifiedTexts.filter((text) => !departures.includes(text) && !isExpected(text))).toEqual([])
})

const patternOf = (text: string) =>
  RegExp.escape(text)
    .replace(/^\\x4e(?=\\x20)|(?<=\\x20)N(?=\\x20)/, '\\d+')
    .replace(/\\\.\\\.\\\.$/, '.')
