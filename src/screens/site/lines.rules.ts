import { isBlank, visibleText } from '#shared/text.rules.ts'

export type NamedLine = { name: string; text?: string }

/** Parses lines of the form 'Namn: text'; without a colon a line is a name only, blank lines are skipped. */
export function namedLines(text: string | null | undefined): NamedLine[] {
  return (text ?? '').split('\n').flatMap((line) => namedLine(line) ?? [])
}

/** Parses one line; undefined if it is blank. */
export function namedLine(line: string): NamedLine | undefined {
  const [, name = line, rest = ''] = /^([^:]+):(.*)$/.exec(line) ?? []
  if (isBlank(name)) return undefined
  return !isBlank(rest) ? { name: name.trim(), text: rest.trim() } : { name: name.trim() }
}

/** The paragraphs of an entered text. */
export const paragraphs = (text: string): string[] => text.split(/\n+/).map(visibleText).filter(Boolean)
