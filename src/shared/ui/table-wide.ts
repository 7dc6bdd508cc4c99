/** The class of a column that is `isForWide`. */
export const wideClass = 'xl:max-2xl:hidden'
