import { FILE_QUOTA_BYTES } from '#features/files/files.contract.ts'
import { storedType } from '#features/files/picture-types.rules.ts'
import { attachToCompany, FILE_GONE, removeFile } from '#features/files/server/files.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { invalidField } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import type { Brand, Colors } from '../brand.contract.ts'
import { usageOf } from '../brand.rules.ts'
import type { PicturePlace, PublicPicture, PublicPictures } from '../picture.contract.ts'
import { requireReadable } from './contrast.ts'

/** Throws 422 for staff without an organization, like the functions below. */
export async function getBrand(db: Db, actor: StaffActor): Promise<Brand> {
  const orgId = organizationOf(actor)
  const { mainColor, accentColor, bytes, quota } = await db
    .selectFrom('companyFacts')
    .leftJoin('fileUsage', 'fileUsage.orgId', 'companyFacts.orgId')
    .select(['mainColor', 'accentColor', 'fileUsage.bytes', 'fileUsage.quota'])
    .where('companyFacts.orgId', '=', orgId)
    .executeTakeFirstOrThrow()
  const pictures = await listPictures(db, orgId)
  return { mainColor, accentColor, pictures, usage: { bytes: bytes ?? 0, quota: quota ?? FILE_QUOTA_BYTES } }
}

/** The company's pictures by place. */
export async function listPictures(db: Db, orgId: string): Promise<PublicPictures> {
  const pictures = await db
    .selectFrom('companyPictures')
    .innerJoin('files', (join) =>
      join.onRef('files.orgId', '=', 'companyPictures.orgId').onRef('files.id', '=', 'companyPictures.fileId'),
    )
    .select(['place', 'files.id', 'width', 'height', 'variants'])
    .where('companyPictures.orgId', '=', orgId)
    .execute()
  return Object.fromEntries(pictures.map(({ place, ...picture }) => [place, pictureOf(picture)]))
}

type PictureRow = { id: string | null; width: number | null; height: number | null; variants: string[] | null }

/** The picture in a row of `files`; undefined when there is none. */
export const pictureOf = ({ id, width, height, variants }: PictureRow): PublicPicture | undefined =>
  id && width && height ? { id, width, height, variants: variants ?? [] } : undefined

/** Throws 422 for a colour that is too light. The colours have no version: the last save wins, and shows both. */
export async function changeColors(db: Db, actor: StaffActor, colors: Colors) {
  requireReadable(colors)
  const orgId = organizationOf(actor)
  await db.updateTable('companyFacts').set(colors).where('orgId', '=', orgId).execute()
  await audit(db, actor, { action: 'colors_changed', subject: 'company_facts', subjectId: orgId, detail: colors })
  return getBrand(db, actor)
}

export async function setPicture(db: Db, actor: StaffActor, place: PicturePlace, fileId: string) {
  const orgId = organizationOf(actor)
  const isAttached = await attachToCompany(db, { orgId, id: fileId }, storedType(usageOf(place)))
  if (!isAttached) throw invalidField('file', FILE_GONE)
  const replaced = await findPicture(db, orgId, place)
  await db
    .insertInto('companyPictures')
    .values({ orgId, place, fileId })
    .onConflict((conflict) => conflict.columns(['orgId', 'place']).doUpdateSet({ fileId }))
    .execute()
  if (replaced) await removeFile(db, { orgId, id: replaced })
  await audit(db, actor, {
    action: 'picture_set',
    subject: 'company_facts',
    subjectId: orgId,
    detail: { place, fileId },
  })
  return getBrand(db, actor)
}

export async function removePicture(db: Db, actor: StaffActor, place: PicturePlace) {
  const orgId = organizationOf(actor)
  const fileId = await findPicture(db, orgId, place)
  if (fileId) {
    // Deleting the file deletes the picture too (company_pictures_file).
    await removeFile(db, { orgId, id: fileId })
    const detail = { place, fileId }
    await audit(db, actor, { action: 'picture_removed', subject: 'company_facts', subjectId: orgId, detail })
  }
  return getBrand(db, actor)
}

/** Locks the company, so that of two concurrent changes of a place the second deletes the file of the first. */
async function findPicture(db: Db, orgId: string, place: PicturePlace) {
  await db.selectFrom('companyFacts').select('orgId').where('orgId', '=', orgId).forUpdate().executeTakeFirst()
  const picture = await db
    .selectFrom('companyPictures')
    .select('fileId')
    .where('orgId', '=', orgId)
    .where('place', '=', place)
    .executeTakeFirst()
  return picture?.fileId
}
