/** Calls back whenever this tab becomes visible or gets focus, until aborted. */
export function onTabVisible(callback: () => void, signal: AbortSignal) {
  const onChange = () => {
    if (document.visibilityState === 'visible') callback()
  }
  window.addEventListener('focus', onChange, { signal })
  document.addEventListener('visibilitychange', onChange, { signal })
}
