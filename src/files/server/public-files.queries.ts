import type { Database } from '#db/database.ts'
import { Id } from '#lib/contract.ts'

const types: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

/** A variant of a public file of a company, 'original' or as '480.webp'; undefined when there is none. */
export async function readPublicFile(database: Database, id: string, variant: string) {
  if (!Id.safeParse(id).success) return undefined
  return database.as('site', async (db) => {
    const file = await db
      .selectFrom('files')
      .select(['orgId', 'type', 'variants'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!file || (variant !== 'original' && !file.variants.includes(variant))) return undefined
    const chunks = await db
      .selectFrom('fileChunks')
      .select('content')
      .where('orgId', '=', file.orgId)
      .where('fileId', '=', id)
      .where('variant', '=', variant)
      .orderBy('position')
      .execute()
    const type = types[variant.split('.')[1] ?? ''] ?? file.type
    return { type, content: Buffer.concat(chunks.map(({ content }) => content)) }
  })
}
