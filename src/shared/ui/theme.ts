import { useSyncExternalStore } from 'react'
import { deviceOfRequest } from '../web/device.ts'
import { applyTheme, readTheme, storeTheme, THEME_KEY, type Theme } from './stored-theme.ts'

const listeners = new Set<() => void>()

export function setTheme(theme: Theme): void {
  storeTheme(theme)
  for (const listener of listeners) listener()
}

/** The chosen theme, in sync across tabs. */
export const useTheme = (): Theme =>
  useSyncExternalStore(subscribe, readTheme, () => deviceOfRequest()?.theme ?? 'system')

function subscribe(listener: () => void) {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== THEME_KEY) return
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
