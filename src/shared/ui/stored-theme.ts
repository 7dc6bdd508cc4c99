export type Theme = 'system' | 'light' | 'dark'

export const THEME_KEY = 'theme'
// Used where storage is blocked; lasts until the page is closed.
let unstored: Theme = 'system'

export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY)
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

export function storeTheme(theme: Theme): void {
  unstored = theme
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage is blocked: applied without being stored.
  }
  applyTheme()
}
