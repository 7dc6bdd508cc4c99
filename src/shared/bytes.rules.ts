const kB = 1024
const MB = kB * kB
const GB = MB * kB
const hardSpace = '\u00a0'

/** '640 byte', '12 kB', '3,4 MB', '1,8 GB'. */
export function formatBytes(bytes: number): string {
  if (bytes < kB) return `${bytes}${hardSpace}byte`
  if (bytes < MB) return `${Math.round(bytes / kB)}${hardSpace}kB`
  const [size, unit] = bytes < GB ? [bytes / MB, 'MB'] : [bytes / GB, 'GB']
  return `${size.toFixed(1).replace('.', ',')}${hardSpace}${unit}`
}
