import { type ReactNode, useEffect } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { watchCopies } from './copy-rows.ts'
import { Toaster } from './toast.tsx'
import { Tooltips } from './tooltip.tsx'

/** Swedish locale for React Aria whatever the browser's language; renders toasts and tooltips, and copies rows of tables as lines. */
export function UiProvider({ children }: { children: ReactNode }) {
  useEffect(watchCopies, [])
  return (
    <I18nProvider locale="sv-SE">
      {children}
      <Toaster />
      <Tooltips />
    </I18nProvider>
  )
}
