export type SaveState = 'saving' | 'saved' | undefined

const texts = { saving: 'Sparar', saved: 'Sparat' }

/**
 * Shows that a value is being saved, and that it is saved, where no button does; also for screen readers. Rendered while still
 * empty, as screen readers ignore a live region that is added together with its text.
 */
export const SaveStatus = ({ state }: { state: SaveState }) => (
  <span role="status" className="text-xs text-ink-soft">
    {state && texts[state]}
  </span>
)
