// Texts that staff insert into an answer by their name ('Färdiga svar').
import { z } from 'zod'
import { del, get, Id, IdParams, nothing, post, put, requiredLine, requiredText, Version } from '#shared/contract.ts'
import { isCannedName } from './canned-answers.rules.ts'

export const CANNED_NAME_MAX = 30
export const CANNED_TEXT_MAX = 5000
/** How many an organization may have. */
export const CANNED_MAX = 200

export const CANNED_NOT_FOUND = 'Det färdiga svaret finns inte'
export const cannedLabels = { name: 'Namn', text: 'Text' } as const

const fields = {
  /** What one types after '#', stored in lower case. */
  name: requiredLine('Ge svaret ett namn')
    .max(CANNED_NAME_MAX, `Namnet får max vara ${CANNED_NAME_MAX} tecken`)
    .overwrite((name) => name.replace(/^#/, '').toLowerCase())
    .refine(isCannedName, 'Skriv ett ord som börjar med en bokstav. Bokstäver, siffror och bindestreck går bra.'),
  text: requiredText('Skriv svaret').max(CANNED_TEXT_MAX, `Texten får max vara ${CANNED_TEXT_MAX} tecken`),
}

export const NewCannedAnswer = z.strictObject(fields)
export type NewCannedAnswer = z.output<typeof NewCannedAnswer>

export const ChangedCannedAnswer = z.strictObject({ ...fields, version: Version })
export type ChangedCannedAnswer = z.output<typeof ChangedCannedAnswer>

export const CannedAnswer = z.object({ id: Id, name: z.string(), text: z.string(), version: z.int() })
export type CannedAnswer = z.infer<typeof CannedAnswer>

export const cannedAnswers = {
  list: get('/api/canned-answers', {
    allow: 'staff',
    keyScope: 'read',
    summary: `The organization’s canned answers by name, at most ${CANNED_MAX}`,
    returns: z.array(CannedAnswer),
  }),
  create: post('/api/canned-answers', {
    allow: 'staff',
    summary: `Adds a canned answer; 422 for a name that is taken, and beyond ${CANNED_MAX}`,
    body: NewCannedAnswer,
    returns: CannedAnswer,
    creates: true,
  }),
  change: put('/api/canned-answers/:id', {
    allow: 'staff',
    summary: 'Changes a canned answer; 409 with the current one when it was changed since',
    params: IdParams,
    body: ChangedCannedAnswer,
    returns: CannedAnswer,
  }),
  remove: del('/api/canned-answers/:id', {
    allow: 'staff',
    summary: 'Removes a canned answer',
    params: IdParams,
    returns: nothing,
  }),
}
