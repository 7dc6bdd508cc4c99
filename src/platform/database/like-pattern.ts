/** A `like` pattern for text anywhere in a value; wildcards in the text are escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
