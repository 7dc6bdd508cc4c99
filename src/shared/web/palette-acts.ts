// What can be done on the open page, for the palette.
import { useEffect, useId } from 'react'

export type PaletteAct = {
  label: string
  /** The letter that does the same on the page. */
  shortcut?: string
  /** Where it leads, or what it does. */
  target: string | (() => void)
}

/** By component, in the order in which they were mounted. */
const shown = new Map<string, readonly PaletteAct[]>()

/** Offers acts in the palette while the component is mounted; `false` for one that is not possible now. */
export function usePaletteActs(acts: readonly (PaletteAct | false)[]) {
  const component = useId()
  useEffect(() => {
    shown.set(
      component,
      acts.filter((act) => act !== false),
    )
  })
  useEffect(() => () => void shown.delete(component), [component])
}

/** The acts of the mounted components as they were last rendered. */
export const paletteActs = (): PaletteAct[] => [...shown.values()].flat()
