const PART_MAX = 80

/** A name as a part of a file name that every system accepts: letters and digits of any language, the rest as underscores. */
export const fileNamePart = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}-]+/gu, '_')
    .replace(/^[_-]+/, '')
    .slice(0, PART_MAX)
    .toWellFormed()
    .replace(/[^\p{L}\p{N}\p{M}]+$/u, '')
