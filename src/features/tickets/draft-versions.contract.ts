// Two devices or tabs may write the same draft: a save names the version that it replaces.
import { z } from 'zod'
import { Id } from '#shared/contract.ts'

/** What the server has; both null without a draft. */
export const DraftVersion = z.object({ version: Id.nullable(), savedAt: z.string().nullable() })

/** The version that a save makes, and the one that it replaces: null for none, left out for whichever. */
export const DraftSave = z.strictObject({ version: Id.optional(), basedOn: Id.nullable().optional() })
