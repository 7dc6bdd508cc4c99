import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'theme'
const listeners = new Set<() => void>()
// Used where storage is blocked; lasts until the page is closed.
let unstored: Theme = 'system'

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return unstored
  }
}

/** Applies the stored theme. Called first in the browser entry, to avoid a flash of the wrong one. */
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
    // Storage is blocked: applied without being stored.
  }
  applyTheme()
  for (const listener of listeners) listener()
}

/** The chosen theme, in sync across tabs. */
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
