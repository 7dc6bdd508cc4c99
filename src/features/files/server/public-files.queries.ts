import type { Database } from '#platform/database/database.ts'
import { Id } from '#shared/contract.ts'
import { encodedTypes } from '../picture-types.rules.ts'

const types: Record<string, string> = encodedTypes

/** A variant of a company's public picture, such as 'original' or '480.webp'; undefined when there is none. */
export async function readPublicFile(database: Database, id: string, variant: string) {
  if (!Id.safeParse(id).success) return undefined
  return database.as('site', async (db) => {
    const file = await db
      .selectFrom('files')
      .innerJoin('companyPictures', (join) =>
        join.onRef('companyPictures.orgId', '=', 'files.orgId').onRef('companyPictures.fileId', '=', 'files.id'),
      )
      .select(['files.orgId', 'type', 'variants'])
      .where('files.id', '=', id)
      .where('isCompany', '=', true)
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
