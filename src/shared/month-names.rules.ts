/** The months in Swedish, January first. */
export const monthNames = 'januari februari mars april maj juni juli augusti september oktober november december'.split(
  ' ',
)

/** 'november' of '2026-11' or a date in it. */
export const monthName = (month: string): string => monthNames[Number(month.slice(5, 7)) - 1] ?? ''

/** 'november 2026' of '2026-11' */
export const formatMonth = (month: string): string => `${monthName(month)} ${month.slice(0, 4)}`
