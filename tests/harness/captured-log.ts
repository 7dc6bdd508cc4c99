import { openLog } from '#app/server/log.ts'

/** A logger that stores the product's log lines from a level on in memory, one line of JSON each. */
export function captureLog(level: string) {
  let lines = ''
  const logger = openLog(level, {
    write: (line) => {
      lines += line
    },
  })
  return {
    logger,
    text: () => lines,
    clear: () => {
      lines = ''
    },
  }
}
