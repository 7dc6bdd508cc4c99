// Where a person may be taken after signing in.

/**
 * The `?next=` of a login page as a path below one of the given places, or undefined. Judged as the browser would read it:
 * '//evil', '/\\evil', 'javascript:' and addresses with a host are nowhere of ours (abuse case A-18).
 */
export function followable(next: string | null, places: readonly string[]): string | undefined {
  const origin = 'https://here.invalid'
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return undefined
  const url = new URL(next, origin)
  if (url.origin !== origin) return undefined
  const isOurs = places.some((place) => url.pathname === place || url.pathname.startsWith(`${place}/`))
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : undefined
}
