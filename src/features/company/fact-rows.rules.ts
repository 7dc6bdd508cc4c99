// Company facts that are lists: stored as a text with one line per item, edited as rows of cells. Reading and writing
// lose nothing: a cell that is not filled in, or not as its format requires, is in the text that the schema refuses.
import { isBlank } from '#shared/text.rules.ts'
import { capitalized, weekdays } from './opening-hours.rules.ts'

/** The cells of one row, in the order of its columns; '' for an empty one. */
export type Cells = readonly string[]

export type RowFormat = {
  /** The rows of a stored text. */
  read: (text: string) => Cells[]
  /** The text of rows; rows without any text are left out. */
  write: (rows: readonly Cells[]) => string
}

const linesOf = (text: string) => text.split('\n').filter((line) => !isBlank(line))
const filled = (rows: readonly Cells[]) => rows.filter((cells) => cells.some((cell) => !isBlank(cell)))
const onOneLine = (text = '') => text.replace(/\s*\n\s*/g, ' ').trim()

/** What is before and after the first colon. */
function splitAtColon(line: string): [string, string] {
  const at = line.indexOf(':')
  return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}
const joinWithColon = (name = '', rest = '') => [onOneLine(name), onOneLine(rest)].filter(Boolean).join(': ')

/** 'Elin Norrby: Tekniker': a name and a text. */
export const namedRows: RowFormat = {
  read: (text) => linesOf(text).map(splitAtColon),
  write: (rows) =>
    filled(rows)
      .map(([name, rest]) => joinWithColon(name, rest))
      .join('\n'),
}

/** A text per line. */
export const plainRows: RowFormat = {
  read: (text) => linesOf(text).map((line) => [line.trim()]),
  write: (rows) =>
    filled(rows)
      .map(([text]) => onOneLine(text))
      .join('\n'),
}

const CLOSED = 'stängt'
/** The weekdays as a list names them, from Monday. */
export const dayNames = [...weekdays.slice(1), weekdays[0]].map(capitalized)

/** 'Fredag: 08:00–12:00, 13:00–15:00': a row for each interval, with its day, beginning and end; a closed day has no times. */
export const dayHoursRows: RowFormat = {
  read: (text) =>
    linesOf(text).flatMap((line) => {
      const [day, rest] = splitAtColon(line)
      if (rest === '' || rest === CLOSED) return [[day, '', '']]
      return rest.split(',').map((interval) => {
        const [opens = '', closes = ''] = interval.split('–')
        return [day, opens.trim(), closes.trim()]
      })
    }),
  write: (rows) => {
    const days = Map.groupBy(filled(rows), ([day = '']) => day)
    return [...days].map(([day, intervals]) => `${day}: ${intervals.map(intervalOf).join(', ')}`).join('\n')
  },
}

const intervalOf = ([, opens = '', closes = '']: Cells) => (isBlank(opens + closes) ? CLOSED : `${opens}–${closes}`)

/** '2026-12-28–2026-12-30: Mellandagar': the first day, the last if there are several, and a name. */
export const closedDaysRows: RowFormat = {
  read: (text) =>
    linesOf(text).map((line) => {
      const [days, name] = splitAtColon(line)
      const [from = '', to = ''] = days.split('–')
      return [from.trim(), to.trim(), name]
    }),
  write: (rows) =>
    filled(rows)
      .map(
        ([from = '', to = '', name = '']) =>
          `${isBlank(to) || to === from ? from : `${from}–${to}`}: ${onOneLine(name)}`,
      )
      .join('\n'),
}

const DASH = /^\s*[-–•*]\s*/
const FOR = /^för:\s*/i
const PRICE = /^pris:\s*/i

/** Whom a service is for; '' when it is for everybody. */
function whomIn(line = ''): string {
  const whom = line.replace(FOR, '')
  return /hem/i.test(whom) && /företag/i.test(whom) ? '' : whom
}

/**
 * 'Datorhjälp: Vi kommer hem till dig.' with lines that begin with a dash below it: the service's name, whom it is for, its price,
 * its text, and the other lines of its page.
 */
export const serviceRows: RowFormat = {
  read: (text) => {
    const rows: { line: string; details: string[] }[] = []
    for (const line of linesOf(text)) {
      const last = rows.at(-1)
      if (last && DASH.test(line)) last.details.push(line.replace(DASH, '').trim())
      else rows.push({ line: line.replace(DASH, ''), details: [] })
    }
    return rows.map(({ line, details }) => {
      // Of several prices or audiences the first has a cell of its own, the others remain lines.
      const [audience, price] = [details.find((one) => FOR.test(one)), details.find((one) => PRICE.test(one))]
      const others = details.filter((one) => one !== audience && one !== price)
      const [name, about] = splitAtColon(line)
      return [name, whomIn(audience), price?.replace(PRICE, '') ?? '', about, others.join('\n')]
    })
  },
  write: (rows) =>
    filled(rows)
      .flatMap(([name, audience = '', price = '', about, others = '']) => [
        joinWithColon(isBlank(name ?? '') ? 'Tjänst' : name, about),
        ...linesOf(others).map((line) => `- ${line.replace(DASH, '').trim()}`),
        ...(isBlank(price) ? [] : [`- Pris: ${onOneLine(price)}`]),
        ...(isBlank(audience) ? [] : [`- För: ${onOneLine(audience)}`]),
      ])
      .join('\n'),
}
