// Two devices or tabs may write the same draft, so a save names the version that it replaces.
import { z } from 'zod'
import { Id } from '#shared/contract.ts'

/** The server's version; both are null without a draft. */
export const DraftVersion = z.object({ version: Id.nullable(), savedAt: z.string().nullable() })

/** The new version, and the one that it replaces: null for none, undefined for any. */
export const DraftSave = z.strictObject({ version: Id.optional(), basedOn: Id.nullable().optional() })
