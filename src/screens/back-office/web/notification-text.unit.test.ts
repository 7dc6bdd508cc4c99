import { expect, test } from 'vitest'
import { sentenceOf } from './notification-text.ts'

test('an alarm of a form names its sender', () => {
  const alarm = {
    id: '1',
    event: 'alarm',
    createdAt: '',
    readAt: null,
    by: 'Sofia Lind',
    ticket: null,
    dueAt: null,
  } as const
  const enquiry = { id: '2', kind: 'support', excerpt: 'Kassan' } as const
  expect(sentenceOf({ ...alarm, enquiry })).toBe('Jour: en akut felanmälan från Sofia Lind väntar på att någon tar den')
  expect(sentenceOf({ ...alarm, enquiry: null })).toBe('Jour: ett akut ärende väntar på att någon tar det')
})
