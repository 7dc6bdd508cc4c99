/** A browser under load may not have begun to read when the click returns. */
const READ_WITHIN_MS = 60_000

/** Saves a fetched file under a name, so that a download needs neither a cookie nor a token in its URL. */
export function saveFile(content: Blob, name: string) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS)
}
