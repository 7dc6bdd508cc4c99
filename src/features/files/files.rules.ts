import { momentInStockholm } from '#shared/dates.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'

/** A file's name without folders, control characters and characters that change the direction of text. */
export const baseName = (name: string): string => onOneLine(name.replace(/^.*[/\\]/s, ''))

/** `files_name_length` in the database. */
export const FILE_NAME_MAX = 200
/** The extension of a file name. */
export const FILE_ENDING = /\.[\p{L}\p{N}]{1,10}$/u

/** Shortens a name that is too long, without changing its extension. */
export function shortName(name: string): string {
  if (name.length <= FILE_NAME_MAX) return name
  const ending = FILE_ENDING.exec(name)?.[0] ?? ''
  return `${name.slice(0, FILE_NAME_MAX - ending.length).replace(/[\ud800-\udbff]$/, '')}${ending}`
}

/** Whether a pasted text is only the names of the files pasted with it, as file managers copy them; extensions may be missing. */
export function isNamesOf(text: string, files: readonly { name: string }[]): boolean {
  const names = new Set(files.flatMap(({ name }) => [name, name.replace(FILE_ENDING, '')].map(comparedName)))
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  return lines.every((line) => names.has(comparedName(nameIn(line))))
}

const comparedName = (name: string) => name.normalize('NFC')

/** The name in a path or in a file URL. */
function nameIn(line: string): string {
  const path = line.trim().replace(/^"(.*)"$/, '$1')
  try {
    return baseName(path.startsWith('file:') ? decodeURIComponent(path) : path)
  } catch {
    return baseName(path)
  }
}

/** A name with the time in Stockholm: 'Skärmbild 2026-11-21 10.15.png'. */
export const timeStamped = (name: string, ending: string, now: Date): string =>
  `${name} ${momentInStockholm(now).replace(':', '.')}${ending}`
