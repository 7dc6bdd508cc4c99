export type SaveState = 'saving' | 'saved' | undefined

const texts = { saving: 'Sparar', saved: 'Sparat' }

/**
 * Says that what was chosen or typed is being saved, and that it is, where no button does; also to screen readers. Rendered before
 * there is anything to say: a live region that comes with its text is not read.
 */
export const SaveStatus = ({ state }: { state: SaveState }) => (
  <span role="status" className="text-xs text-ink-soft">
    {state && texts[state]}
  </span>
)
