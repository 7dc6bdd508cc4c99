import { deviceOfRequest } from './device.ts'

/** Whether the document still shows what the server has written, which the app is about to replace. */
export const isFramed = (): boolean => document.querySelector('#app[data-frame]') !== null

/** Whether the document is being opened at an address for the first time, so that it has no scroll position to return to. */
export function isOpening(): boolean {
  if (deviceOfRequest()) return true
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return isFramed() && load?.type === 'navigate'
}
