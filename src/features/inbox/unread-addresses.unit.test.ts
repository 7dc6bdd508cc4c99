import { expect, test } from 'vitest'
import { isReadByNobody } from './unread-addresses.rules.ts'

test.each([
  'no-reply@x.example',
  'No_Reply+1@x.example',
  'no-reply-billing@x.example',
  'noreply.se@x.example',
  'noreply1@x.example',
  'notifications-noreply@x.example',
  'bounces-123@x.example',
  'ej-svar@x.example',
  'postmaster+x@x.example',
])('nobody reads %s', (address) => expect(isReadByNobody(address)).toBe(true))

test.each(['anna@noreply.example', 'bouncer@x.example', 'postmastern@x.example', 'reply@x.example'])(
  'somebody reads %s',
  (address) => expect(isReadByNobody(address)).toBe(false),
)
