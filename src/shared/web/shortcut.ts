import { createContext, useContext, useEffect, useEffectEvent } from 'react'

/** Whether letters are keys of the product, which a person may turn off. */
export const ShortcutsEnabled = createContext(true)

const PLACES_TO_TYPE =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]'

/** Whether a key press is meant as a letter for a field, or belongs to something that handled it. */
function isTyped(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null
  return Boolean(target?.closest(PLACES_TO_TYPE))
}

const isModified = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph')

/**
 * Runs `act` when the character is typed outside fields and dialogs, without modifiers; matches what the layout types. Without
 * `act` the key does nothing.
 */
export function useShortcut(character: string | undefined, act: (() => void) | undefined) {
  const isEnabled = useContext(ShortcutsEnabled)
  useKey(character, isEnabled ? act : undefined)
}

/** The same for a key that is not a letter, which a person cannot turn off. */
export function useKey(character: string | undefined, act: (() => void) | undefined) {
  const isEnabled = character !== undefined && act !== undefined
  const run = useEffectEvent(() => act?.())
  useEffect(() => {
    if (!isEnabled) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== character || event.defaultPrevented || event.repeat || isModified(event) || isTyped(event))
        return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [character, isEnabled])
}
