import type { Location } from 'react-router'

/**
 * The key of the history entry that a document was opened with, which stays when it is reloaded or returned to. To the router
 * all of them are 'default', and each would take the scroll position of another.
 */
const opened: string = history.state?.opened ?? String(performance.timeOrigin)
history.replaceState({ ...history.state, opened }, '')

/** Under which the router stores the scroll position of a visit. */
export const scrollKey = ({ key }: Location): string => (key === 'default' ? opened : key)
