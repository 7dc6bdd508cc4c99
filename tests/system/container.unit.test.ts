// The files of ops/container match the program; `npm run drill:container` runs them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '#app/server/settings.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../ops/container', file), 'utf8')
const compose = read('compose.yaml')
const isSetting = (name = '') => (settingNames as string[]).includes(name)
const usedByCompose = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))

test('each variable of the sample is a setting of the program or of the compose file', () => {
  const names = [...read('env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(names).toContain('SITE')
  expect(names.filter((name) => !usedByCompose.has(name) && !isSetting(name))).toEqual([])
})

test('the variables that image and compose file set are settings of the program', () => {
  const inImage = [...read('Containerfile').matchAll(/^(?:ENV| ) ([A-Z_]+)=/gm)].map(([, name = '']) => name)
  const inCompose = [...compose.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name)
  const ofOthers = [
    'PATH',
    'NODE_ENV',
    'MALLOC_ARENA_MAX',
    'OPERATOR_COMMAND',
    'OPERATOR_START_COMMAND',
    'BASE',
    'SITE',
    'TLS',
  ]
  expect(inImage).toContain('DATA_DIR')
  expect(inCompose).toContain('TRUST_PROXY')
  expect([...inImage, ...inCompose].filter((name) => !isSetting(name) && !ofOthers.includes(name))).toEqual([])
})

test('no variable used only by the compose file has the name of a setting', () => {
  expect([...usedByCompose].filter((name) => isSetting(name))).toEqual([])
})
