// Forms with pictures: the text fields come first, and pictures are kept only for a form that is accepted so far.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type FormPath, PICTURES_MAX_BYTES } from '#enquiries/forms.contract.ts'
import { readForm } from '#enquiries/server/forms-input.ts'
import { type Intake, siteOrganization } from '#enquiries/server/forms-intake.ts'
import { ATTACHED_FILES_MAX } from '#files/files.contract.ts'
import { receiveStrangerPicture, removeStrangerPictures } from '#files/server/stranger-pictures.queries.ts'
import { FORM_BODY_BYTES_MAX } from '#lib/limits.rules.ts'
import { readFormParts } from '#lib/server/form-parts.ts'
import { requireUtf8 } from '#lib/server/utf8.ts'
import { isSameOrigin } from './same-origin.ts'

export type StoredPictures = { orgId: string; ids: string[] } | undefined
type Parts = { intake: Intake; appUrl: string; stalledMs: number | undefined }

/** Reads a form with its pictures, which are stored and attached to nothing yet. Without an accepted text none are stored. */
export async function readFormWithPictures(
  path: FormPath,
  body: Readable,
  request: FastifyRequest,
  { intake, appUrl, stalledMs }: Parts,
) {
  const { database, siteOrg } = intake
  let pictures: StoredPictures
  let hasLeftOut = false
  const limits = { fieldBytes: FORM_BODY_BYTES_MAX, files: ATTACHED_FILES_MAX, bytes: PICTURES_MAX_BYTES, stalledMs }
  try {
    const form = await readFormParts(body, request.headers, limits, async (file, fields) => {
      if (!isSameOrigin(request, appUrl) || 'errors' in readForm(path, fields).result) return
      pictures ??= { orgId: await database.as('site', (db) => siteOrganization(db, siteOrg)), ids: [] }
      const id = await receiveStrangerPicture(intake, pictures.orgId, file)
      if (id) pictures.ids.push(id)
      else hasLeftOut = true
    })
    requireUtf8(undefined, ...form.bytes)
    return { fields: form.fields, pictures, hasLeftOut: hasLeftOut || form.hasMoreFiles }
  } catch (error) {
    if (pictures) await removeStrangerPictures(database, pictures.orgId, pictures.ids)
    throw error
  }
}
