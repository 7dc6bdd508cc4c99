import type { KeyboardEvent } from 'react'

/** Ctrl+Enter, or Cmd+Enter, in any field sends the form; a form around it hears nothing of it. */
export function submitOnShortcut(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}
