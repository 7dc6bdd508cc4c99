import { readFile } from 'node:fs/promises'

export type Counts = { passed: number; failed: number; skipped: number }

export function sum(all: Counts[]): Counts {
  const of = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0)
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') }
}

/** The closing line, alone on its line: '12 passed, 0 failed'. */
export const describeCounts = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

export async function countsOfVitest(reportFile: string, isSuccess: boolean): Promise<Counts> {
  const report = await readReport<{
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
  }>(reportFile)
  return atLeastOneFailure(isSuccess, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  })
}

export async function countsOfPlaywright(reportFile: string, isSuccess: boolean): Promise<Counts> {
  const report = await readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }>(reportFile)
  const stats = report?.stats
  return atLeastOneFailure(isSuccess, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  })
}

/** Counts a run that failed without a failed test (a file that does not load, an unhandled error) as one failure. */
function atLeastOneFailure(isSuccess: boolean, counts: Counts): Counts {
  return isSuccess || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

async function readReport<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}
