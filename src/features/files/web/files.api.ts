import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { CallError, call, currentConnection, refusalIn, unreachable, urlOf } from '#shared/web/call.ts'
import { showChanged } from '#shared/web/show-changed.ts'
import {
  FILE_EMPTY,
  FILE_MAX_BYTES,
  FILE_TOO_LARGE,
  type FileUse,
  files,
  type Quota,
  StoredFile,
} from '../files.contract.ts'

type Options = {
  signal: AbortSignal
  /** Between 0 and 1. */
  onProgress: (part: number) => void
}

/**
 * Uploads a file; throws a CallError, for the field `file` when the file itself is refused. Uses XMLHttpRequest, because fetch
 * reports no upload progress.
 */
export async function uploadFile(file: File, use: FileUse, options: Options): Promise<StoredFile> {
  if (file.size > FILE_MAX_BYTES) throw refusedFile(FILE_TOO_LARGE)
  if (file.size === 0) throw refusedFile(FILE_EMPTY)
  const { token, renew } = currentConnection()
  const url = urlOf(files.upload, { query: { name: file.name, use } })
  const bearer = token()
  let response = await send(file, url, bearer, options)
  if (response.status === 401) {
    const renewed = await renew(bearer)
    if (renewed) response = await send(file, url, renewed, options)
  }
  if (!response.ok) throw await refusalIn(response)
  return StoredFile.parse(await response.json())
}

const refusedFile = (message: string) => new CallError(422, { code: 'invalid', message, fields: { file: message } })

function send(file: File, url: string, bearer: string | undefined, { signal, onProgress }: Options): Promise<Response> {
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  return new Promise<Response>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new CallError(0, unreachable))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
    request.open(files.upload.method, url)
    if (bearer) request.setRequestHeader('authorization', `Bearer ${bearer}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(file)
  }).finally(() => signal.removeEventListener('abort', abort))
}

/** Removes an uploaded, unattached file; if that fails the server removes it after a day. */
export const removeUploaded = (id: string) => call(files.remove, { params: { id } }).catch(() => undefined)

/** For administrators. */
export const fileUsageQuery = queryOptions({
  queryKey: ['files', 'usage'],
  queryFn: ({ signal }) => call(files.usage, {}, { signal }),
})

export const useChangeQuota = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof Quota>) => call(files.changeQuota, { body }),
    onSuccess: (usage) => showChanged(client, fileUsageQuery, usage),
  })
}

/** The preview of a picture. It never changes. */
export const previewQuery = (id: string) =>
  queryOptions({
    queryKey: ['files', 'preview', id],
    queryFn: ({ signal }) => call(files.preview, { params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The whole file. */
export const fetchFile = (id: string) => call(files.download, { params: { id } })
