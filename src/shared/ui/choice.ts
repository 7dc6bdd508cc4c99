/** One choice; `detail` is a second line in a softer colour. */
export type Choice = { value: string; label: string; detail?: string | undefined }

/** Classes of a popover. */
export const popoverClass = 'rounded-md border border-line-strong bg-raised shadow-high animate-fade'
