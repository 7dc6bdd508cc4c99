import type { Harness, Person } from '#tests/harness/harness.ts'
import { type FileUse, StoredFile } from '../files.contract.ts'

/** Uploads a file as the person; throws unless it was accepted. */
export async function anUploadedFile(
  h: Harness,
  person: Person,
  use: FileUse,
  payload: Buffer | string,
  name = 'bild.png',
): Promise<StoredFile> {
  const answer = await h.app.inject({
    method: 'POST',
    url: `/api/files?${new URLSearchParams({ name, use })}`,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    payload,
  })
  return StoredFile.parse(answer.json())
}
