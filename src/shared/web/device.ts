// What a screen's layout depends on of the device. On the server, which draws first screens, it is that of the request.

import type { Theme } from '../ui/stored-theme.ts'

/** Of a window as narrow as a phone, as `max-sm` in styles. */
export const PHONE = '(width < 40rem)'
/** Of a window wide enough (1280 px) for a list and the row opened from it side by side. */
export const WIDE = '(width >= 80rem)'
/** Before the name of a choice (device-choice.ts) in local storage. */
export const CHOICE_PREFIX = 'choice:'

export type Device = {
  theme: Theme
  isPhone: boolean
  isWide: boolean
  /** Of the window, in CSS pixels. */
  height: number
  /** The names of the choices that it remembers. */
  choices: readonly string[]
}

let ofRequest: () => Device | undefined = () => undefined

/** Called once by the server's drawing; in the browser there is no device but its own. */
export function readDeviceOf(request: () => Device | undefined) {
  ofRequest = request
}

/** The device of the request that is being drawn; undefined in the browser. */
export const deviceOfRequest = (): Device | undefined => ofRequest()

export const isPhone = (): boolean => ofRequest()?.isPhone ?? window.matchMedia(PHONE).matches
export const windowHeight = (): number => ofRequest()?.height ?? innerHeight
