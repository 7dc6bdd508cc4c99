import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Toaster } from './toast.tsx'
import { Tooltips } from './tooltip.tsx'

/** Swedish words and dates in every field whatever the browser's language, and the places of toasts and tooltips. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <I18nProvider locale="sv-SE">
      {children}
      <Toaster />
      <Tooltips />
    </I18nProvider>
  )
}
