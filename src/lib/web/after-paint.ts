/**
 * Does `work` when what was pressed has shown that it was. What is asked for in a frame is done before its paint, what that
 * asks for after it; a hidden page paints nothing.
 */
export function afterPaint(work: () => void) {
  if (document.hidden) setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}

export const painted = (): Promise<void> => new Promise((resolve) => afterPaint(resolve))
