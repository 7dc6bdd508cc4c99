// What staff write on a ticket: a comment, and its draft.
import { z } from 'zod'
import { FileIds } from '#features/files/files.contract.ts'
import { WorkUntilNow } from '#features/time/time.contract.ts'
import { get, Id, IdParams, put, requiredText } from '#shared/contract.ts'
import { DraftSave, DraftVersion } from './draft-versions.contract.ts'
import { HOLD_OF_INTERNAL, HOLD_OF_SOLUTION } from './hold.rules.ts'

/** Of comments and drafts; the limits of portal, forms and incoming mail derive from it. */
export const COMMENT_MAX = 10_000

/** How many colleagues a comment mentions at most. */
export const MENTIONS_MAX = 50

/** A comment's text; a blank one is rejected. */
export const CommentText = requiredText('Skriv en kommentar').max(
  COMMENT_MAX,
  `Kommentaren får max vara ${COMMENT_MAX.toLocaleString('sv-SE')} tecken`,
)

export const NewComment = z
  .strictObject({
    comment: CommentText,
    isInternal: z.boolean().default(false),
    /** Also resolves the ticket, unless it is already resolved or closed. */
    resolves: z.boolean().default(false),
    /** Also marks the ticket as waiting for the customer. */
    holds: z.boolean().default(false),
    /** Also logs the actor's work: comment, status and time are saved together or not at all. */
    time: WorkUntilNow.optional(),
    fileIds: FileIds.default([]),
    /** Colleagues whose names follow '@' in the text of an internal comment; others are left out. */
    mentions: z.array(Id).max(MENTIONS_MAX).default([]),
  })
  .refine(({ holds, resolves }) => !(holds && resolves), { path: ['holds'], error: HOLD_OF_SOLUTION })
  .refine(({ holds, isInternal }) => !(holds && isInternal), { path: ['holds'], error: HOLD_OF_INTERNAL })
  .refine(({ mentions, isInternal }) => isInternal || mentions.length === 0, {
    path: ['mentions'],
    error: 'Kolleger nämns bara i interna kommentarer',
  })
export type NewComment = z.output<typeof NewComment>

/** Stored as typed, including blanks; '' means no draft. */
const draftText = z.string('Ogiltigt värde').max(COMMENT_MAX)
export const Draft = z.strictObject({ comment: draftText, isInternal: z.boolean() })
export type Draft = z.output<typeof Draft>

export const StoredDraft = DraftVersion.extend(Draft.shape)
export type StoredDraft = z.output<typeof StoredDraft>
export const SavedDraft = DraftSave.extend(Draft.shape)
export type SavedDraft = z.output<typeof SavedDraft>

export const draft = get('/api/tickets/:id/draft', {
  allow: 'staff',
  summary: 'The user’s draft of a comment on a ticket',
  params: IdParams,
  returns: StoredDraft,
})

export const saveDraft = put('/api/tickets/:id/draft', {
  allow: 'staff',
  summary: 'Saves the user’s draft; an empty text deletes it; 409 when it replaces another version',
  params: IdParams,
  body: SavedDraft,
  returns: StoredDraft,
})
