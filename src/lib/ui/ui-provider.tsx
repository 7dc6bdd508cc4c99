import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Toaster } from './toast.tsx'

/** Swedish words and dates in every field whatever the browser's language, and the place of the toasts. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <I18nProvider locale="sv-SE">
      {children}
      <Toaster />
    </I18nProvider>
  )
}
