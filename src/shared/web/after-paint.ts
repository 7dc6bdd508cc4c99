/**
 * Resolves once the next frame is painted, to defer requests that the frame does not need, since sending one takes over a
 * millisecond on a phone. Resolves at once in a hidden tab, which paints nothing.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
