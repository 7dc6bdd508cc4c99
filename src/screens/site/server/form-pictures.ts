// Forms with pictures: the text fields come first, and pictures are received only while the form is valid. They are
// decoded when the whole form has arrived.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { ATTACHED_FILES_MAX } from '#features/files/files.contract.ts'
import {
  type AnonymousPicture,
  finishAnonymousPicture,
  receiveAnonymousPicture,
  removeAnonymousPictures,
} from '#features/files/server/anonymous-pictures.queries.ts'
import { type FormPath, PICTURES_MAX_BYTES } from '#features/inbox/forms.contract.ts'
import { readForm } from '#features/inbox/server/forms-input.ts'
import { type Admission, admitPictures, type Intake, releaseAdmission } from '#features/inbox/server/forms-intake.ts'
import { isSuspectForm } from '#features/inbox/server/forms-token.ts'
import { requireUtf8 } from '#platform/database/utf8.ts'
import { isAborted, refusalOf } from '#platform/http/errors.ts'
import { type FilePart, readFormParts } from '#platform/http/form-parts.ts'
import { FORM_BODY_BYTES_MAX } from '#shared/limits.rules.ts'
import { isSameOrigin } from './same-origin.ts'

export type StoredPictures = { orgId: string; ids: string[] } | undefined
type Parts = { intake: Intake; appUrl: string; stalledMs: number | undefined }

/** After this time the remaining pictures of a form get no preview, because the visitor waits for the response. */
const PREVIEWS_MS = 15_000

/**
 * Reads a form and stores its pictures, attached to nothing yet. The pictures of a refused form are read and discarded,
 * because browsers show no response before they have sent everything.
 */
export function readFormWithPictures(path: FormPath, body: Readable, request: FastifyRequest, parts: Parts) {
  const { receiver } = parts.intake
  const work = () => readParts(path, body, request, parts)
  return receiver ? receiver.during(body, work) : work()
}

async function readParts(path: FormPath, body: Readable, request: FastifyRequest, parts: Parts) {
  const { intake, appUrl, stalledMs } = parts
  const pictures = receivePictures(intake, Number(request.headers['content-length']) || undefined)
  let admission: Admission | undefined
  const take = async (file: FilePart, fields: URLSearchParams) => {
    admission ??= isSameOrigin(request, appUrl) ? await admit(path, fields, request, intake) : undefined
    if (admission && 'isCounted' in admission) await pictures.take(file, admission.orgId)
    if (admission && 'isLater' in admission) pictures.leaveOut()
  }
  const limits = { fieldBytes: FORM_BODY_BYTES_MAX, files: ATTACHED_FILES_MAX, bytes: PICTURES_MAX_BYTES, stalledMs }
  try {
    const form = await readFormParts(body, request.headers, limits, take)
    requireUtf8(undefined, ...form.bytes)
    if ('errors' in readForm(path, form.fields).result) await pictures.remove()
    const stored = await pictures.finish()
    return { fields: form.fields, pictures: stored, hasLeftOut: pictures.hasLeftOut() || form.hasMoreFiles, admission }
  } catch (error) {
    await pictures.remove()
    if (!isAborted(request) && refusalOf(error).status >= 500) await releaseAdmission(intake, admission, request.ip)
    throw error
  }
}

/** Undefined for an invalid form. */
async function admit(path: FormPath, fields: URLSearchParams, { ip }: FastifyRequest, intake: Intake) {
  const form = readForm(path, fields)
  if ('errors' in form.result) return undefined
  const now = new Date()
  const isSuspect = isSuspectForm(intake.key, form, now)
  return admitPictures(intake, { enquiry: form.result.enquiry, isSuspect, ip, now })
}

function receivePictures(intake: Intake, largestBytes: number | undefined) {
  const received: AnonymousPicture[] = []
  let orgId: string | undefined
  let hasLeftOut = false
  return {
    hasLeftOut: () => hasLeftOut,
    leaveOut: () => {
      hasLeftOut = true
    },
    take: async (file: FilePart, of: string) => {
      orgId = of
      const picture = await receiveAnonymousPicture(intake, of, { ...file, largestBytes })
      if (picture) received.push(picture)
      else hasLeftOut = true
    },
    finish: async (): Promise<StoredPictures> => {
      if (!orgId) return undefined
      const ids: string[] = []
      const end = performance.now() + (intake.pictureMs ?? PREVIEWS_MS)
      for (const picture of received) {
        const stored = await finishAnonymousPicture(intake, picture, { isPreviewed: performance.now() < end })
        if (stored) ids.push(stored.id)
        else hasLeftOut = true
      }
      return { orgId, ids }
    },
    remove: async () => {
      const ids = received.splice(0).map(({ file }) => file.id)
      if (orgId) await removeAnonymousPictures(intake.database, orgId, ids)
    },
  }
}
