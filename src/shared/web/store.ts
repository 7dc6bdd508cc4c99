import { useSyncExternalStore } from 'react'

/** `useSyncExternalStore` of a value that is read in the same way where the server draws the screen. */
export const useStore = <Value>(subscribe: (onChange: () => void) => () => void, read: () => Value): Value =>
  useSyncExternalStore(subscribe, read, read)
