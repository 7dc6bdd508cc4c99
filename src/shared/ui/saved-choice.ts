import { notifyManager } from '@tanstack/react-query'
import { useState } from 'react'
import type { SaveState } from './save-status.tsx'

/** A choice that is saved at once: what to show while the request is in flight, and whether it is saved. */
export function useSavedChoice(value: string, onSave: (value: string) => Promise<unknown>) {
  const [latest, setLatest] = useState<{ value: string; isSaving: boolean }>()
  const save = (chosen: string) => {
    const attempt = { value: chosen, isSaving: true }
    setLatest(attempt)
    const settle = () => setLatest((now) => (now === attempt ? { ...attempt, isSaving: false } : now))
    // After the components have been told of the refetched value: the former one would be shown for a moment.
    void onSave(chosen).finally(() => notifyManager.schedule(settle))
  }
  if (latest?.isSaving) return { shown: latest.value, save, state: 'saving' as SaveState }
  // A choice that was refused is not the value.
  const state: SaveState = latest?.value === value ? 'saved' : undefined
  return { shown: value, save, state }
}
