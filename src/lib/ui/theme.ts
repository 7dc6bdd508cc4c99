import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'theme'
const listeners = new Set<() => void>()
// Where storage is refused the choice lasts until the page is left.
let unstored: Theme = 'system'

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return unstored
  }
}

/** Puts the stored choice on the page. Called first of all in the browser entry, so that nothing flashes. */
export function applyTheme(): void {
  const theme = readTheme()
  if (theme === 'system') document.documentElement.removeAttribute('data-theme')
  else document.documentElement.setAttribute('data-theme', theme)
}

export function setTheme(theme: Theme): void {
  unstored = theme
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Shown all the same.
  }
  applyTheme()
  for (const listener of listeners) listener()
}

/** The choice, the same in every tab. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme)

function subscribe(listener: () => void) {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== storageKey) return
    applyTheme()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}
