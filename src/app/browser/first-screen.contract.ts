import { z } from 'zod'
import { get } from '#shared/contract.ts'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const firstScreen = get('/api/first-screen', {
  allow: 'signedIn',
  summary: 'The screen at an address as HTML, with the responses that it opens with',
  query: z.strictObject({
    /** With its query, and its hash, which may name a folded comment. */
    path: z.string().startsWith('/').max(2000),
    // Of the device (shared/web/device.ts).
    theme: z.enum(['system', 'light', 'dark']).default('system'),
    phone: flag,
    wide: flag,
    height: z.coerce.number().min(0).max(100_000),
    /** Separated by commas. */
    choices: z.string().max(2000).default(''),
  }),
  returns: z.object({
    /** Null for a screen that opens without data, and for one that cannot be drawn. */
    html: z.string().nullable(),
    /** JSON by URL. */
    responses: z.record(z.string(), z.string()),
  }),
  // Its requests have transactions of their own.
  ownTransactions: true,
})
