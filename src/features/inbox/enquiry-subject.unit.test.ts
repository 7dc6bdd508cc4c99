import { expect, test } from 'vitest'
import { replySubject } from './enquiry-subject.rules.ts'

test.each([
  ['Offert', 'Re: Offert'],
  ['SV: Offert', 'SV: Offert'],
  ['[EXTERN] Re: Offert', '[EXTERN] Re: Offert'],
  ['EXTERN SV: Offert', 'EXTERN SV: Offert'],
  ['[Lista] [EXTERN] SV: Offert', '[Lista] [EXTERN] SV: Offert'],
  ['EXTERN VB: Offert', 'Re: EXTERN VB: Offert'],
  // A forward: our answer begins a conversation of its own.
  ['VS: Offert', 'Re: VS: Offert'],
  ['VB: Offert', 'Re: VB: Offert'],
])('the answer to %j has the subject %j', (theirs, expected) => {
  expect(replySubject({ kind: 'mail', company: 'Nordnät AB' }, theirs)).toBe(expected)
})
