import { useState } from 'react'
import { CHOICE_PREFIX, deviceOfRequest } from './device.ts'

const keyOf = (name: string) => CHOICE_PREFIX + name

/** Whether the choice is on; a component uses `useDeviceChoice`. */
export function isDeviceChoice(name: string): boolean {
  const device = deviceOfRequest()
  if (device) return device.choices.includes(name)
  try {
    return localStorage.getItem(keyOf(name)) !== null
  } catch {
    return false
  }
}

/** A choice of the person that the device remembers, off at first; where storage is blocked it lasts while the page is shown. */
export function useDeviceChoice(name: string): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => isDeviceChoice(name))
  const set = (on: boolean) => {
    setOn(on)
    try {
      if (on) localStorage.setItem(keyOf(name), '1')
      else localStorage.removeItem(keyOf(name))
    } catch {
      // Storage is blocked.
    }
  }
  return [isOn, set]
}
