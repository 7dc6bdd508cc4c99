/** Calls back whenever somebody comes to this tab, until aborted. */
export function onTabVisible(callback: () => void, signal: AbortSignal) {
  const look = () => {
    if (document.visibilityState === 'visible') callback()
  }
  window.addEventListener('focus', look, { signal })
  document.addEventListener('visibilitychange', look, { signal })
}
