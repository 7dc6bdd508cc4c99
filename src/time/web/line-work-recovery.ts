// What was typed about a line of the week when its page was left; apart from the dialog, which is loaded when it is opened.
import { hasFormSnapshot } from '#lib/web/form-recovery.ts'
import { lineKey, type WeekLine } from '../week.rules.ts'

export const lineWorkKey = (line: WeekLine) => `line-work:${lineKey(line)}`

export const recoverableLine = (lines: readonly WeekLine[]) => lines.find((line) => hasFormSnapshot(lineWorkKey(line)))
