/** Gives a fetched file to the person as a download (rule 31: no token in an address). */
export function saveFile(content: Blob, filename: string) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  URL.revokeObjectURL(address)
}
