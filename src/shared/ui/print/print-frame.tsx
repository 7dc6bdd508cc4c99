import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { setTitle } from '../document-title.ts'
import printCss from '../print.css?inline'

/** Time between rendering a page and opening the print dialog (specification, Reports). */
const PRINT_AFTER_MS = 500

/**
 * The page of a print view: without the shell, always in the light theme. Other pages, a ticket's too, are printed as they are:
 * `@media print` in app.css, and what message-log.tsx opens on `beforeprint`.
 */
export function PrintFrame({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    // Comes with the code: a browser does not fetch a style sheet again that has failed, and the page would be printed without.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(printCss)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [])
  return <main className="scheme-light min-h-dvh bg-surface p-6 text-ink print:bg-white print:p-0">{children}</main>
}

/** Prints when the page's `data` is loaded; `title` becomes the suggested file name. */
export function usePrintLoaded(data: object | undefined, title: string | undefined) {
  useEffect(() => {
    if (!data || title === undefined) return
    setTitle(title)
    const timer = setTimeout(() => window.print(), PRINT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [data, title])
}
