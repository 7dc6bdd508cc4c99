import { z } from 'zod'
import { del, get, Id, IdParams, nothing } from '#shared/contract.ts'

export const SESSION_NOT_FOUND = 'Enheten är redan utloggad'

/** A browser in which the person is signed in. */
export const OwnSession = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
  userAgent: z.string().nullable(),
  isThis: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const ownSessions = {
  list: get('/api/settings/sessions', {
    allow: 'signedIn',
    summary: 'The person’s sessions, the most recently used first',
    returns: z.array(OwnSession),
  }),
  end: del('/api/settings/sessions/:id', {
    allow: 'signedIn',
    summary: 'Ends one of the person’s sessions',
    params: IdParams,
    returns: nothing,
  }),
  endOthers: del('/api/settings/sessions', {
    allow: 'signedIn',
    summary: 'Ends the person’s other sessions',
    returns: z.object({ ended: z.int() }),
  }),
}
