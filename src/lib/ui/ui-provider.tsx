import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Toaster } from './toast.tsx'
import { Tooltips } from './tooltip.tsx'

/** Swedish locale for React Aria whatever the browser's language; renders toasts and tooltips. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <I18nProvider locale="sv-SE">
      {children}
      <Toaster />
      <Tooltips />
    </I18nProvider>
  )
}
