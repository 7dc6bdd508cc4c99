import { z } from 'zod'

export const FORMAT = 1

/** The contents of a backup; digests are of the rows as COPY writes them, in the order of the key. */
export const Manifest = z.object({
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  /** The migrations that make the schema, which is not in the file. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  organizations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      key: z.array(z.string()),
      rows: z.int().min(0),
      digest: z.string(),
    }),
  ),
  /** Queued jobs: mail that a restore does not send. */
  waitingJobs: z.int().min(0),
  keys: z.object({
    isIncluded: z.boolean(),
    /** Of the keys that the database was used with, as stored in it. */
    fingerprint: z.string().nullable(),
    vaultKeys: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof Manifest>

export const rowsIn = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)
