import { isBlank, visibleText } from '#lib/text.rules.ts'

export type NamedLine = { name: string; text?: string }

/** 'Namn: resten', one a line; a line without a colon is a name alone, blank lines are nothing. */
export function namedLines(text: string | null | undefined): NamedLine[] {
  return (text ?? '').split('\n').flatMap((line) => {
    const [, name = line, rest = ''] = /^([^:]+):(.*)$/.exec(line) ?? []
    if (isBlank(name)) return []
    return [!isBlank(rest) ? { name: name.trim(), text: rest.trim() } : { name: name.trim() }]
  })
}

/** Paragraphs of a text that somebody typed. */
export const paragraphs = (text: string): string[] => text.split(/\n+/).map(visibleText).filter(Boolean)
