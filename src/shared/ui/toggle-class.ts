/** Classes of the label around a checkbox, radio button or switch. */
export const toggleClass = 'flex w-fit cursor-pointer items-center gap-2.5 py-1 text-base text-ink max-sm:min-h-11'
export const toggleDisabledClass = 'cursor-not-allowed! text-ink-faint! forced-colors:text-system-gray!'
