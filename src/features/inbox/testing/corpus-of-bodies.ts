// Expectations for mails whose body is hard to find: malformed parts, and text of rare types (corpus-table.ts).
import type { Expected } from './expected-mail.ts'

const reply = { outcome: 'comment', authentication: 'server', subject: 'WiFi nere' } as const satisfies Expected
const text = 'Nätet är nere på övre plan.'

export const expectedOfBodies: Record<string, Expected> = {
  'broken-boundary-never': { ...reply, text },
  'broken-preamble-alone': { ...reply, text },
  'text-markdown-alone': { ...reply, text, files: [] },
  'text-enriched-alone': { ...reply, text, files: [] },
  'text-amp-alone': { ...reply, text, files: [] },
  'text-without-empty-line': { ...reply, text: '', remarks: ['unreadable'] },
  'nas-table-without-ends': {
    ...reply,
    text: 'Larm från nas01\n\nEnhet | Status\nDisk 1 | Normal\nDisk 2 | Kraschad',
  },
  'base64-with-plain-footer': {
    ...reply,
    text: `${text}\n_______________________________________________\nLista mailing list`,
  },
  'base64-that-is-none': { ...reply, text },
  'headers-of-an-old-program': { ...reply, text: 'Nu blinkar det rött igen.' },
  'html-preheader-by-class': { ...reply, text },
  'charset-in-single-quotes': { ...reply, text: 'Nätet är nere – på övre plan.' },
  'charset-utf16-big-endian': { ...reply, text },
  'file-names-of-old-programs': {
    ...reply,
    text: 'Nu blinkar det rött igen.',
    files: ['offert.pdf', 'räkning.pdf', 'räkning.pdf', 'namnlös fil.amr', 'namnlös fil.gz'],
  },
  'html-answer-above-a-page': { ...reply, textBegins: text, textHas: 'Hej, här är offerten.' },
  'html-quote-without-end': { ...reply, text },
}
