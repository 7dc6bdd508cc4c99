import type { ReactNode } from 'react'
import { CableDrawing } from './cable-drawing.tsx'
import { useTitle } from './document-title.ts'
import { Logo } from './logo.tsx'

export type FocusPageProps = {
  title: string
  /** The title of the browser's tab, if the heading does not describe the page. */
  tabTitle?: string
  lead?: ReactNode
  /** Below the form: other ways to sign in, the phone number. */
  footer?: ReactNode
  children: ReactNode
}

/** A screen with a single form: sign-in, choosing a password. */
export function FocusPage({ title, tabTitle = title, lead, footer, children }: FocusPageProps) {
  useTitle(tabTitle)
  return (
    <div className="is-outside grid min-h-dvh rail:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex flex-col px-6 py-6 sm:px-12 sm:py-10">
        <header>
          {/* The public site is not part of the browser app, so this loads a new document. */}
          <a href="/" className="inline-block rounded-sm">
            <span className="sr-only">Till startsidan, </span>
            <Logo size="lg" />
          </a>
        </header>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center gap-6 py-10">
          <CableDrawing className="mx-auto h-44 text-primary rail:hidden [@media(height<46rem)]:hidden" />
          <div>
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            {lead && <p className="mt-2 text-md text-ink-soft">{lead}</p>}
          </div>
          {children}
          {footer && <div className="border-t border-line pt-5 text-base text-ink-soft">{footer}</div>}
        </main>
      </div>
      <div className="hidden items-center justify-center bg-primary-soft p-12 text-primary rail:flex">
        <CableDrawing className="w-full max-w-xl" />
      </div>
    </div>
  )
}
