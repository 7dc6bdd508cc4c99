import type { KeyboardEvent } from 'react'

/** Ctrl+Enter or Cmd+Enter in any field submits the form; the event does not reach a form around it. */
export function submitOnShortcut(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}
