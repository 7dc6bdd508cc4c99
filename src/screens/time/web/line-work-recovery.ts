// Unsaved input about a line of the week from when its page was left; separate from the dialog, which is loaded on
// demand.
import { lineKey, type WeekLine } from '#features/time/week.rules.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'

export const lineWorkKey = (line: WeekLine) => `line-work:${lineKey(line)}`

export const recoverableLine = (lines: readonly WeekLine[]) => lines.find((line) => hasFormSnapshot(lineWorkKey(line)))
