// Distinguishes texts of another open tab from those that a closed tab has left.

/** The id of this document. */
export const PAGE_ID: string = crypto.randomUUID()

const lockOf = (pageId: string) => `stodpunkt-page-${pageId}`

/** Holds a lock for as long as the document lives. */
export function holdPageLock() {
  void navigator.locks?.request(lockOf(PAGE_ID), () => new Promise<never>(() => undefined))
}

/** False where the browser has no locks. */
export async function isPageOpen(pageId: string): Promise<boolean> {
  const held = (await navigator.locks?.query())?.held ?? []
  return pageId === PAGE_ID || held.some(({ name }) => name === lockOf(pageId))
}
