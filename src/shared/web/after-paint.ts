/**
 * Resolves once the next frame is painted: for requests that a screen can be painted without, as sending one takes a
 * millisecond and more on a phone. At once in a hidden tab, which paints nothing.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
