import { useCallback } from 'react'
import { useStore } from '#shared/web/store.ts'

/** The object URLs in use, with their number of users. */
const used = new Map<Blob, { url: string; users: number }>()

function addressOf(blob: Blob) {
  const known = used.get(blob)
  if (known) return known
  const made = { url: URL.createObjectURL(blob), users: 0 }
  used.set(blob, made)
  return made
}

/** Retains the URL until the returned function is called. */
function hold(blob: Blob): () => void {
  const address = addressOf(blob)
  address.users++
  return () => {
    if (--address.users > 0) return
    URL.revokeObjectURL(address.url)
    used.delete(blob)
  }
}

const nothing = () => undefined

/** The object URL of a blob, for as long as a component uses it. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const subscribe = useCallback(() => (blob ? hold(blob) : nothing), [blob])
  return useStore(subscribe, () => (blob ? addressOf(blob).url : undefined))
}
