/** The months in Swedish, January first. */
export const monthNames = 'januari februari mars april maj juni juli augusti september oktober november december'.split(
  ' ',
)

/** 'november 2026' of '2026-11' */
export const formatMonth = (month: string): string =>
  `${monthNames[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`
