import { openLog } from '#app/server/log.ts'

/** A logger that keeps the product's log of a level and above in memory, one line of JSON each. */
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
