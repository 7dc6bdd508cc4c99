import { type ReactNode, useEffect } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { watchCopies } from './copy-rows.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { keepFocus } from './lost-focus.ts'
import { watchDrags } from './select-in-rows.ts'
import { Toaster } from './toast.tsx'
import { Tooltips } from './tooltips.tsx'

/** Sets React Aria's locale to Swedish whatever the browser's language, renders toasts and tooltips, and enables `keepFocus`, `watchCopies` and `watchDrags`. */
export function UiProvider({ children }: { children: ReactNode }) {
  useEffect(keepFocus, [])
  useEffect(watchCopies, [])
  useEffect(watchDrags, [])
  return (
    <I18nProvider locale="sv-SE">
      {children}
      <Toaster />
      <Tooltips />
      <LeaveQuestion />
    </I18nProvider>
  )
}
