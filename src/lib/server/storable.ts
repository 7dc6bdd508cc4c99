/**
 * Where in a value a NUL or half a character stands, which PostgreSQL cannot store, as a path of names; undefined when
 * nowhere. For what a schema has accepted: as deep as the schema is.
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
