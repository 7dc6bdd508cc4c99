import { useEffect, useEffectEvent } from 'react'

const HIDDEN_AFTER_MS = 60_000
const inputs = ['keydown', 'pointerdown', 'input'] as const

/** Calls `onIdle` after a minute without keyboard or pointer input while `isOn`. */
export function useIdle(isOn: boolean, onIdle: () => void) {
  const idle = useEffectEvent(onIdle)
  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => idle(), HIDDEN_AFTER_MS)
    }
    wait()
    for (const input of inputs) window.addEventListener(input, wait, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const input of inputs) window.removeEventListener(input, wait)
    }
  }, [isOn])
}
