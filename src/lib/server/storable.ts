/** Where in a value a NUL or half a character stands, which PostgreSQL cannot store, as a path of names; undefined when nowhere. */
export function unstorableIn(value: unknown, path: (string | number)[] = []): (string | number)[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = unstorableIn(name, [...path, name]) ?? unstorableIn(inner, [...path, name])
    if (found) return found
  }
  return undefined
}
