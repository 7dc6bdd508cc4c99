import { expect, test } from 'vitest'
import { environmentFiles } from './environment-file.fixture.ts'
import { parseEnvironmentFile } from './environment-file.ts'

test.each(environmentFiles)('%j', (text, variables) => {
  expect(parseEnvironmentFile(text)).toEqual(variables)
})
