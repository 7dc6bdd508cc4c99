// The `next` parameter of the login pages: where to redirect after sign-in.
import { isAtOrBelow } from '#shared/paths.rules.ts'

/**
 * The `?next=` of a login page when it is a path at or below one of `roots`, otherwise undefined. Parsed like a browser, so
 * that '//evil', '/\\evil', 'javascript:' and URLs with a host are refused (no open redirect, abuse case A-18).
 */
export function safeNextPath(next: string | null, roots: readonly string[]): string | undefined {
  const origin = 'https://own-origin.invalid'
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return undefined
  const url = new URL(next, origin)
  if (url.origin !== origin) return undefined
  const isAllowed = roots.some((root) => isAtOrBelow(url.pathname, root))
  return isAllowed ? `${url.pathname}${url.search}${url.hash}` : undefined
}
