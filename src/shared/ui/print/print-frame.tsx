import { type ReactNode, useEffect } from 'react'
import { setTitle } from '../document-title.ts'
import printCss from '../print.css?url'

/** Time between rendering a page and opening the print dialog (specification, Reports). */
const PRINT_AFTER_MS = 500

/**
 * The page of a print view: without the shell, always in the light theme. Other pages, a ticket's too, are printed as they are:
 * `@media print` in app.css, and what message-log.tsx opens on `beforeprint`.
 */
export const PrintFrame = ({ children }: { children: ReactNode }) => (
  <main className="scheme-light min-h-dvh bg-surface p-6 text-ink print:bg-white print:p-0">
    {/* Not imported by the module: a style sheet that failed to load is not requested again when the import is repeated. */}
    <link rel="stylesheet" href={printCss} precedence="default" />
    {children}
  </main>
)

/** Prints when the page's `data` is loaded; `title` becomes the suggested file name. */
export function usePrintLoaded(data: object | undefined, title: string | undefined) {
  useEffect(() => {
    if (!data || title === undefined) return
    setTitle(title)
    const timer = setTimeout(() => window.print(), PRINT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [data, title])
}
