import { expect, test } from 'vitest'
import { z } from 'zod'
import { requiredLine, whenValid } from './contract.ts'

const Form = z
  .strictObject({ name: requiredLine('Ange ett namn'), from: z.iso.date('Ange från'), to: z.iso.date('Ange till') })
  .refine(({ from, to }) => from <= to, { message: 'Slutar före', path: ['to'], when: whenValid('from', 'to') })

const messagesOf = (typed: unknown) => Form.safeParse(typed).error?.issues.map(({ message }) => message)
const days = { from: '2026-12-01', to: '2026-11-01' }

test('a rule on two fields is told together with what is wrong in a third', () => {
  expect(messagesOf({ ...days, name: '' })).toEqual(['Ange ett namn', 'Slutar före'])
  expect(messagesOf({ ...days, name: 'Anna', unknown: 1 })).toContain('Slutar före')
})

test('it waits for its own fields', () => {
  expect(messagesOf({ ...days, name: 'Anna', from: '' })).toEqual(['Ange från'])
  expect(messagesOf(null)).toHaveLength(1)
  expect(messagesOf({ name: 'Anna', from: '2026-11-01', to: '2026-11-01' })).toBeUndefined()
})
