import { openLog } from '#app/server/log.ts'

/** The product's log of a level and above, held in memory: a line of JSON each. */
export function captureLog(level: string) {
  let held = ''
  const logger = openLog(level, {
    write: (line) => {
      held += line
    },
  })
  return {
    logger,
    text: () => held,
    forget: () => {
      held = ''
    },
  }
}
