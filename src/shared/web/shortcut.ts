import { useEffect, useEffectEvent } from 'react'

/** Whether a key press is meant as a letter for a field, or belongs to something that handled it. */
function isTyped(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null
  return Boolean(target?.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="listbox"]'))
}

const isModified = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph')

/** Runs `act` when the letter is pressed outside fields and dialogs, without modifiers; matches what the layout types. */
export function useShortcut(letter: string, act: () => void) {
  const run = useEffectEvent(act)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== letter || event.defaultPrevented || event.repeat || isModified(event) || isTyped(event)) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [letter])
}
