/** Hands a fetched file to the browser, which saves it under the name: a download needs neither a cookie nor a token in its URL. */
export function saveFile(content: Blob, name: string) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
