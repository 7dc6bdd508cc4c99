// The facts that are lists: their columns, and what the screen says about them.

import { isBlank } from '#shared/text.rules.ts'
import type { Choice } from '#shared/ui/choice.ts'
import { parseTime } from '#shared/ui/date-time.rules.ts'
import {
  type Cells,
  closedDaysRows,
  dayHoursRows,
  dayNames,
  namedRows,
  plainRows,
  type RowFormat,
  serviceRows,
} from '../fact-rows.rules.ts'
import { isDate } from '../opening-hours.rules.ts'

export type Column = {
  label: string
  /** One line of text if omitted. */
  kind?: 'time' | 'date' | 'long'
  /** The height of a long text. */
  lines?: number
  choices?: readonly Choice[]
  /** The choice of an empty cell; without it nothing is chosen. */
  emptyLabel?: string
  placeholder?: string
  className?: string
  /** What a refused row lacks in this cell. */
  problem?: (cells: Cells) => string | undefined
}

export type ListFact = {
  format: RowFormat
  columns: readonly Column[]
  /** Classes for the widths of the columns and of the acts after them; on phones a cell is a row. */
  widths: string
  /** The act that adds a row. */
  add: string
  /** What a row is, in the names of its acts. */
  row: string
  hint?: string
  /** Whether the company orders the rows; days and dates order themselves. */
  isOrdered?: boolean
  /** Whether a row takes several lines, so that each has its labels. */
  isTall?: boolean
}

const TIME = 'Ange en tid, som 08:00'
const isClosed = ([, opens = '', closes = '']: Cells) => isBlank(opens) && isBlank(closes)
const isTime = (text: string) => parseTime(text) === text
const timeProblem = (at: 1 | 2) => (cells: Cells) => {
  if (isClosed(cells)) return undefined
  const [, opens = '', closes = ''] = cells
  if (!isTime(cells[at] ?? '')) return TIME
  return at === 2 && isTime(opens) && closes <= opens ? 'Ska vara efter ”Från”' : undefined
}

export const listFacts = {
  dayHours: {
    format: dayHoursRows,
    columns: [
      {
        label: 'Dag',
        choices: dayNames.map((label) => ({ value: label, label })),
        problem: ([day = '']) => (dayNames.includes(day) ? undefined : 'Välj dag'),
      },
      { label: 'Från', kind: 'time', problem: timeProblem(1) },
      { label: 'Till', kind: 'time', problem: timeProblem(2) },
    ],
    widths: 'sm:grid-cols-[10rem_7rem_7rem_auto] sm:justify-start',
    add: 'Ny dag',
    row: 'dag',
    hint: 'En dag utan tider är stängd. Stänger ni för lunch blir dagen två rader.',
  },
  closedDays: {
    format: closedDaysRows,
    columns: [
      { label: 'Från', kind: 'date', problem: ([from = '']) => (isDate(from) ? undefined : 'Ange ett datum') },
      {
        label: 'Till',
        kind: 'date',
        problem: ([from = '', to = '']) => {
          if (isBlank(to)) return undefined
          if (!isDate(to)) return 'Ange ett datum'
          return to < from ? 'Ska vara samma dag eller senare' : undefined
        },
      },
      {
        label: 'Namn',
        placeholder: 'Mellandagar',
        problem: ([, , name = '']) => (isBlank(name) ? 'Ange ett namn' : undefined),
      },
    ],
    widths: 'sm:grid-cols-[10rem_10rem_minmax(0,1fr)_auto]',
    add: 'Ny stängd dag',
    row: 'stängd dag',
    hint: 'Lämna ”Till” tomt för en enda dag. Röda dagar är alltid stängda.',
  },
  services: {
    format: serviceRows,
    columns: [
      { label: 'Tjänst', placeholder: 'Datorhjälp' },
      {
        label: 'För',
        choices: [
          { value: 'hem', label: 'Hem' },
          { value: 'företag', label: 'Företag' },
        ],
        emptyLabel: 'Hem och företag',
      },
      { label: 'Pris', placeholder: '990 kr per timme' },
      { label: 'Beskrivning', kind: 'long', className: 'sm:col-span-full' },
      { label: 'På tjänstens egen sida, en mening per rad', kind: 'long', lines: 3, className: 'sm:col-span-full' },
    ],
    widths: 'sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_5rem]',
    add: 'Ny tjänst',
    row: 'tjänst',
    hint: 'Utan egna tjänster visas de fem vanliga.',
    isOrdered: true,
    isTall: true,
  },
  prices: {
    format: namedRows,
    columns: [
      { label: 'Vad', placeholder: 'Support på plats' },
      { label: 'Pris', placeholder: '1 375 kr per timme inkl. moms' },
    ],
    widths: 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5rem]',
    add: 'Nytt pris',
    row: 'pris',
    hint: 'Skriv alltid om moms ingår, och samma pris som i villkoren under Avtal. Utan priser visas ingen prislista.',
    isOrdered: true,
  },
  people: {
    format: namedRows,
    columns: [
      { label: 'Namn', placeholder: 'Elin Norrby' },
      { label: 'Titel', placeholder: 'Tekniker' },
    ],
    widths: 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5rem]',
    add: 'Ny person',
    row: 'person',
    isOrdered: true,
  },
  quotes: {
    format: namedRows,
    columns: [
      { label: 'Vem', placeholder: 'Anna Berg, Kajens Café' },
      { label: 'Vad personen säger', kind: 'long', placeholder: 'De kom samma dag.' },
    ],
    widths: 'sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_5rem]',
    add: 'Nytt citat',
    row: 'citat',
    hint: 'Fråga kunden först. Ett citat utan text visas inte.',
    isOrdered: true,
  },
  certificates: {
    format: plainRows,
    columns: [{ label: 'Certifikat', placeholder: 'Certifierad installatör av nätverk' }],
    widths: 'sm:grid-cols-[minmax(0,1fr)_5rem]',
    add: 'Nytt certifikat',
    row: 'certifikat',
    isOrdered: true,
  },
} as const satisfies Record<string, ListFact>
