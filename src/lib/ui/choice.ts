/** One thing to choose; `detail` is a second, quieter line. */
export type Choice = { value: string; label: string; detail?: string | undefined }

/** What lies above the page, beside what opened it. */
export const popoverClass = 'rounded-md border border-line-strong bg-raised shadow-high animate-fade'
