import { onOneLine } from '#shared/text.rules.ts'
import type { FileState } from '../files.contract.ts'
import type { MailedFile } from './mailed-files.queries.ts'

/** `isCarried`: the mail attaches them, or its reader can open them; `elsewhere` says where the others can be had, '' to say nothing. */
type Carried = { isCarried: boolean; elsewhere: string }

/** The sentences of a mail about its files. */
export function mailedFilesText(files: readonly MailedFile[], { isCarried, elsewhere }: Carried): string[] {
  const named = (...states: FileState[]) =>
    listText(files.filter(({ state }) => states.includes(state)).map(({ name }) => onOneLine(name)))
  const attached = named('ready')
  const sentences = [
    attached && (isCarried ? `Bifogat: ${attached}` : `För stort för ett mejl: ${attached}. ${elsewhere}`),
    ...(['checking', 'unchecked'] as const).map((state) => {
      const names = named(state)
      return names && `${notSent[state]}: ${names}. ${elsewhere}`.trim()
    }),
    named('infected') && `Innehöll skadlig kod och är borttaget: ${named('infected')}.`,
  ]
  return sentences.filter((sentence) => sentence !== '')
}

const notSent = { checking: 'Kontrolleras för skadlig kod', unchecked: 'Kunde inte kontrolleras för skadlig kod' }

const listText = (names: string[]) => new Intl.ListFormat('sv-SE').format(names)
