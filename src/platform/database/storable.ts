/**
 * The path of the first string with a NUL or a lone surrogate, which PostgreSQL cannot store, or undefined. Recursive: only
 * for values that a schema has accepted.
 */
export function unstorableIn(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = isStorable(name) ? unstorableIn(inner) : []
    if (found) return [name, ...found]
  }
  return undefined
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
