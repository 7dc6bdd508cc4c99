import { useState } from 'react'
import type { SaveState } from './save-status.tsx'

/** A choice that is saved at once: what to show while the request is in flight, and whether it is saved. */
export function useSavedChoice(value: string, onSave: (value: string) => Promise<unknown>) {
  const [saving, setSaving] = useState<{ value: string }>()
  const [answered, setAnswered] = useState<string>()
  const save = (chosen: string) => {
    const attempt = { value: chosen }
    setSaving(attempt)
    void onSave(chosen).finally(() => {
      setAnswered(chosen)
      setSaving((latest) => (latest === attempt ? undefined : latest))
    })
  }
  // A choice that was refused is not the value.
  const state: SaveState = saving ? 'saving' : answered === value ? 'saved' : undefined
  return { shown: saving?.value ?? value, save, state }
}
